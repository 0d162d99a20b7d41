/*--------------------------------------------------------------------*/
/*--- tslmap: loads that wait for other loads.       tsl_depends.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_depends.h for the big picture. */

#include "tsl_depends.h"
#include "tsl_engine.h"

/* The stack and frame pointers, RSP and RBP. */
#define POINTERS (1u << 4 | 1u << 5)

void tsl_depends_init(tsl_depends *d, tsl_memory *m, unsigned line_shift, uint64_t all)
{
   tsl_fill(d, 0, sizeof *d);
   d->memory = m;
   d->line_shift = line_shift;
   d->all = all;
   tsl_between_init(&d->between, m);
}

/*--------------------------------------------------------------------*/
/*--- What is known of code                                        ---*/
/*--------------------------------------------------------------------*/

void tsl_depends_define(tsl_depends *d, uint64_t guest, uint32_t accesses,
                        tsl_set is_load, int leaves)
{
   tsl_depends_block *b;
   uint32_t capacity = d->block_capacity;
   d->sets = tsl_room(d->memory, d->sets, &capacity, d->blocks + 1, sizeof *d->sets);
   d->block =
      tsl_room(d->memory, d->block, &d->block_capacity, d->blocks + 1, sizeof *d->block);
   d->sets[d->blocks].is_load = is_load;
   tsl_between_block(&d->between, d->blocks, guest);
   b = &d->block[d->blocks++];
   b->accesses = accesses;
   b->written = ~0u;
   b->leaves = (uint8_t)leaves;
   b->branch = tsl_branch_at(guest);
}

/* Nothing for an access that is in no set. */
TSL_INLINE tsl_set bit(uint32_t access)
{
   return access < TSL_SET_ACCESSES ? (tsl_set)1 << access : 0;
}

/* The first access of a set that is not empty. */
TSL_INLINE uint32_t first_of(tsl_set s)
{
   return (uint32_t)__builtin_ctzll(s);
}

TSL_INLINE uint32_t size_of(tsl_set s)
{
   return (uint32_t)tsl_ones_portable(s);
}

static void know(tsl_depends_block *b, tsl_depends_sets *sets, const tsl_source *s)
{
   sets->loads |= s->loads;
   b->registers |= s->what == TSL_FROM_CLEARED ? 0 : s->registers;
   if (s->what == TSL_FROM_ADDRESS && s->loads == 0 && s->registers != 0
       && (s->registers & ~POINTERS) == 0)
      sets->off_stack |= bit(s->which);
   if (s->what == TSL_FROM_REGISTER)
      b->written |= 1u << s->which;
   if (s->what == TSL_FROM_CLEARED)
      b->written |= s->registers;
   if (s->what == TSL_FROM_CONDITION)
      b->exits++;
}

void tsl_depends_values(tsl_depends *d, uint32_t block, const tsl_source *s,
                        uint32_t n)
{
   tsl_depends_block *b = &d->block[block];
   uint32_t i;
   d->source =
      tsl_room(d->memory, d->source, &d->source_capacity, d->sources + n, sizeof *d->source);
   b->written = 0;
   b->first = d->sources;
   b->count = n;
   for (i = 0; i < n; i++) {
      if (s[i].what == TSL_GOES_ON) {
         tsl_between_goes_on(&d->between, block, s[i].loads);
         b->count--;
         continue;
      }
      d->source[d->sources++] = s[i];
      know(b, &d->sets[block], &s[i]);
   }
   b->has_loads = d->sets[block].loads != 0;
   b->has_off_stack = d->sets[block].off_stack != 0;
}

static tsl_depends_thread *thread_of(tsl_depends *d, uint32_t number)
{
   tsl_depends_thread *t;
   uint32_t i;
   for (i = 0; i < d->threads; i++)
      if (d->thread[i]->number == number)
         return d->thread[i];
   d->thread =
      tsl_room(d->memory, d->thread, &d->thread_capacity, d->threads + 1, sizeof *d->thread);
   t = tsl_map(d->memory, sizeof *t);
   t->number = number;
   t->accesses = TSL_GENERATION * 4; /* so that 0 is long ago */
   return d->thread[d->threads++] = t;
}

static void add_places(tsl_depends *d, uint32_t place)
{
   uint32_t capacity = d->places;
   d->far_line = tsl_room(d->memory, d->far_line, &capacity, place + 1, sizeof *d->far_line);
   d->of = tsl_room(d->memory, d->of, &d->places, place + 1, sizeof *d->of);
}

/* The place of a label in tables; TSL_WARM comes first. */
TSL_INLINE uint32_t place_of_label(tsl_depends *d, uint32_t label)
{
   const uint32_t place = label + 1;
   if (__builtin_expect(place >= d->places, 0))
      add_places(d, place);
   return place;
}

static tsl_dependent *label_of(tsl_depends *d, uint32_t label)
{
   const uint32_t place = place_of_label(d, label); /* which may move the table */
   return &d->of[place];
}

/*--------------------------------------------------------------------*/
/*--- One run of a block                                           ---*/
/*--------------------------------------------------------------------*/

/* The accesses of a run: where each of the block's is in the batch. */
typedef struct {
   tsl_depends_block *block;
   uint32_t start;
   uint32_t guarded; /* whether some may not have happened */
   tsl_set happened;
   tsl_set missed;
} tsl_run;

TSL_INLINE uint32_t place_of(const tsl_run *r, uint32_t access)
{
   return r->start + (r->guarded ? size_of(r->happened & (bit(access) - 1)) : access);
}

/* Bits that are in neither generation are dropped. */
TSL_INLINE void grow_older(tsl_depends_thread *t)
{
   const uint64_t now = t->accesses / TSL_GENERATION;
   if (now == t->generation)
      return;
   t->older = now == t->generation + 1 ? t->recent : 0;
   t->recent = 0;
   t->generation = now;
}

/* What comes from a load that missed: of this generation, or of the one before. */
typedef struct {
   int recent, older;
} tsl_waits;

typedef struct {
   tsl_set recent, older; /* loads of the block by the generation of their values */
   uint32_t registers_recent, registers_older; /* at the block's start */
   /* How deep these are; a load has that of its line, or of where it was spilled. */
   tsl_depth of_register[TSL_REGISTERS];
   tsl_depth *of_load[TSL_SET_ACCESSES];
} tsl_known;

TSL_INLINE tsl_waits waits_for(const tsl_known *k, const tsl_source *s)
{
   const tsl_waits w = {
      (k->recent & s->loads) != 0 || (k->registers_recent & s->registers) != 0,
      (k->older & s->loads) != 0 || (k->registers_older & s->registers) != 0};
   return w;
}

TSL_INLINE tsl_depth deeper(tsl_depth a, tsl_depth b) { return a.depth >= b.depth ? a : b; }

/* The depth of what a source waits for. */
static tsl_depth depth_of(const tsl_known *k, const tsl_source *s)
{
   tsl_set loads = (k->recent | k->older) & s->loads;
   uint32_t registers = (k->registers_recent | k->registers_older) & s->registers;
   tsl_depth depth = {0, 0};
   for (; loads != 0; loads &= loads - 1)
      depth = deeper(depth, *k->of_load[first_of(loads)]);
   for (; registers != 0; registers &= registers - 1)
      depth = deeper(depth, k->of_register[first_of(registers)]);
   return depth;
}

static tsl_depth new_tree(tsl_depends_thread *t)
{
   const tsl_depth depth = {++t->trees, 1};
   t->deepest[depth.tree % TSL_TREES] = 1;
   return depth;
}

/* The place of the line in flight that is this one, or beside it; -1: there is none. Looks at the
   latest misses first. */
static int in_flight(const tsl_depends_thread *t, uint64_t line, uint64_t access)
{
   uint32_t i;
   for (i = 1; i <= TSL_LINES_IN_FLIGHT; i++) {
      const uint32_t at = (uint32_t)((t->misses - i) % TSL_LINES_IN_FLIGHT);
      if (t->missed_at[at] >= access)
         continue;
      if (access - t->missed_at[at] > TSL_IN_FLIGHT)
         return -1;
      if (t->line[at] - line + 1 <= 2)
         return (int)at;
   }
   return -1;
}

TSL_INLINE uint32_t spill_of(uint64_t address)
{
   return (uint32_t)(address >> 3) & (TSL_SPILLS - 1);
}

TSL_INLINE const tsl_depends_sets *sets_of(const tsl_depends *d, const tsl_run *r)
{
   return &d->sets[r->block - d->block];
}

/* Which registers have values that wait, at the block's start. */
static void know_registers(const tsl_depends_thread *t, tsl_known *k)
{
   uint32_t waiting = t->recent | t->older;
   k->recent = k->older = 0;
   k->registers_recent = t->recent;
   k->registers_older = t->older;
   for (; waiting != 0; waiting &= waiting - 1) {
      const uint32_t i = first_of(waiting);
      k->of_register[i] = t->of_register[i];
   }
}

/* Which loads of the run have values that wait. */
static void know_loads(tsl_depends *d, tsl_depends_thread *t,
                       const tsl_depends_batch *batch, const tsl_run *r,
                       tsl_known *k)
{
   const tsl_depends_sets *sets = sets_of(d, r);
   tsl_set bits;
   for (bits = r->missed; bits != 0; bits &= bits - 1) {
      const uint32_t i = first_of(bits);
      const uint32_t place = place_of(r, i);
      const uint32_t at = (uint32_t)(t->misses++ % TSL_LINES_IN_FLIGHT);
      t->line[at] = batch->address[place] >> d->line_shift;
      t->missed_at[at] = t->last_missed = t->accesses + (place - r->start);
      t->of_line[at] = new_tree(t);
      k->of_load[i] = &t->of_line[at];
      if (sets->is_load & bit(i))
         label_of(d, batch->label[place])->missed += d->weight;
   }
   k->recent |= r->missed;
   for (bits = sets->loads & r->happened & ~r->missed; bits != 0; bits &= bits - 1) {
      const uint32_t i = first_of(bits);
      const uint32_t place = place_of(r, i);
      const uint64_t address = batch->address[place];
      const uint32_t s = spill_of(address);
      const int line =
         in_flight(t, address >> d->line_shift, t->accesses + (place - r->start));
      k->of_load[i] = line >= 0 ? &t->of_line[line] : &t->of_spill[s];
      if (line >= 0)
         k->recent |= bit(i);
      else if ((sets->off_stack & bit(i)) && t->spill[s] == address) {
         k->recent |= t->spilled[s] == t->generation ? bit(i) : 0;
         k->older |= t->spilled[s] + 1 == t->generation ? bit(i) : 0;
      }
   }
}

/* A load waits for what is so deep. */
static void load_waits(tsl_depends *d, tsl_depends_thread *t, const tsl_depends_batch *batch,
                       const tsl_run *r, uint32_t access, tsl_depth depth, const tsl_known *k)
{
   tsl_dependent *l = label_of(d, batch->label[place_of(r, access)]);
   uint32_t *deepest = &t->deepest[depth.tree % TSL_TREES];
   l->dependent += d->weight;
   if (!(r->missed & bit(access)))
      return;
   l->chained += d->weight;
   depth.depth++;
   l->deeper += depth.depth > *deepest ? d->weight : 0;
   if (depth.depth > *deepest)
      *deepest = depth.depth;
   *k->of_load[access] = depth;
}

static void store_waits(tsl_depends_thread *t, uint64_t address, tsl_waits w, tsl_depth depth)
{
   const uint32_t s = spill_of(address);
   if (w.recent || w.older) {
      t->spill[s] = address;
      t->spilled[s] = w.recent ? t->generation : t->generation - 1;
      t->of_spill[s] = depth;
      t->last_spilled = t->generation;
   } else if (t->spill[s] == address) {
      t->spilled[s] = 0;
   }
}

/* Whether a block is left by this one of its exits. */
TSL_INLINE int is_taken(const tsl_depends_block *b, uint32_t exit)
{
   return b->leaves && exit + 1u == b->exits;
}

TSL_INLINE int exit_waits(const tsl_depends *d, tsl_depends_thread *t, tsl_depends_block *b,
                          uint32_t exit)
{
   const int wrong = tsl_mispredicts(&t->branches, b->branch, is_taken(b, exit));
   b->mispredictions += wrong ? d->weight : 0;
   return wrong;
}

/* How far a load is from where it loaded when this was asked before. */
enum { STAYS, MOVES, IS_FAR };

static int movement(tsl_depends_thread *t, const tsl_depends_batch *batch, uint32_t place)
{
   const uint32_t label = batch->label[place], at = label % TSL_ROOTS;
   const uint64_t address = batch->address[place], last = t->root_address[at];
   const int is_known = t->root[at] == label && last != 0;
   t->root[at] = label;
   t->root_address[at] = address;
   if (is_known && address == last)
      return STAYS;
   return is_known && address - last + TSL_NEAR <= 2 * TSL_NEAR ? MOVES : IS_FAR;
}

/* The loads that do not wait for a branch: elements of sweeps that addresses are computed from, and
   what lies at these addresses. */
static tsl_set early_loads(const tsl_depends *d, tsl_depends_thread *t,
                           const tsl_depends_batch *batch, const tsl_run *r)
{
   const tsl_depends_block *b = r->block;
   const tsl_depends_sets *sets = sets_of(d, r);
   const tsl_source *s = d->source + b->first, *end = s + b->count;
   const tsl_set loads = sets->is_load & r->happened;
   uint32_t swept = t->swept & ~b->written;
   tsl_set early = 0, moves = 0, is_far = 0, bits;
   for (bits = sets->loads & loads; bits != 0; bits &= bits - 1) {
      const tsl_set load = bits & -bits;
      const int m = movement(t, batch, place_of(r, first_of(bits)));
      moves |= m == MOVES && !(sets->off_stack & load) ? load : 0;
      is_far |= m == IS_FAR ? load : 0;
   }
   for (; s < end; s++) {
      const tsl_set from = s->loads & loads;
      if (((from & moves) == 0 && (s->registers & t->swept) == 0) || (from & is_far) != 0)
         continue;
      if (s->what == TSL_FROM_ADDRESS)
         early |= (from & moves) | (bit(s->which) & loads);
      else if (s->what == TSL_FROM_REGISTER)
         swept |= 1u << s->which;
   }
   t->swept = swept;
   return early;
}

/* What is computed from a source's registers and loads comes from, by the addresses of these loads. */
static tsl_origin origin_of(const tsl_ways *w, const tsl_depends_batch *batch, const tsl_run *r,
                            const tsl_source *s, tsl_set loads, const tsl_origin *address)
{
   tsl_origin o = tsl_origin_of_registers(w, s->registers);
   for (loads &= s->loads; loads != 0; loads &= loads - 1) {
      const uint32_t i = first_of(loads);
      o |= tsl_origin_of_load(address[i], batch->label[place_of(r, i)]);
   }
   return o;
}

/* The loads behind the branch that come at the same place whatever it decides. */
static tsl_set loads_on_both_ways(const tsl_depends *d, tsl_ways *w,
                                  const tsl_depends_batch *batch, const tsl_run *r)
{
   const tsl_depends_block *b = r->block;
   const tsl_source *s = d->source + b->first, *end = s + b->count;
   const tsl_set loads = sets_of(d, r)->is_load & r->happened;
   tsl_origin address[TSL_SET_ACCESSES], next[TSL_REGISTERS];
   tsl_set both = 0, bits;
   uint32_t i;
   for (i = 0; i < TSL_REGISTERS; i++)
      next[i] = b->written >> i & 1 ? 0 : w->origin[i];
   for (bits = loads; bits != 0; bits &= bits - 1)
      address[first_of(bits)] = 0;
   for (; s < end; s++) {
      if (s->what == TSL_FROM_ADDRESS && (loads & bit(s->which)))
         address[s->which] = origin_of(w, batch, r, s, loads, address);
      else if (s->what == TSL_FROM_REGISTER)
         next[s->which] |= origin_of(w, batch, r, s, loads, address);
   }
   w->written |= b->written & TSL_ALL_REGISTERS;
   for (bits = loads; bits != 0; bits &= bits - 1) {
      const uint32_t place = place_of(r, first_of(bits));
      if (tsl_ways_agree(w, batch->label[place], address[first_of(bits)],
                         (r->missed & bits & -bits) != 0,
                         batch->address[place] >> d->line_shift))
         both |= bits & -bits;
   }
   for (i = 0; i < TSL_REGISTERS; i++)
      w->origin[i] = next[i];
   return both;
}

/* A branch was mispredicted whose condition waits for what is so deep. */
static void begin_behind(tsl_depends_thread *t, const tsl_run *r, uint32_t exit, tsl_depth depth)
{
   t->behind = 1;
   t->of_branch = depth;
   t->behind_until = t->accesses + size_of(r->happened) + TSL_BEHIND;
   t->swept = 0;
   tsl_ways_begin(&t->ways, r->block->branch + exit, is_taken(r->block, exit),
                  t->line[(t->misses - 1) % TSL_LINES_IN_FLIGHT]);
}

/* Loads behind a mispredicted branch, but those that were counted. */
static void wait_for_branch(tsl_depends *d, tsl_depends_thread *t,
                            const tsl_depends_batch *batch, const tsl_run *r,
                            tsl_set counted, const tsl_known *k)
{
   const tsl_set loads = sets_of(d, r)->is_load & r->happened, missed = loads & r->missed;
   const tsl_set first = missed & -missed;
   const tsl_set ahead = early_loads(d, t, batch, r);
   const tsl_set early = ahead | loads_on_both_ways(d, &t->ways, batch, r);
   tsl_set waits = (t->behind ? loads : first) & ~(counted | early);
   if (loads == 0)
      return;
   for (; waits != 0; waits &= waits - 1)
      load_waits(d, t, batch, r, first_of(waits), t->of_branch, k);
   if (first != 0
       && (tsl_ways_wait(&t->ways, (first & counted & ~ahead) != 0) | ((first & ~early) != 0)))
      label_of(d, batch->label[place_of(r, first_of(first))])->blocked += d->weight;
   t->behind = 0;
   if (missed != 0)
      t->behind_until = 0;
}

TSL_INLINE uint32_t move_bits(uint32_t bits, const tsl_moves *m)
{
   uint32_t moved = bits & ~m->written, left;
   for (left = m->written; left != 0; left &= left - 1) {
      const uint32_t r = first_of(left);
      moved |= (uint32_t)((m->from[r] & bits) != 0) << r;
   }
   return moved;
}

/* What code without accesses does between two blocks. */
static void move_registers(tsl_depends_thread *t, const tsl_moves *m)
{
   const uint32_t waiting = t->recent | t->older;
   tsl_depth of_register[TSL_REGISTERS];
   tsl_origin origin[TSL_REGISTERS];
   uint32_t left, i;
   for (left = m->written; left != 0; left &= left - 1) {
      const uint32_t r = first_of(left);
      uint32_t from = m->from[r] & waiting;
      origin[r] = tsl_origin_of_registers(&t->ways, m->from[r]);
      of_register[r] = (tsl_depth){0, 0};
      for (; from != 0; from &= from - 1)
         of_register[r] = deeper(of_register[r], t->of_register[first_of(from)]);
   }
   for (left = m->written; left != 0; left &= left - 1) {
      i = first_of(left);
      t->of_register[i] = of_register[i];
      t->ways.origin[i] = origin[i];
   }
   t->ways.written |= m->written;
   t->recent = move_bits(t->recent, m);
   t->older = move_bits(t->older, m);
   t->swept = move_bits(t->swept, m);
}

/* A block comes behind another. */
TSL_INLINE void arrive(tsl_depends *d, tsl_depends_thread *t, uint32_t block)
{
   const uint32_t before = t->block;
   t->block = block + 1;
   if (before != 0 && ((t->recent | t->older) != 0 || t->behind_until > t->accesses)) {
      const tsl_moves *m = tsl_between_blocks(&d->between, before - 1, block);
      if (m != NULL)
         move_registers(t, m);
   }
}

/* Whether something of this block may wait, whatever its own loads find. */
TSL_INLINE int has_waits(const tsl_depends_thread *t, const tsl_depends_block *b)
{
   return ((t->recent | t->older) & b->registers) != 0
          || (b->has_off_stack && t->last_spilled + 1 >= t->generation)
          || t->behind_until > t->accesses;
}

/* Whether anything of this run may wait, or miss. */
TSL_INLINE int may_wait(const tsl_depends_thread *t, const tsl_run *r)
{
   const tsl_depends_block *b = r->block;
   return r->missed != 0 || has_waits(t, b)
          || (b->has_loads && t->accesses - t->last_missed <= TSL_IN_FLIGHT);
}

/* Of a block in which nothing waits. */
static void pass_by(const tsl_depends *d, tsl_depends_thread *t, tsl_depends_block *b)
{
   uint32_t i;
   t->recent &= ~b->written;
   t->older &= ~b->written;
   for (i = 0; i < b->exits; i++)
      exit_waits(d, t, b, i);
}

/* Everything that is said of the block. */
static void follow(tsl_depends *d, tsl_depends_thread *t,
                   const tsl_depends_batch *batch, const tsl_run *r)
{
   tsl_depends_block *b = r->block;
   const tsl_depends_sets *sets = sets_of(d, r);
   const tsl_source *s = d->source + b->first, *end = s + b->count;
   tsl_known k;
   uint32_t recent = t->recent & ~b->written, older = t->older & ~b->written;
   tsl_set counted = 0;
   const tsl_source *behind = NULL;
   tsl_depth branch = {0, 0};
   know_registers(t, &k);
   know_loads(d, t, batch, r, &k);
   if ((k.recent | k.older) == 0 && !has_waits(t, b)) {
      pass_by(d, t, b);
      return;
   }
   for (; s < end; s++) {
      const tsl_waits w = waits_for(&k, s);
      const int waits = w.recent || w.older;
      const tsl_depth depth = waits ? depth_of(&k, s) : (tsl_depth){0, 0};
      switch (s->what) {
      case TSL_FROM_ADDRESS:
         if (waits && (sets->is_load & r->happened & bit(s->which))) {
            load_waits(d, t, batch, r, s->which, depth, &k);
            counted |= bit(s->which);
         }
         break;
      case TSL_FROM_STORED:
         if (sets->off_stack & r->happened & bit(s->which))
            store_waits(t, batch->address[place_of(r, s->which)], w, depth);
         break;
      case TSL_FROM_REGISTER:
         recent |= (uint32_t)w.recent << s->which;
         older |= (uint32_t)w.older << s->which;
         if (waits)
            t->of_register[s->which] = depth;
         break;
      case TSL_FROM_CONDITION:
         if (exit_waits(d, t, b, s->which) && waits) {
            behind = s;
            branch = depth;
         }
         break;
      default:
         break;
      }
   }
   if (t->behind_until > t->accesses)
      wait_for_branch(d, t, batch, r, counted, &k);
   if (behind != NULL)
      begin_behind(t, r, behind->which, branch);
   t->recent = recent;
   t->older = older;
}

/*--------------------------------------------------------------------*/
/*--- Samples                                                      ---*/
/*--------------------------------------------------------------------*/

/* What a load of a stretch counts for. */
static uint32_t weight_of(const tsl_depends *d, uint64_t stretch)
{
   if (stretch < d->all >> TSL_DEPENDS_STRETCH)
      return 1;
   return tsl_is_chosen(stretch, TSL_DEPENDS_ONE_OF) ? TSL_DEPENDS_ONE_OF : 0;
}

/* Which of 64 accesses, from one by its number on, are looked at. */
static uint64_t looked_at(const tsl_depends *d, uint64_t number)
{
   const uint64_t stretch = number >> TSL_DEPENDS_STRETCH;
   const uint64_t next = ((stretch + 1) << TSL_DEPENDS_STRETCH) - number;
   const uint64_t first = weight_of(d, stretch) > 0 ? ~0ull : 0;
   const uint64_t second = weight_of(d, stretch + 1) > 0 ? ~0ull : 0;
   return next >= 64 ? first : (first & ((1ull << next) - 1)) | (second & ~0ull << next);
}

/* A block begins: its loads have the weight of its first access. */
TSL_INLINE void weigh(tsl_depends *d, const tsl_depends_batch *batch, uint32_t at)
{
   if (__builtin_expect(d->in_bursts, 0)) {
      d->weight = at < batch->count && batch->missed[at] != TSL_NOT_KNOWN;
      return;
   }
   if (__builtin_expect(d->accesses >= d->until, 0)) {
      const uint64_t stretch = d->accesses >> TSL_DEPENDS_STRETCH;
      d->weight = weight_of(d, stretch);
      d->until = (stretch + 1) << TSL_DEPENDS_STRETCH;
   }
}

void tsl_depends_burst(tsl_depends *d)
{
   uint32_t i;
   if (!d->in_bursts) {
      d->in_bursts = 1;
      d->before = d->of;
      d->places_before = d->places;
      d->of = d->places == 0 ? NULL : tsl_grow(d->memory, NULL, 0, d->places * sizeof *d->of);
   }
   for (i = 0; i < d->threads; i++) {
      tsl_depends_thread *t = d->thread[i];
      t->accesses += 4 * TSL_GENERATION; /* all before is long ago */
      t->block = t->behind = t->swept = 0;
      t->behind_until = 0;
   }
}

/*--------------------------------------------------------------------*/
/*--- A batch                                                      ---*/
/*--------------------------------------------------------------------*/

/* Which of n bytes, at most 64, say that an access missed. */
static uint64_t bits_of(const uint8_t *bytes, uint32_t n)
{
   uint64_t bits = 0;
   uint32_t i = 0;
   for (; i + 8 <= n; i += 8) {
      uint64_t eight;
      __builtin_memcpy(&eight, bytes + i, 8);
      eight = (eight | eight >> 1) & 0x0101010101010101ull;
      bits |= (eight * 0x0102040810204080ull >> 56) << i;
   }
   for (; i < n; i++)
      bits |= (uint64_t)((bytes[i] & (TSL_MISS | TSL_MISS_BESIDE)) != 0) << i;
   return bits;
}

/* Whether a line that comes from far away continues no sweep. */
TSL_INLINE int comes_alone(tsl_depends *d, uint32_t label, uint64_t line)
{
   const uint32_t place = place_of_label(d, label);
   tsl_far_line *const f = &d->far_line[place];
   f->near = f->line - line + TSL_BESIDE <= 2 * TSL_BESIDE ? f->near + 1 : 0;
   f->line = line;
   return f->near < TSL_SWEEP;
}

/* Of lines from far away, those that nobody fetches ahead. */
static uint64_t alone(tsl_depends *d, const tsl_depends_batch *batch, uint32_t first, uint64_t far)
{
   uint64_t missed = 0;
   for (; far != 0; far &= far - 1) {
      const uint32_t i = first + first_of(far);
      const int comes = comes_alone(d, batch->label[i], batch->address[i] >> d->line_shift);
      missed |= comes && batch->missed[i] == TSL_MISS ? far & -far : 0;
   }
   return missed;
}

/* Makes a bit of each access that missed, and as many zeros as a block may ask for behind them. */
static void find_missed(tsl_depends *d, const tsl_depends_batch *batch)
{
   const uint32_t words = batch->count / 64 + 1 + TSL_SET_ACCESSES / 64 + 1;
   uint32_t i;
   d->missed = tsl_room(d->memory, d->missed, &d->missed_words, words, sizeof *d->missed);
   for (i = 0; i < words; i++) {
      const uint32_t first = 64 * i, rest = batch->count - first;
      const uint64_t looks = first >= batch->count ? 0
                             : d->in_bursts        ? ~0ull
                                                   : looked_at(d, d->accesses + first);
      d->missed[i] =
         looks == 0 ? 0
                    : alone(d, batch, first,
                            looks & bits_of(batch->missed + first, rest < 64 ? rest : 64));
   }
}

/* Of n accesses from `at` on, the first of them. */
TSL_INLINE tsl_set missed_of(const tsl_depends *d, uint32_t at, uint32_t n)
{
   const uint64_t *w = d->missed + at / 64;
   const uint32_t shift = at % 64;
   const uint64_t low = w[0] >> shift | w[1] << 1 << (63 - shift);
   return low & (bit(n) - 1);
}

/* Accesses that happened go where these are in the block. */
static tsl_set spread(tsl_set s, tsl_set happened)
{
   tsl_set to = 0;
   for (; happened != 0; happened &= happened - 1, s >>= 1)
      if (s & 1)
         to |= happened & -happened;
   return to;
}

/* Reads which accesses of a guarded block happened; gives how many. */
static uint32_t read_happened(const uint32_t *word, uint32_t accesses,
                              tsl_set *happened)
{
   uint32_t i, n = 0;
   *happened = 0;
   for (i = 0; i < (accesses + 31) / 32; i++) {
      n += tsl_ones_portable(word[i]);
      if (i < TSL_SET_ACCESSES / 32)
         *happened |= (tsl_set)word[i] << 32 * i;
   }
   return n;
}

TSL_INLINE void look(tsl_depends *d, tsl_depends_thread *t, const tsl_depends_batch *batch,
                     const tsl_run *r, uint32_t block)
{
   grow_older(t);
   arrive(d, t, block);
   if (may_wait(t, r))
      follow(d, t, batch, r);
   else
      pass_by(d, t, r->block);
}

void tsl_depends_accesses(tsl_depends *d, const tsl_depends_batch *batch)
{
   tsl_depends_thread *t = thread_of(d, batch->thread);
   uint32_t i = 0, at = 0;
   find_missed(d, batch);
   for (i = 0; d->in_bursts && i < batch->count; i++)
      label_of(d, batch->label[i])->looked += batch->missed[i] != TSL_NOT_KNOWN;
   i = 0;
   while (i < batch->runs) {
      const uint32_t run = batch->run[i++];
      const uint32_t number = run & ~TSL_RUN_GUARDED;
      tsl_depends_block *b = &d->block[number];
      uint32_t n = b->accesses;
      tsl_run r = {b, at, run & TSL_RUN_GUARDED, 0, 0};
      if (r.guarded) {
         n = read_happened(batch->run + i, b->accesses, &r.happened);
         i += (b->accesses + 31) / 32;
         r.missed = spread(missed_of(d, at, n), r.happened);
      } else {
         r.happened = bit(n) - 1;
         r.missed = missed_of(d, at, n);
      }
      weigh(d, batch, at);
      b->executions += d->in_bursts ? d->weight : 1;
      if (d->weight > 0 || d->in_bursts)
         look(d, t, batch, &r, number);
      else
         t->block = 0; /* the next one that is looked at comes from somewhere */
      t->accesses += n;
      d->accesses += n;
      at += n;
   }
}
