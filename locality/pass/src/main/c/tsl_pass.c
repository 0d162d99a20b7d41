/*--------------------------------------------------------------------*/
/*--- tslmap: from event words to labelled accesses.  tsl_pass.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_pass.h for the big picture. */

#include "tsl_pass.h"

#define PAGE 4096ull
/* How far the first thread's stack may grow below what is mapped when it
   starts. */
#define STACK_GROWTH (64ull << 20)
/* How far above and below the first call of a thread its stack reaches, unless
   mapped. */
#define STACK_ABOVE (1ull << 20)
/* log2 of the bytes of memory of which one gap is remembered. */
#define GAP_SHIFT 18u

/*--------------------------------------------------------------------*/
/*--- Making and freeing                                           ---*/
/*--------------------------------------------------------------------*/

tsl_pass *tsl_pass_new(const tsl_pass_options *o, const tsl_env *env)
{
   tsl_memory m = {*env, 0};
   tsl_pass *p = tsl_map(&m, sizeof *p);
   p->memory = m;
   p->options = *o;
   tsl_events_init(&p->events, &p->memory,
                   o->with_data || o->with_calls || o->selects, o->with_runs);
   tsl_space_init(&p->space, &p->memory);
   p->gap = tsl_map(&p->memory, TSL_GAPS * sizeof *p->gap);
   tsl_spots_init(&p->spots, &p->memory);
   tsl_tree_init(&p->tree, &p->memory, (uint32_t)o->depth);
   tsl_cells_init(&p->cells, &p->memory, &p->space, o->granularities,
                  o->shift);
   tsl_context_words_init(&p->context_words, &p->memory, o->granularities,
                          o->shift);
   tsl_wide_init(&p->wide, &p->memory, o->shift[TSL_WORD]);
   tsl_warm_init(&p->warm, &p->memory);
   p->to = ~0ull;
   p->in_phase = p->is_on = 1;
   return p;
}

static size_t picked_site_bytes(const tsl_pass *p)
{
   return (p->picked_capacity + TSL_SITES_AHEAD) * sizeof(uint32_t);
}

static void free_thread(tsl_pass *p, tsl_pass_thread *t)
{
   tsl_stack_free(&t->stack);
   tsl_unmap(&p->memory, t, sizeof *t);
}

void tsl_pass_free(tsl_pass *p)
{
   tsl_memory *m = &p->memory, last;
   uint32_t i;
   for (i = 0; i < p->threads; i++)
      free_thread(p, p->thread[i]);
   tsl_release(m, p->thread, p->thread_capacity * sizeof *p->thread);
   tsl_release(m, p->stack, p->stack_capacity * sizeof *p->stack);
   tsl_release(m, p->function, p->site_capacity * sizeof *p->function);
   tsl_release(m, p->site_flags, p->site_capacity);
   tsl_release(m, p->functions, p->known_functions);
   tsl_release(m, p->region, (p->regions + 1) * sizeof *p->region);
   tsl_release(m, p->wanted_thread,
               (p->wanted_threads + 1) * sizeof *p->wanted_thread);
   tsl_release(m, p->picked_address, p->picked_capacity * sizeof(uint64_t));
   tsl_release(m, p->picked_site, picked_site_bytes(p));
   tsl_context_words_free(&p->context_words);
   tsl_cells_free(&p->cells);
   tsl_tree_free(&p->tree);
   tsl_spots_free(&p->spots);
   tsl_wide_free(&p->wide);
   tsl_warm_free(&p->warm);
   tsl_unmap(&p->memory, p->gap, TSL_GAPS * sizeof *p->gap);
   tsl_space_free(&p->space);
   tsl_events_free(&p->events);
   last = *m;
   tsl_unmap(&last, p, sizeof *p);
}

/*--------------------------------------------------------------------*/
/*--- Definitions                                                  ---*/
/*--------------------------------------------------------------------*/

static void know_functions(tsl_pass *p, uint32_t function)
{
   uint32_t capacity = p->known_functions == 0 ? TSL_MAP_UNIT : 2 * p->known_functions;
   if (function < p->known_functions)
      return;
   while (capacity <= function)
      capacity *= 2;
   p->functions = tsl_grow(&p->memory, p->functions, p->known_functions, capacity);
   p->known_functions = capacity;
}

void tsl_pass_sites(tsl_pass *p, uint32_t count, const int32_t *function,
                    const uint32_t *bytes, const uint8_t *flags)
{
   uint32_t i;
   if (p->sites + count > p->site_capacity) {
      uint32_t capacity = p->site_capacity == 0 ? 1024 : 2 * p->site_capacity;
      while (capacity < p->sites + count)
         capacity *= 2;
      p->function = tsl_grow(&p->memory, p->function,
                             p->site_capacity * sizeof *p->function,
                             capacity * sizeof *p->function);
      p->site_flags =
         tsl_grow(&p->memory, p->site_flags, p->site_capacity, capacity);
      p->site_capacity = capacity;
   }
   for (i = 0; i < count; i++) {
      p->function[p->sites + i] = function[i];
      p->site_flags[p->sites + i] = flags[i];
      know_functions(p, (uint32_t)function[i]);
   }
   p->sites += count;
   if (p->options.takes_words)
      tsl_wide_sites(&p->wide, count, bytes, flags, TSL_SITE_STORE);
   tsl_cells_sites(&p->cells, p->sites);
}

void tsl_pass_function(tsl_pass *p, uint32_t function, uint8_t is)
{
   know_functions(p, function);
   p->functions[function] |= is;
}

void tsl_pass_select(tsl_pass *p, uint64_t from, uint64_t to,
                     const uint32_t *thread, uint32_t threads,
                     const tsl_pass_region *region, uint32_t regions, int inclusive)
{
   uint32_t i;
   p->inclusive = inclusive;
   p->from = from;
   p->to = to;
   p->wanted_thread = tsl_map(&p->memory, (threads + 1) * sizeof *thread);
   p->wanted_threads = threads;
   for (i = 0; i < threads; i++)
      p->wanted_thread[i] = thread[i];
   p->region = tsl_map(&p->memory, (regions + 1) * sizeof *region);
   p->regions = regions;
   for (i = 0; i < regions; i++)
      p->region[i] = region[i];
}

void tsl_pass_phase(tsl_pass *p, int is_wanted)
{
   p->in_phase = is_wanted;
}

void tsl_pass_toggle(tsl_pass *p, uint64_t start, uint64_t stop, int flips)
{
   p->is_on = 0;
   p->flips = flips;
   p->start.wanted = start;
   p->stop.wanted = stop;
}

void tsl_pass_batch(tsl_pass *p, const tsl_batch *b)
{
   p->batch = *b;
}

/*--------------------------------------------------------------------*/
/*--- Threads and their stacks                                     ---*/
/*--------------------------------------------------------------------*/

tsl_pass_thread *tsl_pass_thread_of(tsl_pass *p, uint32_t number)
{
   tsl_pass_thread *t;
   uint32_t i;
   for (i = 0; i < p->threads; i++)
      if (p->thread[i]->number == number)
         return p->thread[i];
   if (p->threads == p->thread_capacity) {
      const uint32_t capacity =
         p->thread_capacity == 0 ? 512 : 2 * p->thread_capacity;
      p->thread =
         tsl_grow(&p->memory, p->thread, p->thread_capacity * sizeof *p->thread,
                  capacity * sizeof *p->thread);
      p->thread_capacity = capacity;
   }
   t = tsl_map(&p->memory, sizeof *t);
   t->number = number;
   know_functions(p, 0);
   tsl_stack_init(&t->stack, &p->tree, &p->space,
                  (const uint8_t *const *)&p->functions, p->options.complete);
   return p->thread[p->threads++] = t;
}

static void remove_stack(tsl_pass *p, const tsl_pass_thread *t)
{
   uint32_t i, kept = 0;
   for (i = 0; i < p->stacks; i++)
      if (p->stack[i].thread != t)
         p->stack[kept++] = p->stack[i];
   p->stacks = kept;
}

void tsl_pass_gap(tsl_pass *p) { tsl_cells_gap(&p->cells); }

void tsl_pass_thread_ends(tsl_pass *p, uint32_t number)
{
   uint32_t i;
   for (i = 0; i < p->threads; i++)
      if (p->thread[i]->number == number) {
         remove_stack(p, p->thread[i]);
         free_thread(p, p->thread[i]);
         for (p->threads--; i < p->threads; i++)
            p->thread[i] = p->thread[i + 1];
      }
}

/* The first return address that is stored or loaded tells where the thread's
   stack is. */
static void stack_at(tsl_pass *p, tsl_pass_thread *t, uint64_t address)
{
   const int starts = p->options.from_start && p->threads == 1;
   const tsl_mapping *m = tsl_space_mapping_below(&p->space, address);
   tsl_pass_stack s;
   s.low = address - STACK_GROWTH;
   s.high = (address + STACK_ABOVE) & ~(PAGE - 1);
   if (m != NULL && tsl_range_end(&p->space.range[m->range]) > address) {
      s.high = tsl_range_end(&p->space.range[m->range]);
      if (p->stacks > 0) {
         s.low = m->start;
      } else if (m > p->space.mapping) {
         const uint64_t below = tsl_range_end(&p->space.range[m[-1].range]);
         if (s.low < below)
            s.low = below;
      }
   }
   s.frames = starts ? address + 8 : s.high;
   s.thread = t;
   remove_stack(p, t);
   if (p->stacks == p->stack_capacity) {
      const uint32_t capacity =
         p->stack_capacity == 0 ? 128 : 2 * p->stack_capacity;
      p->stack = tsl_grow(&p->memory, p->stack, p->stack_capacity * sizeof s,
                          capacity * sizeof s);
      p->stack_capacity = capacity;
   }
   p->stack[p->stacks++] = s;
   tsl_space_end_between(&p->space, s.low, s.high);
   t->is_placed = 1;
}

/* The last access before `end`, from `first` on: where it was taken apart, its
   first word. */
static uint32_t last_access(const tsl_pass *p, uint32_t first, uint32_t end)
{
   uint32_t at = end - 1;
   while (p->options.takes_words && at > first && p->wide.goes_on[at])
      at--;
   return at;
}

/* Whether the stack was found; the access that told is then asked about. */
static int place_stack(tsl_pass *p, tsl_pass_thread *t)
{
   const tsl_decoded *d = p->decoded;
   uint32_t i, at;
   for (i = 0; i < d->transfers; i++) {
      const unsigned flags = d->transfer[i].flags;
      if (flags & (TSL_BLOCK_CALL | TSL_BLOCK_RETURN)) {
         at = last_access(
            p, d->transfer[i].first,
            i + 1 < d->transfers ? d->transfer[i + 1].first : d->count);
         stack_at(p, t, d->address[at]);
         p->segment.address = d->address + at;
         p->segment.site = d->site + at;
         p->in_segment = 0;
         return 1;
      }
   }
   return 0;
}

/*--------------------------------------------------------------------*/
/*--- Places                                                       ---*/
/*--------------------------------------------------------------------*/

static void set(tsl_place *place, int32_t object, uint64_t low, uint64_t bytes,
                uint32_t range)
{
   place->object = object;
   place->low = low;
   place->bytes = bytes;
   place->range = range;
   place->own_frame = 0;
}

/* Keeps where nothing is placed around an address. */
static void find_gap(tsl_pass *p, uint64_t address, tsl_gap *gap)
{
   const tsl_mapping *m = tsl_space_mapping(&p->space, address);
   uint64_t low = address & ~(PAGE - 1), high = low + PAGE;
   uint32_t i;
   gap->range = m == NULL ? TSL_NOTHING : m->range;
   gap->serial = p->space.range[gap->range].serial;
   if (m != NULL) {
      low = m->start;
      high = tsl_range_end(&p->space.range[m->range]);
   }
   for (i = 0; i < p->stacks; i++) {
      const tsl_pass_stack *stack = &p->stack[i];
      if (stack->high <= address && stack->high > low)
         low = stack->high;
      if (stack->low > address && stack->low < high)
         high = stack->low;
   }
   tsl_space_gap(&p->space, address, &low, &high);
   gap->low = low;
   gap->bytes = high - low;
}

static void found_in_gap(const tsl_pass *p, const tsl_gap *gap,
                         tsl_place *place)
{
   const int32_t object = p->space.range[gap->range].object;
   set(place, object, gap->low, gap->bytes, gap->range);
}

static const tsl_pass_stack *stack_of(const tsl_pass *p, uint64_t address)
{
   uint32_t i;
   for (i = 0; i < p->stacks; i++)
      if (address >= p->stack[i].low && address < p->stack[i].high)
         return &p->stack[i];
   return NULL;
}

/* The place of what lies at a spot. Offsets in the running function's own frame
   hold for every call, others for this one. */
static void found_in_frame(tsl_pass *p, tsl_pass_thread *t, uint32_t frame,
                           const tsl_spot_answer *answer, tsl_place *place)
{
   const uint32_t number = answer->of_callee ? frame + 1 : frame;
   const uint64_t cfa = t->stack.frame[number].cfa;
   place->object = answer->object;
   place->bytes = answer->bytes;
   place->own_frame = t == p->runs && number == t->stack.top && cfa != 0;
   place->low = (uint64_t)answer->low + (place->own_frame ? 0 : cfa);
   place->range =
      place->own_frame ? TSL_ALWAYS : tsl_stack_range(&t->stack, number);
}

static int find_in_stack(tsl_pass *p, const tsl_pass_stack *in,
                         uint64_t address, uint32_t site, tsl_place *place)
{
   uint32_t frame;
   tsl_spot spot;
   const tsl_spot_answer *answer;
   if (address >= in->frames)
      return 0;
   spot = tsl_spot_at(&in->thread->stack, address, (int32_t)site, &frame);
   answer = tsl_spots_find(&p->spots, &spot);
   if (answer->bytes == 0)
      return 0;
   found_in_frame(p, in->thread, frame, answer, place);
   return 1;
}

/* Whether it could be found what an access goes to without the caller. */
static int find_place(tsl_pass *p, uint64_t address, uint32_t site,
                      tsl_place *place)
{
   tsl_gap *known = &p->gap[address >> GAP_SHIFT & (TSL_GAPS - 1)];
   const tsl_pass_stack *stack;
   tsl_gap gap;
   uint32_t number;
   if (address - known->low < known->bytes
       && known->serial == p->space.range[known->range].serial) {
      found_in_gap(p, known, place);
      return 1;
   }
   number = tsl_space_at(&p->space, address);
   if (number != 0) {
      const tsl_range *r = &p->space.range[number];
      if (r->object < 0)
         return 0;
      if (r->covered)
         set(place, r->object, address, 1, number);
      else
         set(place, r->object, r->start, r->bytes, number);
      return 1;
   }
   stack = stack_of(p, address);
   if (stack != NULL)
      return find_in_stack(p, stack, address, site, place);
   find_gap(p, address, &gap);
   if (gap.bytes >= PAGE)
      *known = gap;
   found_in_gap(p, &gap, place);
   return 1;
}

/*--------------------------------------------------------------------*/
/*--- Picking                                                      ---*/
/*--------------------------------------------------------------------*/

static uint32_t within(uint64_t number, uint64_t position, uint32_t n)
{
   if (number <= position)
      return 0;
   return number - position < n ? (uint32_t)(number - position) : n;
}

/* Which accesses of what was decoded are at a time that is wanted. */
static void find_wanted(tsl_pass *p)
{
   const uint32_t n = p->decoded->count;
   int possible = p->in_phase && p->wanted_threads == 0;
   uint32_t i;
   for (i = 0; i < p->wanted_threads; i++)
      possible |= p->in_phase && p->wanted_thread[i] == p->events.thread;
   p->from_index = within(p->from, p->position, n);
   p->to_index = possible ? within(p->to, p->position, n) : p->from_index;
   if (n > p->picked_capacity) {
      tsl_release(&p->memory, p->picked_address,
                  p->picked_capacity * sizeof(uint64_t));
      tsl_release(&p->memory, p->picked_site, picked_site_bytes(p));
      p->picked_capacity = p->decoded->capacity;
      p->picked_address =
         tsl_map(&p->memory, p->picked_capacity * sizeof(uint64_t));
      p->picked_site = tsl_map(&p->memory, picked_site_bytes(p));
   }
}

static int is_in_regions(const tsl_pass *p, uint64_t address)
{
   uint32_t i;
   for (i = 0; i < p->regions; i++)
      if (address - p->region[i].start < p->region[i].bytes)
         return 1;
   return p->regions == 0;
}

/* Picks those out of a part of what was decoded that are wanted. */
static uint32_t pick(tsl_pass *p, uint32_t from, uint32_t end)
{
   const tsl_decoded *d = p->decoded;
   const tsl_stack *stack = &p->runs->stack;
   uint32_t i, n = 0;
   if (!p->is_on || (p->inclusive && !stack->frame[stack->top].inside))
      return 0;
   from = from < p->from_index ? p->from_index : from;
   end = end > p->to_index ? p->to_index : end;
   for (i = from; i < end; i++)
      if ((p->site_flags[d->site[i]] & TSL_SITE_WANTED) && is_in_regions(p, d->address[i])) {
         p->made += !p->options.takes_words || !p->wide.goes_on[i];
         p->picked_address[n] = d->address[i];
         p->picked_site[n++] = d->site[i];
      }
   return n;
}

/*--------------------------------------------------------------------*/
/*--- Labelling                                                    ---*/
/*--------------------------------------------------------------------*/

typedef uint32_t four
   __attribute__((vector_size(16), aligned(4), may_alias));

static void copy32(uint32_t *to, const uint32_t *from, uint32_t n)
{
   uint32_t i;
   for (i = 0; i + 4 <= n; i += 4) {
      *(four *)(to + i) = *(const four *)(from + i);
      TSL_KEEP_LOOP;
   }
   for (; i < n; i++)
      to[i] = from[i];
}

static void fill32(uint32_t *to, uint32_t value, uint32_t n)
{
   const four values = {value, value, value, value};
   uint32_t i;
   for (i = 0; i + 4 <= n; i += 4) {
      *(four *)(to + i) = values;
      TSL_KEEP_LOOP;
   }
   for (; i < n; i++)
      to[i] = value;
}

/* Stores among accesses that were picked out. */
static uint64_t stores_of(const tsl_pass *p, const uint32_t *site, uint32_t n)
{
   uint64_t stores = 0;
   uint32_t i;
   for (i = 0; i < n; i++)
      stores += (p->site_flags[site[i]] & TSL_SITE_STORE) != 0;
   return stores;
}

/* Accesses of one function, in one place of the call tree. */
static void begin_segment(tsl_pass *p, uint32_t from, uint32_t end,
                          uint64_t stores)
{
   const tsl_decoded *d = p->decoded;
   tsl_segment *s = &p->segment;
   tsl_stack *stack = &p->runs->stack;
   int32_t node = 0;
   s->address = d->address + from;
   s->site = d->site + from;
   s->n = end - from;
   if (p->options.selects) {
      /* Strides are steps from one access that is wanted to the next. */
      s->n = pick(p, from, end);
      s->address = p->picked_address;
      s->site = p->picked_site;
      stores = stores_of(p, s->site, s->n);
   }
   p->in_segment = 0;
   p->has_segment = 1;
   if (s->n == 0)
      return;
   s->label = p->batch.label + p->batch.count;
   s->cfa = stack->frame[stack->top].cfa;
   if (p->options.with_data)
      tsl_cells_begin(&p->cells, s);
   if (p->options.with_calls) {
      node = stack->frame[stack->top].node;
      fill32(p->batch.context + p->batch.count, (uint32_t)node, s->n);
      tsl_context_words_touch(&p->context_words, (uint32_t)node, s->address,
                              s->n);
   }
   s->is_warm = tsl_warm_is(&p->warm, p->function[s->site[0]]);
   if (s->is_warm)
      return;
   p->loads += s->n - stores;
   p->stores += stores;
   if (p->tree.nodes > 0 && node >= 0) {
      p->tree.node[node].loads += s->n - stores;
      p->tree.node[node].stores += stores;
   }
}

/* Whether the segment was labelled; otherwise a place is asked for. */
static int label_segment(tsl_pass *p)
{
   tsl_segment *s = &p->segment;
   if (s->n == 0)
      return 1;
   if (!p->options.with_data) {
      copy32(s->label, s->site, s->n);
   } else {
      for (;;) {
         p->in_segment = tsl_cells_label(&p->cells, s, p->in_segment);
         if (p->in_segment == s->n)
            break;
         if (!p->has_answer
             && !find_place(p, s->address[p->in_segment],
                            s->site[p->in_segment], &p->answer)) {
            p->asks = 1;
            return 0;
         }
         p->has_answer = 0;
         tsl_cells_found(&p->cells, s, p->in_segment, &p->answer);
         p->in_segment++;
      }
   }
   if (s->is_warm) {
      /* What they touched is known of their cells. */
      fill32(s->label, TSL_WARM, s->n);
      tsl_warm_count(&p->warm, p->events.thread, s->site, s->n);
      p->batch.warm += s->n;
   }
   tsl_copy64(p->batch.address + p->batch.count, s->address, s->n);
   p->batch.count += s->n;
   return 1;
}

/* A block has made its accesses, before the one of this index, and may end by a
   call or a return. */
static void leave_block(tsl_pass *p, const tsl_transfer *transfer, uint32_t end)
{
   const tsl_decoded *d = p->decoded;
   const unsigned flags = transfer->flags;
   const uint32_t at = last_access(p, transfer->first, end);
   if (flags & TSL_BLOCK_CALL)
      tsl_stack_call(&p->runs->stack, d->address[at], (int32_t)d->site[at]);
   else if (flags & TSL_BLOCK_RETURN)
      tsl_stack_returned(&p->runs->stack, d->address[at]);
}

static int counts(tsl_toggler *t)
{
   t->seen++;
   return t->wanted == 0 || t->seen == t->wanted;
}

/* A block begins that starts or stops what is wanted, or both. */
static void toggle(tsl_pass *p, unsigned flags)
{
   const int starts = (flags & TSL_BLOCK_START) && counts(&p->start);
   const int stops = (flags & TSL_BLOCK_STOP) && counts(&p->stop);
   if (starts)
      p->is_on = !p->flips || !p->is_on;
   else if (stops)
      p->is_on = 0;
}

static int is_wanted_at(const tsl_pass *p, uint32_t at)
{
   return !p->options.selects
          || (p->is_on && at >= p->from_index && at < p->to_index);
}

/* Whether the block of a control transfer is known to be a callee's. */
static int is_callees(const tsl_pass *p, const tsl_transfer *transfer, uint32_t at)
{
   const tsl_decoded *d = p->decoded;
   const uint32_t end = transfer + 1 < d->transfer + d->transfers ? transfer[1].first : d->count;
   return at < end
          && tsl_stack_is_callee(&p->runs->stack, d->address[at],
                                 (transfer->flags & TSL_BLOCK_RETURN) != 0 && at + 1 == end);
}

static void enter_block(tsl_pass *p, const tsl_transfer *transfer, uint32_t at)
{
   tsl_tree *tree = &p->tree;
   const unsigned flags = transfer->flags;
   const int32_t function = transfer->function;
   const int toggles = (flags & (TSL_BLOCK_START | TSL_BLOCK_STOP)) != 0;
   const int if_called = (flags & TSL_BLOCK_IF_CALLED) != 0;
   if (toggles && !if_called)
      toggle(p, flags);
   tree->counts = !if_called && is_wanted_at(p, at);
   tree->called = TSL_NONE;
   if (function != TSL_NO_FUNCTION)
      tsl_stack_enter(&p->runs->stack, function,
                      (flags & TSL_BLOCK_AT_ENTRY) != 0 || is_callees(p, transfer, at),
                      (flags & TSL_BLOCK_HAS_ENTRY) != 0);
   if (if_called && tree->called != TSL_NONE) {
      toggle(p, flags);
      tree->node[tree->called].calls +=
         is_wanted_at(p, at) && tree->node[tree->called].function == function;
   }
}

/* Begins to label what was decoded; whether the stack was found by it. */
static int begin_labels(tsl_pass *p)
{
   const tsl_decoded *d = p->decoded;
   tsl_stack *stack;
   p->labels = 1;
   p->transfer = p->at = 0;
   p->has_segment = 0;
   if (!p->events.follows)
      return 0;
   p->runs = tsl_pass_thread_of(p, p->events.thread);
   stack = &p->runs->stack;
   if (p->options.selects)
      find_wanted(p);
   if (stack->frame[stack->top].node == TSL_NONE)
      tsl_stack_enter(stack, p->function[d->site[0]], 0, 0);
   return !p->runs->is_placed && place_stack(p, p->runs);
}

static void end_labels(tsl_pass *p)
{
   p->position += p->decoded->count;
   if (p->options.with_runs && !p->options.decodes_only) {
      const tsl_decoded *d = &p->events.out;
      copy32(p->batch.run + p->batch.runs, d->run, d->runs);
      p->batch.runs += d->runs;
   }
   tsl_events_taken(&p->events);
   p->labels = p->is_shown = 0;
   p->decoded = NULL;
}

/* Without control transfers, sites are labels. */
static void label_plainly(tsl_pass *p)
{
   const tsl_decoded *d = p->decoded;
   uint32_t *const label = p->batch.label + p->batch.count;
   uint32_t i;
   tsl_copy64(p->batch.address + p->batch.count, d->address, d->count);
   copy32(label, d->site, d->count);
   p->batch.count += d->count;
   for (i = 0; p->warm.now > 0 && i < d->count; i++)
      if (tsl_warm_is(&p->warm, p->function[d->site[i]])) {
         label[i] = TSL_WARM;
         tsl_warm_count(&p->warm, p->events.thread, d->site + i, 1);
         p->batch.warm++;
      }
}

/* Stores among what was decoded before a control transfer. */
static uint64_t stores_before(const tsl_pass *p, uint32_t transfer)
{
   return tsl_decoded_stores(p->decoded,
                             p->options.takes_words ? p->wide.all_stores
                                                    : p->events.totals.stores,
                             transfer);
}

/* Labels what was decoded, segment by segment; TSL_PASS_DONE or _PLACE. */
static tsl_pass_status label_all(tsl_pass *p)
{
   const tsl_decoded *d = p->decoded;
   if (!p->events.follows) {
      label_plainly(p);
      return TSL_PASS_DONE;
   }
   for (; p->transfer <= d->transfers; p->transfer++) {
      const uint32_t end =
         p->transfer < d->transfers ? d->transfer[p->transfer].first : d->count;
      if (!p->has_segment)
         begin_segment(
            p, p->at, end,
            stores_before(p, p->transfer)
               - (p->transfer == 0 ? 0 : stores_before(p, p->transfer - 1)));
      if (!label_segment(p))
         return TSL_PASS_PLACE;
      p->has_segment = 0;
      if (p->transfer > 0)
         leave_block(p, &d->transfer[p->transfer - 1], end);
      if (p->transfer < d->transfers)
         enter_block(p, &d->transfer[p->transfer], end);
      p->at = end;
   }
   return TSL_PASS_DONE;
}

/* Takes what was decoded, once. */
static void take_decoded(tsl_pass *p)
{
   if (p->decoded != NULL)
      return;
   p->decoded = &p->events.out;
   if (p->options.takes_words) {
      tsl_wide_take(&p->wide, p->decoded);
      p->decoded = &p->wide.out;
   }
}

tsl_pass_status tsl_pass_flush(tsl_pass *p)
{
   const tsl_decoded *d;
   tsl_pass_status status;
   if (p->events.out.count == 0) {
      tsl_events_taken(&p->events);
      return TSL_PASS_DONE;
   }
   take_decoded(p);
   d = p->decoded;
   if (p->options.shows_decoded && !p->is_shown) {
      p->is_shown = 1;
      return TSL_PASS_DECODED;
   }
   if (p->options.decodes_only) {
      end_labels(p);
      return TSL_PASS_DONE;
   }
   if (!p->labels
       && (p->batch.capacity - p->batch.count < d->count
           || p->batch.capacity - p->batch.runs < p->events.out.runs
           || (p->batch.count > 0 && p->batch.thread != p->events.thread))) {
      p->wanted =
         d->count > p->events.out.runs ? d->count : p->events.out.runs;
      return TSL_PASS_BATCH;
   }
   p->batch.thread = p->events.thread;
   if (!p->labels && begin_labels(p))
      return TSL_PASS_STACK;
   status = label_all(p);
   if (status == TSL_PASS_DONE)
      end_labels(p);
   return status;
}

tsl_pass_status tsl_pass_words(tsl_pass *p, const uint64_t *words, size_t *at,
                               size_t n)
{
   for (;;) {
      tsl_events_status decoded;
      if (p->labels || p->is_shown) {
         const tsl_pass_status status = tsl_pass_flush(p);
         if (status != TSL_PASS_DONE)
            return status;
      }
      decoded = tsl_events_decode(&p->events, words, at, n);
      if (decoded == TSL_EVENTS_DONE)
         return TSL_PASS_DONE;
      if (decoded == TSL_EVENTS_FULL) {
         const tsl_pass_status status = tsl_pass_flush(p);
         if (status != TSL_PASS_DONE)
            return status;
      } else {
         return decoded == TSL_EVENTS_NOT_HEADER ? TSL_PASS_NOT_HEADER
                : decoded == TSL_EVENTS_CUT      ? TSL_PASS_CUT
                                                 : TSL_PASS_STRAY;
      }
   }
}

tsl_pass_access tsl_pass_asked(const tsl_pass *p)
{
   const tsl_pass_access a = {p->segment.address[p->in_segment],
                              p->segment.site[p->in_segment],
                              p->events.thread};
   return a;
}

void tsl_pass_found(tsl_pass *p, const tsl_place *place)
{
   p->answer = *place;
   p->has_answer = 1;
   p->asks = 0;
}

const tsl_pass_thread *tsl_pass_asked_spot(const tsl_pass *p, tsl_spot *spot)
{
   const tsl_pass_access a = tsl_pass_asked(p);
   const tsl_pass_stack *in = stack_of(p, a.address);
   uint32_t frame;
   if (in == NULL || a.address >= in->frames)
      return NULL;
   *spot = tsl_spot_at(&in->thread->stack, a.address, (int32_t)a.site, &frame);
   return in->thread;
}

void tsl_pass_found_spot(tsl_pass *p, const tsl_spot_answer *answer)
{
   const tsl_pass_access a = tsl_pass_asked(p);
   const tsl_pass_stack *in = stack_of(p, a.address);
   uint32_t frame;
   const tsl_spot spot =
      tsl_spot_at(&in->thread->stack, a.address, (int32_t)a.site, &frame);
   tsl_place place;
   found_in_frame(p, in->thread, frame, answer, &place);
   tsl_pass_found(p, &place);
   *tsl_spots_find(&p->spots, &spot) = *answer;
}

void tsl_pass_finish(tsl_pass *p)
{
   tsl_cells_finish(&p->cells);
   tsl_context_words_finish(&p->context_words);
}
