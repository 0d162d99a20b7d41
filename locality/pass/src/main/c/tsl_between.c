/*--------------------------------------------------------------------*/
/*--- tslmap: code without accesses between blocks.  tsl_between.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_between.h for the big picture. */

#include "tsl_between.h"

void tsl_between_init(tsl_between *b, tsl_memory *m)
{
   tsl_fill(b, 0, sizeof *b);
   b->memory = m;
}

void tsl_between_block(tsl_between *b, uint32_t block, uint64_t guest)
{
   b->place = tsl_room(b->memory, b->place, &b->place_capacity, block + 1, sizeof *b->place);
   b->place[block].guest = guest;
}

void tsl_between_goes_on(tsl_between *b, uint32_t block, uint64_t to) { b->place[block].to = to; }

TSL_INLINE uint32_t passage_place(uint64_t start)
{
   return (uint32_t)(start * 0x9E3779B97F4A7C15ull >> 32) % TSL_PASSAGE_PLACES;
}

void tsl_between_passage(tsl_between *b, uint64_t start, uint64_t to, const tsl_move *m, uint32_t n)
{
   uint32_t *at = &b->passage_at[passage_place(start)];
   uint32_t i;
   for (i = *at; i != 0; i = b->passage[i - 1].next)
      if (b->passage[i - 1].start == start && b->passage[i - 1].to == to)
         return; /* translated again */
   b->passage = tsl_room(b->memory, b->passage, &b->passage_capacity, b->passages + 1,
                         sizeof *b->passage);
   b->move = tsl_room(b->memory, b->move, &b->move_capacity, b->moves + n, sizeof *b->move);
   b->passage[b->passages] = (tsl_passage){start, to, b->moves, n, *at};
   *at = ++b->passages;
   for (i = 0; i < n; i++)
      b->move[b->moves++] = m[i];
}

/* What a passage does, behind what was done before. */
static void pass(const tsl_between *b, const tsl_passage *p, tsl_moves *m)
{
   const tsl_moves before = *m;
   uint32_t i;
   for (i = p->first; i < p->first + p->count; i++) {
      const uint32_t r = b->move[i].which % TSL_REGISTERS;
      uint32_t from = b->move[i].registers & TSL_ALL_REGISTERS;
      m->from[r] = 0;
      for (; from != 0; from &= from - 1)
         m->from[r] |= before.from[__builtin_ctz(from)];
   }
}

/* What is done between an address and another, the shortest way; 0: nothing, or there is no way. */
static int find_moves(const tsl_between *b, uint64_t from, uint64_t to, tsl_moves *m)
{
   uint32_t seen[TSL_PASSAGES_LOOKED_AT], before[TSL_PASSAGES_LOOKED_AT];
   uint32_t way[TSL_PASSAGES_LOOKED_AT];
   uint32_t n = 0, next = 0, i, k = 0;
   uint64_t at = from;
   for (;; next++) {
      uint32_t p;
      for (p = b->passage_at[passage_place(at)]; p != 0 && n < TSL_PASSAGES_LOOKED_AT;
           p = b->passage[p - 1].next)
         if (b->passage[p - 1].start == at) {
            seen[n] = p - 1;
            before[n++] = next - 1; /* all ones: none */
            if (b->passage[p - 1].to == to)
               goto found;
         }
      if (next == n)
         return 0;
      at = b->passage[seen[next]].to;
   }
found:
   for (i = n - 1; i != ~0u; i = before[i])
      way[k++] = seen[i];
   for (i = 0; i < TSL_REGISTERS; i++)
      m->from[i] = 1u << i;
   while (k > 0)
      pass(b, &b->passage[way[--k]], m);
   m->written = 0;
   for (i = 0; i < TSL_REGISTERS; i++)
      m->written |= (uint32_t)(m->from[i] != 1u << i) << i;
   return m->written != 0;
}

static tsl_arrival *arrival_of(const tsl_between *b, uint64_t blocks)
{
   const uint32_t last = b->arrival_places - 1;
   uint32_t i = (uint32_t)(blocks * 0x9E3779B97F4A7C15ull >> 32) & last;
   while (b->arrival[i].blocks != 0 && b->arrival[i].blocks != blocks)
      i = (i + 1) & last;
   return &b->arrival[i];
}

static void more_arrivals(tsl_between *b)
{
   tsl_arrival *const old = b->arrival;
   const uint32_t n = b->arrival_places;
   uint32_t i;
   b->arrival_places = n == 0 ? 1024 : 2 * n;
   b->arrival = tsl_map(b->memory, b->arrival_places * sizeof *b->arrival);
   for (i = 0; i < n; i++)
      if (old[i].blocks != 0)
         *arrival_of(b, old[i].blocks) = old[i];
   if (old != NULL)
      tsl_unmap(b->memory, old, n * sizeof *old);
}

const tsl_moves *tsl_between_blocks(tsl_between *b, uint32_t before, uint32_t block)
{
   const uint64_t from = b->place[before].to, to = b->place[block].guest;
   tsl_arrival *a;
   if (from == to || from == 0)
      return NULL;
   if (2 * b->arrivals >= b->arrival_places)
      more_arrivals(b);
   a = arrival_of(b, (uint64_t)(before + 1) << 32 | block);
   if (a->blocks == 0) {
      a->blocks = (uint64_t)(before + 1) << 32 | block;
      a->known = ~0u;
      b->arrivals++;
   }
   if (a->known != b->passages) {
      tsl_moves m;
      const int moves = find_moves(b, from, to, &m);
      a->known = b->passages;
      if (moves && a->moves == 0) {
         b->between =
            tsl_room(b->memory, b->between, &b->between_capacity, b->betweens + 1, sizeof *b->between);
         a->moves = ++b->betweens;
      }
      if (moves)
         b->between[a->moves - 1] = m;
   }
   return a->moves == 0 ? NULL : &b->between[a->moves - 1];
}
