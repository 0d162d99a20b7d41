/*--------------------------------------------------------------------*/
/*--- tslmap: any program through pass and engine.        pass.c   ---*/
/*--------------------------------------------------------------------*/

/* Takes an input as what a stream may bring the labelling pass: sites, blocks,
   event words, memory that comes and goes, threads, signals, and answers to what
   the pass asks. What is labelled goes to the engine. Numbers are within the
   ranges that Java checks; event words are not checked by anybody else. */

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tsl_engine.h"
#include "tsl_pass.h"
#include "tsl_words.h"

enum {
   FUNCTIONS = 12,
   OBJECTS = 20,
   BATCH = 512,
   WORDS = 400,
   ACCESSES = 40,
   MOST_RANGES = 64,
   MOST_MAPPED = 768 << 20
};

/*--------------------------------------------------------------------*/
/*--- The input                                                    ---*/
/*--------------------------------------------------------------------*/

static const uint8_t *at, *end;

static unsigned u8(void)
{
   return at < end ? *at++ : 0;
}

static uint64_t number(unsigned bytes)
{
   uint64_t v = 0;
   while (bytes-- > 0)
      v = v << 8 | u8();
   return v;
}

/* Near to others, or anywhere. */
static uint64_t address(void)
{
   const unsigned how = u8();
   switch (how & 3) {
   case 0: return 0x10000 + 8ull * (how >> 2) + u8();
   case 1: return 0x1ffeff0000ull - number(2);
   case 2: return number(5) & ~7ull;
   default: return number(8);
   }
}

/*--------------------------------------------------------------------*/
/*--- The surroundings                                             ---*/
/*--------------------------------------------------------------------*/

typedef struct {
   void *p;
   size_t bytes;
} piece;

static piece pieces[1 << 14];
static size_t n_pieces, mapped;
static jmp_buf back;

static void fail(void *ctx, const char *message)
{
   (void)ctx, (void)message;
   longjmp(back, 1);
}

static void *map(void *ctx, size_t bytes)
{
   void *p;
   if (mapped + bytes > MOST_MAPPED
       || n_pieces == sizeof pieces / sizeof *pieces)
      fail(ctx, "no memory");
   p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (p == MAP_FAILED)
      fail(ctx, "no memory");
   pieces[n_pieces++] = (piece){p, bytes};
   mapped += bytes;
   return p;
}

static void unmap(void *ctx, void *p, size_t bytes)
{
   size_t i;
   (void)ctx;
   for (i = 0; i < n_pieces && pieces[i].p != p; i++)
      ;
   if (i == n_pieces || pieces[i].bytes != bytes)
      abort();
   pieces[i] = pieces[--n_pieces];
   munmap(p, bytes);
   mapped -= bytes;
}

static void unmap_all(void)
{
   while (n_pieces > 0) {
      n_pieces--;
      munmap(pieces[n_pieces].p, pieces[n_pieces].bytes);
   }
   mapped = 0;
}

/*--------------------------------------------------------------------*/
/*--- The pass and its user                                        ---*/
/*--------------------------------------------------------------------*/

static struct {
   tsl_pass *pass;
   tsl_engine *engine;
   int with_calls, started;
   uint64_t *header; /* of each block */
   uint32_t blocks, sites;
   uint32_t range[MOST_RANGES];
   uint32_t ranges;
   uint64_t taken;
   /* The batch is in memory of exactly its size. */
   uint64_t *addresses;
   uint32_t *labels, *contexts, capacity;
} state;

static void take_batch(uint32_t wanted)
{
   const tsl_batch *b = &state.pass->batch;
   if (b->count > 0) {
      tsl_engine_accesses_in(state.engine, b->thread, b->address, b->label,
                             b->context, b->count);
      state.taken += b->count;
   }
   if (wanted > state.capacity || state.addresses == NULL) {
      state.capacity = wanted > BATCH ? wanted : BATCH;
      free(state.addresses);
      free(state.labels);
      free(state.contexts);
      state.addresses = malloc(state.capacity * sizeof *state.addresses);
      state.labels = malloc(state.capacity * sizeof *state.labels);
      state.contexts = malloc(state.capacity * sizeof *state.contexts);
   }
   tsl_pass_batch(state.pass,
                  &(tsl_batch){.address = state.addresses,
                               .label = state.labels,
                               .context =
                                  state.with_calls ? state.contexts : NULL,
                               .capacity = state.capacity});
}

static void place_asked(void)
{
   tsl_spot spot;
   const unsigned how = u8();
   if (tsl_pass_asked_spot(state.pass, &spot) != NULL && (how & 1)) {
      const tsl_spot_answer answer = {.low = (int64_t)((uint64_t)spot.offset - (how >> 4)),
                                      .bytes = how & 15,
                                      .object = (int32_t)(how % OBJECTS),
                                      .of_callee = how >> 7};
      tsl_pass_found_spot(state.pass, &answer);
   } else {
      tsl_pass_found(state.pass, &(tsl_place){.object = (int32_t)(how % OBJECTS),
                                              .range = TSL_NOTHING});
   }
}

/* Whether the pass goes on after that. */
static int answered(tsl_pass_status status)
{
   switch (status) {
   case TSL_PASS_BATCH: take_batch(state.pass->wanted); return 1;
   case TSL_PASS_PLACE: place_asked(); return 1;
   case TSL_PASS_STACK:
   case TSL_PASS_DECODED: return 1;
   default: return 0;
   }
}

static void flush(void)
{
   while (answered(tsl_pass_flush(state.pass)))
      ;
}

static void begin(void)
{
   const unsigned how = u8(), more = u8();
   const tsl_pass_options options = {.granularities = 2 + (how & 1),
                                     .shift = {3, 6, 12},
                                     .with_data = how >> 1 & 1,
                                     .with_calls = how >> 2 & 1,
                                     .complete = how >> 3 & 1,
                                     .from_start = how >> 4 & 1,
                                     .selects = how >> 5 & 1,
                                     .shows_decoded = how >> 6 & 1,
                                     .decodes_only = how >> 7 & 1,
                                     .depth = 1 + (int)(more & 7)};
   const tsl_params params = {.granularities = options.granularities,
                              .shift = {3, 6, 12},
                              .window = 1 + (more >> 3),
                              .imax = 64,
                              .history_process = more >> 7,
                              .time_window = 1024};
   const tsl_env env = {.map = map, .unmap = unmap, .fail = fail};
   state.with_calls = options.with_calls;
   state.pass = tsl_pass_new(&options, &env);
   state.engine = tsl_engine_new(&params, &env, TSL_PORTABLE);
   if (state.engine == NULL)
      abort();
   take_batch(0);
}

/*--------------------------------------------------------------------*/
/*--- What a stream brings                                         ---*/
/*--------------------------------------------------------------------*/

static void sites(void)
{
   int32_t function[8];
   uint8_t flags[8];
   const uint32_t n = 1 + u8() % 8;
   uint32_t i;
   for (i = 0; i < n; i++) {
      function[i] = (int32_t)(u8() % FUNCTIONS);
      flags[i] = u8() & (TSL_SITE_WANTED | TSL_SITE_STORE);
      if (!state.pass->options.selects)
         flags[i] |= TSL_SITE_WANTED;
   }
   tsl_pass_sites(state.pass, n, function, NULL, flags);
   state.sites += n;
}

static void block(void)
{
   uint32_t site[ACCESSES], word[ACCESSES];
   uint64_t offset[ACCESSES];
   uint8_t kind[ACCESSES];
   const uint32_t words = u8() % 12;
   const uint32_t n = state.sites == 0 ? 0 : u8() % ACCESSES;
   unsigned flags = u8() & 31;
   uint32_t i;
   for (i = 0; i < n; i++) {
      const unsigned how = u8();
      site[i] = u8() % state.sites;
      word[i] = words == 0 || (how & 12) == 0 ? TSL_EVENT_NO_WORD
                                              : (how >> 4) % words;
      offset[i] = word[i] == TSL_EVENT_NO_WORD ? address() : (how & 3) * 8;
      kind[i] = (word[i] != TSL_EVENT_NO_WORD && (how & 1) ? TSL_EVENT_GUARDED
                                                           : 0)
                | (how & 2 ? TSL_EVENT_STORE : 0);
   }
   /* As Java has it: a call's last access stores the return address, a
      return's loads it, and either of them is made in any case. */
   if (n == 0)
      flags = 0;
   else if (kind[n - 1] != TSL_EVENT_STORE)
      flags &= ~(unsigned)TSL_BLOCK_CALL;
   if (n > 0 && kind[n - 1] != 0)
      flags &= ~(unsigned)TSL_BLOCK_RETURN;
   state.header =
      realloc(state.header, (state.blocks + 1) * sizeof *state.header);
   state.header[state.blocks] = TSL_WORD_MAKE(state.blocks, words);
   tsl_events_define(&state.pass->events, state.header[state.blocks],
                     n == 0 ? TSL_NO_FUNCTION : (int32_t)(u8() % FUNCTIONS),
                     flags, n, site, word, offset, kind);
   state.blocks++;
}

/* Mostly blocks with as many words as they need; now and then any word. False
   if the words were refused, which ends a stream. */
static int words(void)
{
   const uint32_t wanted = 1 + u8();
   uint64_t *chunk;
   uint32_t n = 0;
   size_t done = 0;
   int goes_on;
   tsl_pass_status status;
   static uint64_t made[WORDS];
   while (n < wanted && at < end) {
      const unsigned how = u8();
      if (how == 255) {
         made[n++] = number(8);
      } else if (how >= 250) {
         made[n++] = TSL_WORD_THREAD | (how & 3);
      } else if (state.blocks > 0) {
         const uint64_t header = state.header[how % state.blocks];
         uint32_t i;
         if (n + 1 + TSL_WORD_COUNT(header) > WORDS)
            break;
         made[n++] = header;
         for (i = 0; i < TSL_WORD_COUNT(header); i++)
            made[n++] = address() & ~(1ull << 63);
      }
   }
   if (n == 0)
      return 1;
   chunk = malloc(n * sizeof *chunk);
   memcpy(chunk, made, n * sizeof *chunk);
   tsl_events_begin(&state.pass->events, chunk, n);
   do {
      status = tsl_pass_words(state.pass, chunk, &done, n);
      goes_on = answered(status);
   } while (goes_on);
   free(chunk);
   return status == TSL_PASS_DONE;
}

static void memory(unsigned how)
{
   tsl_space *s = &state.pass->space;
   const uint64_t start = address();
   const uint64_t bytes = how & 1 ? u8() : number(1 + (how >> 4 & 7));
   const int32_t object = (int32_t)(u8() % OBJECTS);
   switch (how >> 1 & 7) {
   case 0:
   case 1:
      if (state.ranges < MOST_RANGES) {
         const uint32_t range = tsl_space_add(s, start, bytes, object);
         tsl_space_place(s, range);
         state.range[state.ranges++] = range;
      }
      break;
   case 2:
      if (state.ranges > 0) {
         const uint32_t i = (uint32_t)(object % (int32_t)state.ranges);
         tsl_space_remove(s, state.range[i]);
         tsl_space_release(s, state.range[i]);
         state.range[i] = state.range[--state.ranges];
      }
      break;
   case 3: tsl_space_map(s, start, bytes, object, how >> 7); break;
   case 4: tsl_space_unmap(s, start, bytes); break;
   case 5: {
      uint64_t low = 0, high = ~0ull;
      tsl_space_gap(s, start, &low, &high);
      break;
   }
   default: (void)tsl_space_at(s, start);
   }
}

static void step(unsigned what)
{
   tsl_pass *p = state.pass;
   flush();
   switch (what) {
   case 0: tsl_pass_thread_ends(p, u8() & 3); break;
   case 1:
      if (state.with_calls)
         tsl_stack_interrupted(&tsl_pass_thread_of(p, u8() & 3)->stack,
                               address());
      break;
   case 2: tsl_pass_function(p, u8() % FUNCTIONS, 1 + u8() % 3); break;
   case 3: tsl_pass_phase(p, u8() & 1); break;
   default: memory(u8());
   }
}

static void run(void)
{
   int valid = 1;
   begin();
   if (state.pass->options.selects) {
      const tsl_pass_region region = {address(), number(2)};
      const uint32_t thread = 1;
      const uint64_t from = number(1);
      const unsigned how = u8();
      tsl_pass_select(state.pass, from, from + number(2), &thread, how & 1,
                      &region, how >> 1 & 1, how >> 2 & 1);
   }
   while (at < end && valid) {
      const unsigned what = u8();
      switch (what & 7) {
      case 0: sites(); break;
      case 1:
      case 2: block(); break;
      case 3:
      case 4:
      case 5: valid = words(); break;
      default: step(what >> 3);
      }
   }
   flush();
   take_batch(0);
   tsl_pass_finish(state.pass);
   if (state.taken != tsl_engine_count(state.engine)
       || (state.pass->events.follows
           && state.taken != state.pass->loads + state.pass->stores))
      abort();
   tsl_engine_free(state.engine);
   tsl_pass_free(state.pass);
   if (mapped != 0)
      abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   at = data;
   end = data + size;
   if (setjmp(back) == 0)
      run();
   unmap_all();
   free(state.header);
   free(state.addresses);
   free(state.labels);
   free(state.contexts);
   memset(&state, 0, sizeof state);
   return 0;
}
