/*--------------------------------------------------------------------*/
/*--- tslmap: strides that are told apart.        pass_strides.c ---*/
/*--------------------------------------------------------------------*/

#include <string.h>

#include "pass_check.h"

#define BUSY_ACCESSES 100000u
#define MOST_IN_SEGMENT 4000u

/* Cells whose strides are counted by hand: site i has cell i. */
static void make_cells(tsl_cells *c, tsl_space *s, tsl_memory *m, uint32_t n)
{
   uint32_t i;
   tsl_space_init(s, m);
   tsl_cells_init(c, m, s, 2, usual);
   tsl_cells_sites(c, n);
   for (i = 0; i < n; i++) {
      const uint64_t address = 4096;
      const tsl_place place = {7, TSL_ALWAYS, 4096, 8, 0};
      uint32_t label;
      const uint32_t site[1 + TSL_SITES_AHEAD] = {i};
      tsl_segment segment = {&address, site, 1, 0, &label, 0};
      tsl_cells_begin(c, &segment);
      expect("first access without a place", tsl_cells_label(c, &segment, 0), 0);
      tsl_cells_found(c, &segment, 0, &place);
      expect("cell", label, i);
      expect("access with a place", tsl_cells_label(c, &segment, 0), 1);
   }
}

const tsl_stride_count *stride_of(const tsl_cells *c, uint32_t cell,
                                  int64_t stride)
{
   const tsl_stride_count *at = c->cell[cell].at;
   uint32_t i;
   for (i = 0; i < c->cell[cell].places; i++)
      if (at[i].stride == stride && at[i].count != 0)
         return &at[i];
   return NULL;
}

/* The places of a cell against all its strides, one number each. */
void compare_strides(const tsl_cell *cell, const list *strides)
{
   list copy = {0};
   size_t places = 0, i;
   for (i = 0; i < strides->n; i++)
      append(&copy, strides->at[i]);
   expect("strides", cell->strides, strides->n);
   for (i = 0; i < cell->places; i++) {
      const tsl_stride_count *s = &cell->at[i];
      const uint64_t exact = count_of(strides, (uint64_t)s->stride);
      if (s->count == 0)
         continue;
      places++;
      if (exact > s->count || exact < s->count - s->error)
         differ("count of a stride", s->count - s->error, exact);
   }
   i = distinct(&copy, 0);
   expect("places", places, i < TSL_STRIDE_PLACES ? i : TSL_STRIDE_PLACES);
   for (i = 0; places < TSL_STRIDE_PLACES && i < places; i++)
      expect("error of few strides", cell->at[i].error, 0);
   drop(&copy);
}

void check_strides(void)
{
   tsl_memory m = {env, 0};
   tsl_space s;
   tsl_cells c;
   const uint64_t different = 1 + below(100);
   list strides[2] = {{0}};
   const tsl_stride_count *found;
   unsigned i;
   make_cells(&c, &s, &m, 4);
   for (i = 0; i < 3000; i++) {
      const int64_t stride = i % 5 < 3 ? -16 : (int64_t)below(different);
      tsl_cells_count_stride(&c, 0, stride, 1);
      append(&strides[0], (uint64_t)stride);
      if (stride >= 0 && stride < 7) {
         uint64_t j;
         tsl_cells_count_stride(&c, 1, 8 * stride, 1 + (uint64_t)stride);
         for (j = 0; j <= (uint64_t)stride; j++)
            append(&strides[1], 8 * (uint64_t)stride);
      }
   }
   compare_strides(&c.cell[0], &strides[0]);
   compare_strides(&c.cell[1], &strides[1]);
   found = stride_of(&c, 0, -16);
   expect("whether a majority is found", found != NULL, 1);
   expect("count of a majority", found->count - found->error, 1800);
   expect("cell without strides", c.cell[2].strides, 0);
   expect("places of a cell without strides", c.cell[2].at != NULL, 0);
   /* A stride that becomes regular is found among irregular ones. */
   for (i = 0; i < 100000; i++)
      tsl_cells_count_stride(&c, 3, 8ll * i * i, 1);
   tsl_cells_count_stride(&c, 3, -64, 5000);
   tsl_cells_count_stride(&c, 3, -64, 5000);
   found = stride_of(&c, 3, -64);
   expect("whether what became regular is found", found != NULL, 1);
   expect("count of what became regular", found->count - found->error, 10000);
   drop(&strides[0]);
   drop(&strides[1]);
   tsl_cells_free(&c);
   tsl_space_free(&s);
   expect("bytes left", (uint64_t)mapped, 0);
}

/* From one access to one behind a gap there is no stride, also of a cell that the site comes back to. */
void check_gaps(void)
{
   const uint64_t address[] = {4096, 4104, 4112, 8000, 8008};
   const tsl_place other = {8, TSL_ALWAYS, 1 << 20, 8, 0};
   tsl_memory m = {env, 0};
   tsl_space s;
   tsl_cells c;
   uint32_t i;
   make_cells(&c, &s, &m, 1);
   for (i = 0; i < 7; i++) {
      const uint64_t at = i == 5 ? 1 << 20 : address[i < 5 ? i : 4];
      const tsl_place place = i == 5 ? other : (tsl_place){7, TSL_ALWAYS, at, 8, 0};
      const uint32_t site[1 + TSL_SITES_AHEAD] = {0};
      uint32_t label;
      const tsl_segment segment = {&at, site, 1, 0, &label, 0};
      if (i == 3 || i == 6)
         tsl_cells_gap(&c);
      tsl_cells_begin(&c, &segment);
      if (tsl_cells_label(&c, &segment, 0) == 0)
         tsl_cells_found(&c, &segment, 0, &place);
   }
   tsl_cells_finish(&c);
   expect("strides between gaps", c.cell[0].strides, 5);
   expect("strides of a cell with one access", c.cell[1].strides, 0);
   expect("whether strides are regular", stride_of(&c, 0, 8) != NULL, 1);
   expect("regular strides", stride_of(&c, 0, 8)->count, 3);
   tsl_cells_free(&c);
   tsl_space_free(&s);
   expect("bytes left", (uint64_t)mapped, 0);
}

/* Labels accesses of one site to one object in segments of at most `most`. */
static void label_all(tsl_cells *c, const uint64_t *address, uint32_t n, uint32_t most)
{
   static const uint32_t site[MOST_IN_SEGMENT + TSL_SITES_AHEAD] = {0};
   static uint32_t label[MOST_IN_SEGMENT];
   const tsl_place place = {7, TSL_ALWAYS, 0, (uint64_t)1 << 40, 0};
   uint32_t done = 0;
   while (done < n) {
      const uint32_t here = 1 + (uint32_t)below(most < n - done ? most : n - done);
      const tsl_segment segment = {address + done, site, here, 0, label, 0};
      uint32_t i;
      tsl_cells_begin(c, &segment);
      for (i = 0; (i = tsl_cells_label(c, &segment, i)) < here; i++)
         tsl_cells_found(c, &segment, i, &place);
      done += here;
   }
   tsl_cells_finish(c);
}

/* What is counted of a busy cell does not depend on how its accesses come. */
void check_segments(void)
{
   static uint64_t address[BUSY_ACCESSES];
   tsl_memory m = {env, 0};
   tsl_space s[2];
   tsl_cells c[2];
   uint32_t i, j;
   for (i = 0; i < BUSY_ACCESSES; i++)
      address[i] = 8 * below(64);
   for (j = 0; j < 2; j++) {
      tsl_space_init(&s[j], &m);
      tsl_cells_init(&c[j], &m, &s[j], 2, usual);
      tsl_cells_sites(&c[j], 1);
      label_all(&c[j], address, BUSY_ACCESSES, j == 0 ? MOST_IN_SEGMENT : 40);
   }
   expect("strides in other segments", c[1].cell[0].strides, c[0].cell[0].strides);
   expect("places in other segments", c[1].cell[0].places, c[0].cell[0].places);
   for (i = 0; i < c[0].cell[0].places; i++) {
      expect("stride in other segments", (uint64_t)c[1].cell[0].at[i].stride,
             (uint64_t)c[0].cell[0].at[i].stride);
      expect("count in other segments", c[1].cell[0].at[i].count, c[0].cell[0].at[i].count);
   }
   for (j = 0; j < 2; j++) {
      tsl_cells_free(&c[j]);
      tsl_space_free(&s[j]);
   }
   expect("bytes left", (uint64_t)mapped, 0);
}
