/*--------------------------------------------------------------------*/
/*--- tslmap: cells, of a site and a data object.    tsl_cells.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_cells.h for the big picture. */

#include "tsl_cells.h"

#define OWN_FRAME (1ull << 63)
#define BUSY (1 << 30)
#define NO_CELL (-1)

/* Strides that no two accesses have: before the first, and after it. */
#define NO_ACCESS INT64_MIN
#define NO_STRIDE (INT64_MIN + 1)

/* Of a cell's strides these are all counted; it is busy from then on. */
#define COUNTED_STRIDES (1u << 15)
/* Of a busy cell's strides one of so many is counted. */
#define ONE_OF 8u
#define FEW_PLACES 2u
/* log2 of the accesses in a row of which all strides are counted, or none of busy
   cells. */
#define SAMPLE_BITS 9u

/*--------------------------------------------------------------------*/
/*--- Tables                                                       ---*/
/*--------------------------------------------------------------------*/

void tsl_cells_init(tsl_cells *c, tsl_memory *m, tsl_space *space,
                    unsigned granularities, const unsigned *shift)
{
   tsl_fill(c, 0, sizeof *c);
   c->memory = m;
   c->space = space;
   c->index_bits = 12;
   c->index = tsl_map(m, sizeof(uint32_t) << c->index_bits);
   tsl_arena_init(&c->tables, m);
   tsl_touched_init(&c->touched, m, granularities, shift, TSL_TOUCHED_MOST);
}

void tsl_cells_free(tsl_cells *c)
{
   tsl_release(c->memory, c->row, c->site_capacity * sizeof *c->row);
   tsl_release(c->memory, c->cell, c->cell_capacity * sizeof *c->cell);
   tsl_unmap(c->memory, c->index, sizeof(uint32_t) << c->index_bits);
   tsl_arena_free(&c->tables);
   tsl_touched_free(&c->touched);
}

void tsl_cells_sites(tsl_cells *c, uint32_t sites)
{
   if (sites > c->site_capacity) {
      uint32_t capacity = c->site_capacity == 0 ? 1024 : 2 * c->site_capacity;
      if (capacity < sites)
         capacity = sites;
      c->row = tsl_grow(c->memory, c->row, c->site_capacity * sizeof *c->row,
                        capacity * sizeof *c->row);
      c->site_capacity = capacity;
   }
   for (; c->sites < sites; c->sites++)
      c->row[c->sites].cell = NO_CELL;
}

static uint32_t index_of(const tsl_cells *c, int32_t site, int32_t object)
{
   const uint64_t h = ((uint64_t)(uint32_t)site * 0x9E3779B97F4A7C15ull
                       ^ (uint64_t)(uint32_t)object)
                      * 0xC2B2AE3D27D4EB4Full;
   return (uint32_t)(h >> (64 - c->index_bits));
}

static void grow_index(tsl_cells *c)
{
   uint32_t i;
   tsl_unmap(c->memory, c->index, sizeof(uint32_t) << c->index_bits);
   c->index_bits++;
   c->index = tsl_map(c->memory, sizeof(uint32_t) << c->index_bits);
   for (i = 0; i < c->cells; i++) {
      uint32_t at = index_of(c, c->cell[i].site, c->cell[i].object);
      while (c->index[at] != 0)
         at = (at + 1) & ((1u << c->index_bits) - 1);
      c->index[at] = i + 1;
   }
}

static uint32_t cell_of(tsl_cells *c, int32_t site, int32_t object)
{
   const uint32_t mask = (1u << c->index_bits) - 1;
   uint32_t at = index_of(c, site, object);
   tsl_cell *cell;
   for (; c->index[at] != 0; at = (at + 1) & mask) {
      cell = &c->cell[c->index[at] - 1];
      if (cell->site == site && cell->object == object)
         return c->index[at] - 1;
   }
   if (c->cells >= TSL_MOST_CELLS && object != 0)
      return cell_of(c, site, 0);
   if (c->cells == c->cell_capacity) {
      const uint32_t capacity =
         c->cell_capacity == 0 ? 1024 : 2 * c->cell_capacity;
      c->cell = tsl_grow(c->memory, c->cell, c->cell_capacity * sizeof *c->cell,
                         capacity * sizeof *c->cell);
      c->cell_capacity = capacity;
   }
   cell = &c->cell[c->cells];
   cell->site = site;
   cell->object = object;
   cell->stride = NO_ACCESS;
   c->index[at] = ++c->cells;
   if (2 * c->cells > mask)
      grow_index(c);
   return c->cells - 1;
}

/*--------------------------------------------------------------------*/
/*--- Strides                                                      ---*/
/*--------------------------------------------------------------------*/

TSL_INLINE uint32_t cell_number(const tsl_row *r)
{
   return (uint32_t)r->cell & ~(uint32_t)BUSY;
}

TSL_INLINE int32_t busy(const tsl_cell *cell)
{
   return cell->strides < COUNTED_STRIDES ? 0 : BUSY;
}

/* Most cells have few strides. Gives the first of the new places. */
static tsl_stride_count *more_places(tsl_cells *c, tsl_cell *cell)
{
   const uint32_t places = cell->places == 0 ? FEW_PLACES : TSL_STRIDE_PLACES;
   tsl_stride_count *at = tsl_arena_take(&c->tables, places * sizeof *at);
   uint32_t i;
   for (i = 0; i < cell->places; i++)
      at[i] = cell->at[i];
   cell->at = at;
   cell->places = places;
   return at + i;
}

void tsl_cells_count_stride(tsl_cells *c, uint32_t number, int64_t stride,
                            uint64_t times)
{
   tsl_cell *cell = &c->cell[number];
   tsl_stride_count *at = cell->at, *rarest = at;
   uint32_t i;
   cell->strides += times;
   for (i = 0; i < cell->places; i++) {
      if (at[i].stride == stride && at[i].count != 0) {
         at[i].count += times;
         return;
      }
      if (at[i].count < rarest->count)
         rarest = &at[i];
   }
   if (cell->places < TSL_STRIDE_PLACES
       && (cell->places == 0 || rarest->count != 0)) {
      rarest = more_places(c, cell);
   }
   rarest->stride = stride;
   rarest->error = rarest->count;
   rarest->count += times;
}

static void count(tsl_cells *c, uint32_t number, int64_t stride, uint64_t times)
{
   tsl_cells_count_stride(c, number, stride,
                          busy(&c->cell[number]) == 0 ? times : times * ONE_OF);
}

/* The cell goes on by another stride than before. */
static __attribute__((noinline)) void change_stride(tsl_cells *c, tsl_row *r,
                                                    int64_t stride)
{
   if (r->stride == NO_ACCESS) {
      r->stride = NO_STRIDE;
      return;
   }
   if (r->stride != NO_STRIDE) {
      const uint32_t cell = cell_number(r);
      count(c, cell, r->stride, r->count);
      r->cell = (int32_t)cell | busy(&c->cell[cell]);
   }
   r->stride = stride;
   r->count = 1;
}

/*--------------------------------------------------------------------*/
/*--- Labelling                                                    ---*/
/*--------------------------------------------------------------------*/

/* The cell goes on in another chunk. */
TSL_INLINE void touch(tsl_cells *c, tsl_row *r)
{
   if (r->touched != 0) {
      tsl_touched_add(&c->touched, cell_number(r), r->last, r->touched);
      r->touched = 0;
   }
}

void tsl_cells_begin(tsl_cells *c, const tsl_segment *s)
{
   c->first = c->accesses;
   c->accesses += s->n;
}

/* Whether strides of busy cells are counted from an access of the segment on; gives the first
   access for which that has to be asked again. It depends on the accesses before alone, and not
   on how they were cut into segments. */
TSL_INLINE uint32_t choose(tsl_cells *c, const tsl_segment *s, uint32_t i)
{
   const uint64_t number = (c->first + i) >> SAMPLE_BITS;
   const uint64_t end = ((number + 1) << SAMPLE_BITS) - c->first;
   if (c->counted == 0 || number != c->sample) {
      c->sample = number;
      c->counted = tsl_is_chosen(number, ONE_OF) ? INT32_MAX : BUSY;
   }
   return end < s->n ? (uint32_t)end : s->n;
}

TSL_INLINE void label(tsl_cells *c, const tsl_segment *s, tsl_row *r,
                      uint32_t i)
{
   const uint64_t address = s->address[i];
   const int64_t stride = (int64_t)(address - r->last);
   s->label[i] = cell_number(r);
   if ((address ^ r->last) >> tsl_touched_chunk_shift(&c->touched) != 0)
      touch(c, r);
   r->touched |= 1ull << (address >> c->touched.word_shift & 63);
   r->last = address;
   if (r->cell < c->counted) {
      if (stride == r->stride)
         r->count++;
      else
         change_stride(c, r, stride);
   }
}

uint32_t tsl_cells_label(tsl_cells *c, const tsl_segment *s, uint32_t i)
{
   const tsl_range *const range = c->space->range;
   const uint64_t cfa = s->cfa;
   uint32_t end = i;
   for (; i < s->n; i++) {
      tsl_row *r = &c->row[s->site[i]];
      const uint64_t base = r->bytes & OWN_FRAME ? cfa : 0;
      __builtin_prefetch(&c->row[s->site[i + TSL_SITES_AHEAD]], 1);
      if (__builtin_expect(i == end, 0))
         end = choose(c, s, i);
      if (__builtin_expect(s->address[i] - base - r->low
                              >= (r->bytes & ~OWN_FRAME)
                           || range[r->range].serial != r->serial, 0))
         return i;
      label(c, s, r, i);
   }
   return i;
}

/* The stride that goes on is over; the next access has none. */
static void end_stride(tsl_cells *c, uint32_t cell, int64_t *stride, uint64_t times)
{
   if (*stride != NO_ACCESS && *stride != NO_STRIDE)
      count(c, cell, *stride, times);
   *stride = NO_ACCESS;
}

void tsl_cells_gap(tsl_cells *c)
{
   uint32_t i;
   c->gaps++;
   for (i = 0; i < c->sites; i++) {
      tsl_row *r = &c->row[i];
      if (r->cell >= 0) {
         const uint32_t cell = cell_number(r);
         end_stride(c, cell, &r->stride, r->count);
         r->cell = (int32_t)cell | busy(&c->cell[cell]);
      }
   }
}

/* Keeps what the row knows of its cell. */
static void leave(tsl_cells *c, tsl_row *r)
{
   tsl_cell *cell;
   if (r->cell < 0)
      return;
   touch(c, r);
   cell = &c->cell[cell_number(r)];
   cell->last = r->last;
   cell->stride = r->stride;
   cell->count = r->count;
   cell->gaps = c->gaps;
}

static void take(tsl_cells *c, tsl_row *r, uint32_t number)
{
   tsl_cell *cell = &c->cell[number];
   if (cell->gaps != c->gaps)
      end_stride(c, number, &cell->stride, cell->count);
   r->cell = (int32_t)number | busy(cell);
   r->object = cell->object;
   r->last = cell->last;
   r->stride = cell->stride;
   r->count = cell->count;
}

void tsl_cells_found(tsl_cells *c, const tsl_segment *s, uint32_t i,
                     const tsl_place *place)
{
   const uint32_t site = s->site[i];
   tsl_row *r = &c->row[site];
   if (r->cell < 0 || r->object != place->object) {
      uint32_t number;
      leave(c, r);
      number = cell_of(c, (int32_t)site, place->object);
      take(c, r, number);
   }
   r->low = place->low;
   r->bytes = place->bytes | (place->own_frame ? OWN_FRAME : 0);
   r->range = place->range;
   r->serial = c->space->range[place->range].serial;
   label(c, s, r, i);
}

void tsl_cells_finish(tsl_cells *c)
{
   uint32_t i;
   for (i = 0; i < c->sites; i++)
      leave(c, &c->row[i]);
   for (i = 0; i < c->cells; i++) {
      tsl_cell *cell = &c->cell[i];
      end_stride(c, i, &cell->stride, cell->count);
   }
   for (i = 0; i < c->sites; i++) {
      c->row[i].cell = NO_CELL;
      c->row[i].bytes = 0;
   }
}
