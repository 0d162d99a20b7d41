/*--------------------------------------------------------------------*/
/*--- tslmap: cells, through the whole pass.        pass_cells.c ---*/
/*--------------------------------------------------------------------*/

#include <string.h>

#include "pass_check.h"

enum { SITES = 5, MOST_CELLS = 4000, BATCH_CAPACITY = 8192 };

/* A cell as it should be. */
typedef struct {
   int32_t site, object;
   uint64_t last;
   list addresses, strides;
} cell_model;

static cell_model cells[MOST_CELLS];
static uint32_t cells_known;

/* Accesses that were fed: what their labels should be, in order. */
static struct {
   uint64_t address;
   int32_t site, object;
} *fed;
static size_t feds, fed_capacity, taken;

static uint64_t batch_address[BATCH_CAPACITY];
static uint32_t batch_label[BATCH_CAPACITY], batch_context[BATCH_CAPACITY];

static void feed(uint64_t address, int32_t site, int32_t object)
{
   uint32_t i;
   cell_model *c;
   if (feds == fed_capacity) {
      fed_capacity = fed_capacity == 0 ? 1024 : 2 * fed_capacity;
      fed = realloc(fed, fed_capacity * sizeof *fed);
   }
   fed[feds].address = address;
   fed[feds].site = site;
   fed[feds++].object = object;
   for (i = 0; i < cells_known; i++)
      if (cells[i].site == site && cells[i].object == object)
         break;
   c = &cells[i];
   if (i == cells_known) {
      expect("whether the reference has capacity", cells_known++ < MOST_CELLS,
             1);
      memset(c, 0, sizeof *c);
      c->site = site;
      c->object = object;
   } else {
      append(&c->strides, address - c->last);
   }
   append(&c->addresses, address);
   c->last = address;
}

static void take_batch(tsl_pass *p)
{
   const tsl_batch next = {.address = batch_address,
                           .label = batch_label,
                           .context = batch_context,
                           .capacity = BATCH_CAPACITY};
   uint32_t i;
   for (i = 0; i < p->batch.count; i++, taken++) {
      const tsl_cell *c = &p->cells.cell[batch_label[i]];
      expect("address", batch_address[i], fed[taken].address);
      expect("site", (uint64_t)c->site, (uint64_t)fed[taken].site);
      expect("object", (uint64_t)c->object, (uint64_t)fed[taken].object);
   }
   tsl_pass_batch(p, &next);
}

/* Answers; whether the pass wants to be called again. */
static int answer(tsl_pass *p, tsl_pass_status status)
{
   if (status == TSL_PASS_BATCH) {
      take_batch(p);
   } else if (status == TSL_PASS_PLACE) {
      const uint64_t address = tsl_pass_asked(p).address;
      const uint32_t range = tsl_space_at(&p->space, address);
      expect("whether it asks for what was placed", range != 0, 1);
      expect("whether it asks for what is not known",
             p->space.range[range].object < 0, 1);
      p->space.range[range].object = model.made[range];
   } else {
      expect("status", status, TSL_PASS_DONE);
      return 0;
   }
   return 1;
}

static void run_words(tsl_pass *p, const uint64_t *words, size_t n)
{
   size_t at = 0;
   tsl_events_begin(&p->events, words, n);
   while (answer(p, tsl_pass_words(p, words, &at, n)))
      ;
   expect("words", at, n);
}

static void flush_all(tsl_pass *p)
{
   while (answer(p, tsl_pass_flush(p)))
      ;
}

/* Block i has one access, of site i. */
static tsl_pass *make_pass(uint32_t sites)
{
   const tsl_pass_options o = {.granularities = 3,
                               .shift = {3, 6, 12},
                               .with_data = 1,
                               .with_calls = (int)below(2),
                               .depth = 8,
                               .complete = 1};
   const int32_t function = 0;
   const uint8_t flags = TSL_SITE_WANTED;
   const uint32_t word = 0;
   const uint64_t offset = 0;
   tsl_pass *p = tsl_pass_new(&o, &env);
   uint32_t i;
   cells_known = 0;
   feds = taken = 0;
   for (i = 0; i < sites; i++) {
      const uint8_t kind = (uint8_t)(i % 2 ? TSL_EVENT_STORE : 0);
      tsl_pass_sites(p, 1, &function, NULL, &flags);
      tsl_events_define(&p->events, block_header(i, 1), 0, TSL_BLOCK_HAS_ENTRY,
                        1, &i, &word, &offset, &kind);
   }
   take_batch(p);
   return p;
}

static void end_pass(tsl_pass *p)
{
   uint32_t i;
   flush_all(p);
   take_batch(p);
   expect("accesses that were labelled", taken, feds);
   expect("loads and stores", p->loads + p->stores, feds);
   tsl_pass_finish(p);
   expect("cells", p->cells.cells, cells_known);
   for (i = 0; i < cells_known; i++)
      expect("order of cells", (uint64_t)p->cells.cell[i].object,
             (uint64_t)cells[i].object);
}

static void free_pass(tsl_pass *p)
{
   uint32_t i;
   for (i = 0; i < cells_known; i++) {
      drop(&cells[i].addresses);
      drop(&cells[i].strides);
   }
   expect("bytes", p->memory.bytes, (uint64_t)mapped);
   tsl_pass_free(p);
   expect("bytes left", (uint64_t)mapped, 0);
}

void free_cells(void)
{
   free(fed);
}

/* Memory changes hands all the time. Every access must go to who has it. */
void check_cells(void)
{
   static uint64_t words[2 * 400 + 1];
   static int32_t group_of[MOST_CELLS], part_of[MOST_CELLS];
   static tsl_group groups[MOST_CELLS];
   uint64_t near[SITES] = {0};
   unsigned step, i;
   tsl_pass *p;
   memset(&model, 0, sizeof model);
   p = make_pass(SITES);
   for (step = 0; step < 60; step++) {
      const unsigned accesses = (unsigned)below(400);
      size_t n = 0;
      if (step == 0)
         words[n++] = thread_header(1);
      for (i = 0; i < accesses; i++) {
         const uint32_t site = (uint32_t)below(SITES);
         const uint64_t at = below(10) == 0 ? below(SPACE_BYTES)
                                            : (near[site] + 8) % SPACE_BYTES;
         near[site] = at;
         words[n++] = block_header(site, 1);
         words[n++] = SPACE_BASE + at;
         feed(SPACE_BASE + at, (int32_t)site,
              model.placed[at] != 0    ? model.placed_object[at]
              : model.mapping[at] != 0 ? model.mapped_object[at]
                                       : 0);
      }
      run_words(p, words, n);
      flush_all(p);
      for (i = (unsigned)below(4); i > 0; i--)
         change_space(&p->space, 1);
   }
   end_pass(p);
   for (i = 0; i < cells_known; i++) {
      compare_strides(&p->cells.cell[i], &cells[i].strides);
      group_of[i] = (int32_t)i;
      part_of[i] = -1;
   }
   tsl_touched_groups(&p->cells.touched, group_of, cells_known, part_of,
                      cells_known, groups);
   for (i = 0; i < cells_known; i++) {
      unsigned g;
      for (g = 0; g < 3; g++)
         expect("footprint of a cell", groups[i].touched[g],
                distinct(&cells[i].addresses, usual[g]));
   }
   free_pass(p);
}

/* One cell walks: few strides are all counted, of many one in eight. */
void check_walk(void)
{
   static uint64_t words[2 * 1000 + 1];
   const unsigned period = 1 + (unsigned)below(9);
   const unsigned at_a_time = 1 + (unsigned)below(1000);
   const uint32_t accesses = below(2) ? 30000 : 600000;
   uint64_t address = 1ull << 40, sum = 0;
   const int64_t possible[] = {-24, 8, 16, 24, 32};
   tsl_pass *p = make_pass(1);
   uint32_t done = 0;
   size_t i;
   while (done < accesses) {
      size_t n = 0;
      if (done == 0)
         words[n++] = thread_header(1);
      for (i = 0; i < at_a_time && done < accesses; i++, done++) {
         words[n++] = block_header(0, 1);
         words[n++] = address;
         feed(address, 0, 0);
         address += done % period == 0 ? (uint64_t)-24 : 8 * (1 + below(4));
      }
      run_words(p, words, n);
      if (below(10) == 0)
         flush_all(p);
   }
   end_pass(p);
   for (i = 0; i < sizeof possible / sizeof *possible; i++) {
      const uint64_t exact = count_of(&cells[0].strides, (uint64_t)possible[i]);
      const tsl_stride_count *s = stride_of(&p->cells, 0, possible[i]);
      const uint64_t found = s == NULL ? 0 : s->count;
      const double share =
         (double)found / (double)p->cells.cell[0].strides * (accesses - 1);
      if (accesses < 1u << 15)
         expect("count of a stride", found, exact);
      else if (share > (double)exact + 0.05 * accesses
               || share < (double)exact - 0.05 * accesses)
         differ("estimate of a stride", (uint64_t)share, exact);
      sum += found;
   }
   expect("strides of the cell", p->cells.cell[0].strides, sum);
   if (accesses < 1u << 15)
      expect("strides", sum, accesses - 1);
   free_pass(p);
}
