/*--------------------------------------------------------------------*/
/*--- tslmap: every block that ran is counted.          tsl_walk.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_walk.h"

#include <immintrin.h>

#include "tsl_code.h"
#include "tsl_sample.h"

/* Most accesses are to lines that are not picked, and a look at each would cost
   more than all the rest. So each address word of a descriptor has a span: the
   lines that the accesses derived from it reach, from the one with the lowest
   offset on. Only if the picked line of their page (TSL_SAMPLE_RATE_LOG2 makes
   the blocks of lines as large) can be among them are the accesses looked at. The
   spans of eight words are tested at once where the processor can. */
#define LANES 8
#define PICKED_BLOCK (1u << TSL_SAMPLE_RATE_LOG2)
typedef struct {
   Int lowest[LANES];  /* offset */
   UShort lines[LANES]; /* behind the first */
} spans;

/* What is read for each block that ran, one line of the cache. */
#define CACHE_LINE 64
typedef struct {
   ULong executions;
   UInt more;        /* index of the spans behind the first eight words */
   UShort accesses;
   Bool known;
   Bool look;        /* at each access, always */
   spans first;
} __attribute__((aligned(CACHE_LINE))) block;
_Static_assert(sizeof(block) == CACHE_LINE, "a block is a line");

typedef struct {
   UInt id;
   ULong made;        /* accesses */
   void *memory;      /* of the blocks */
   block *blocks;     /* by descriptor */
   UInt blocks_size;
   UInt *label;       /* by site, + 1 */
   UInt labels_size;
} thread_state;

static tsl_walked walked;
static UInt line_shift;
static Bool vectors; /* the processor has AVX-512 */
static thread_state *threads;
static UInt thread_count, threads_size;
static UInt current; /* index of the last thread word's thread */
static spans *span;
static UInt span_count, span_size;
static tsl_label *labels;
static UInt label_count, label_size;

void tsl_walk_start(UInt shift, Bool with_vectors)
{
   UInt i;
   for (i = 0; i < thread_count; i++) {
      VG_(free)(threads[i].memory);
      VG_(free)(threads[i].label);
   }
   thread_count = label_count = span_count = 0;
   VG_(memset)(&walked, 0, sizeof walked);
   line_shift = shift;
   vectors = with_vectors;
}

tsl_walked tsl_walk_so_far(void) { return walked; }
UInt tsl_walk_threads(void) { return thread_count; }
UInt tsl_walk_thread(UInt index) { return threads[index].id; }
UInt tsl_labels(void) { return label_count; }
const tsl_label *tsl_label_at(UInt label) { return &labels[label]; }

/*------------------------------------------------------------*/
/*--- Tables                                               ---*/
/*------------------------------------------------------------*/

static UInt index_of(UInt id)
{
   UInt i;
   for (i = 0; i < thread_count; i++)
      if (threads[i].id == id)
         return i;
   TSL_RESERVE("tsl.walk", threads, threads_size, thread_count + 1);
   threads[thread_count] = (thread_state){.id = id};
   return thread_count++;
}

static void switch_to(UInt id)
{
   walked.thread = id;
   current = index_of(id);
}

/* The current thread's blocks, for all descriptors there are. */
static block *blocks_of(thread_state *t)
{
   if (__builtin_expect(tsl_blocks() > t->blocks_size, 0)) {
      const UInt size = 2 * tsl_blocks() + 1024;
      HChar *memory = VG_(calloc)("tsl.walk", size + 1, sizeof(block));
      block *blocks = (block *)(((Addr)memory + CACHE_LINE - 1) & -(Addr)CACHE_LINE);
      VG_(memcpy)(blocks, t->blocks, t->blocks_size * sizeof(block));
      VG_(free)(t->memory);
      t->memory = memory;
      t->blocks = blocks;
      t->blocks_size = size;
   }
   return t->blocks;
}

static Bool picked(ULong address)
{
   return tsl_sample_picks(address, line_shift, TSL_SAMPLE_RATE_LOG2);
}

static inline __attribute__((always_inline)) spans *spans_of(block *b, UInt word)
{
   return word < LANES ? &b->first : &span[b->more + word / LANES - 1];
}

/* Extends the span of the access's word, unless it would be too long. */
static Bool cover(spans *s, const tsl_access *a, Bool first)
{
   const UInt lane = a->word % LANES;
   Long lowest = first || a->offset < s->lowest[lane] ? a->offset : s->lowest[lane];
   Long highest = first ? a->offset
                        : s->lowest[lane] + ((Long)s->lines[lane] << line_shift);
   if (a->offset > highest)
      highest = a->offset;
   s->lowest[lane] = (Int)lowest;
   s->lines[lane] = (UShort)((highest - lowest + (1 << line_shift) - 1)
                             >> line_shift);
   return lowest == s->lowest[lane] && highest - lowest < 4096;
}

static void know(block *b, UInt id)
{
   const tsl_block *d = tsl_block_at(id);
   const tsl_access *a = tsl_block_accesses(d);
   const UInt more = d->words <= LANES ? 0 : (d->words - 1) / LANES;
   UChar *seen = VG_(calloc)("tsl.walk", d->words + 1, 1);
   UInt k;
   b->known = True;
   b->accesses = d->accesses;
   b->look = d->guarded || d->words >= 64; /* a mask of words has 64 bits */
   TSL_RESERVE("tsl.walk", span, span_size, span_count + more);
   b->more = span_count;
   span_count += more;
   for (k = 0; k < d->accesses; k++)
      if (a[k].word == TSL_NO_WORD) {
         b->look |= picked((ULong)a[k].offset);
      } else {
         b->look |= !cover(spans_of(b, a[k].word), &a[k], !seen[a[k].word]);
         seen[a[k].word] = 1;
      }
   VG_(free)(seen);
}

UInt tsl_label_of(UInt thread, UInt site)
{
   thread_state *t = &threads[thread];
   TSL_RESERVE("tsl.walk", t->label, t->labels_size, site + 1);
   if (t->label[site] == 0) {
      TSL_RESERVE("tsl.walk", labels, label_size, label_count + 1);
      labels[label_count].thread = thread;
      labels[label_count].site = site;
      labels[label_count].counted = labels[label_count].longs = 0;
      t->label[site] = ++label_count;
   }
   return t->label[site] - 1;
}

ULong tsl_label_long(UInt label) { return labels[label].longs++; }

#define ALL_WORDS (~0ull)

/* A block that ran: picks among the accesses by the words of a mask, or by all of
   them, and counts those that may not have happened. All have the time of the
   block's first one. */
static void look(UInt id, const ULong *w, ULong mask, ULong when, tsl_pick_fn pick)
{
   const tsl_block *b = tsl_block_at(id);
   const tsl_access *a = tsl_block_accesses(b);
   UInt label, k;
   for (k = 0; k < b->accesses; k++) {
      if (mask != ALL_WORDS && (a[k].word == TSL_NO_WORD || !(mask >> a[k].word & 1)))
         continue;
      const ULong base = a[k].word == TSL_NO_WORD ? 0 : w[a[k].word];
      const ULong address = base + (ULong)a[k].offset;
      if (a[k].flags & TSL_ACCESS_GUARDED) {
         if (base == 0)
            continue;
         label = tsl_label_of(current, a[k].site); /* which may move the table */
         labels[label].counted++;
      }
      if (__builtin_expect(picked(address), 0))
         pick(address, current, a[k].site, when);
   }
}

/* The words, of LANES at most, whose accesses may reach a picked line. As many as LANES
   can be read. */
typedef UInt may_pick_fn(const spans *s, const ULong *w, UInt n, UInt shift);

static inline __attribute__((always_inline)) UInt
may_pick_portable(const spans *s, const ULong *w, UInt n, UInt shift)
{
   UInt found = 0, k;
   for (k = 0; k < n; k++) {
      const ULong lowest = w[k] + (ULong)(Long)s->lowest[k];
      const UInt line = (UInt)(lowest >> shift) % PICKED_BLOCK;
      const UInt at = tsl_sample_picked_line(lowest, shift, TSL_SAMPLE_RATE_LOG2);
      if (at - line <= s->lines[k] || line + s->lines[k] >= PICKED_BLOCK)
         found |= 1u << k;
   }
   return found;
}

static inline __attribute__((always_inline, target("avx512f,bmi2"))) UInt
may_pick_avx512(const spans *s, const ULong *w, UInt n, UInt shift)
{
   const __m512i mask = _mm512_set1_epi64(PICKED_BLOCK - 1);
   const __m512i lowest = _mm512_add_epi64(
      _mm512_loadu_si512(w),
      _mm512_cvtepi32_epi64(_mm256_loadu_si256((const __m256i *)s->lowest)));
   const __m512i lines = _mm512_cvtepu16_epi64(_mm_loadu_si128((const __m128i *)s->lines));
   const __m512i number = _mm512_srli_epi64(lowest, shift);
   const __m512i line = _mm512_and_epi64(number, mask);
   const __m512i product = _mm512_mullo_epi32(_mm512_srli_epi64(number, TSL_SAMPLE_RATE_LOG2),
                                              _mm512_set1_epi64(TSL_SAMPLE_SPREAD));
   const __m512i at =
      _mm512_and_epi64(_mm512_srli_epi64(product, 32 - TSL_SAMPLE_RATE_LOG2), mask);
   const __mmask8 among = _mm512_cmple_epu64_mask(_mm512_sub_epi64(at, line), lines);
   const __mmask8 over = _mm512_cmpgt_epu64_mask(_mm512_add_epi64(line, lines), mask);
   return _bzhi_u32((UInt)(among | over), n);
}

static inline __attribute__((always_inline)) ULong
may_pick_all(block *b, const ULong *w, UInt n, UInt shift, may_pick_fn *may_pick)
{
   ULong found = 0;
   UInt k;
   if (__builtin_expect(n <= LANES, 1))
      return may_pick(&b->first, w, n, shift);
   for (k = 0; k < n; k += LANES)
      found |= (ULong)may_pick(spans_of(b, k), w + k, n - k < LANES ? n - k : LANES, shift) << k;
   return found;
}

/* Walks until the number of accesses reaches the bound; how many words that takes. */
static inline __attribute__((always_inline)) SizeT
walk_with(const ULong *words, SizeT n, ULong bound, tsl_pick_fn pick, UInt shift,
          may_pick_fn *may_pick)
{
   ULong so_far = walked.accesses, so_many = walked.headers;
   SizeT i = 0;
   while (i < n && so_far < bound) {
      thread_state *t;
      block *blocks;
      ULong when;
      if (TSL_WORD_IS_THREAD(words[i])) {
         switch_to(TSL_WORD_ID(words[i++]));
         walked.thread_words++;
      }
      t = &threads[current];
      blocks = blocks_of(t);
      when = t->made - so_far;
      while (i < n && so_far < bound) {
         const ULong h = words[i];
         const UInt count = TSL_WORD_COUNT(h);
         ULong mask;
         block *b = &blocks[TSL_WORD_ID(h)];
         if (TSL_WORD_IS_THREAD(h))
            break;
         if (__builtin_expect(!b->known, 0))
            know(b, TSL_WORD_ID(h));
         b->executions++;
         so_many++;
         mask = b->look ? ALL_WORDS : may_pick_all(b, words + i + 1, count, shift, may_pick);
         if (__builtin_expect(mask != 0, 0))
            look(TSL_WORD_ID(h), words + i + 1, mask, when + so_far, pick);
         so_far += b->accesses;
         i += 1 + count;
      }
      t->made = when + so_far;
   }
   walked.accesses = so_far;
   walked.headers = so_many;
   return i;
}

static SizeT walk_portable(const ULong *words, SizeT n, ULong bound, tsl_pick_fn pick)
{
   return walk_with(words, n, bound, pick, line_shift, may_pick_portable);
}

/* With the usual lines known to the compiler. */
#define USUAL_LINE_SHIFT 6

static __attribute__((target("avx512f,bmi2"))) SizeT
walk_avx512(const ULong *words, SizeT n, ULong bound, tsl_pick_fn pick)
{
   if (line_shift == USUAL_LINE_SHIFT)
      return walk_with(words, n, bound, pick, USUAL_LINE_SHIFT, may_pick_avx512);
   return walk_with(words, n, bound, pick, line_shift, may_pick_avx512);
}

SizeT tsl_walk(const ULong *words, SizeT n, ULong bound, tsl_pick_fn pick)
{
   return (vectors ? walk_avx512 : walk_portable)(words, n, bound, pick);
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

ULong *tsl_label_counts(void)
{
   ULong *made;
   UInt t, b, k;
   for (t = 0; t < thread_count; t++)
      for (b = 0; b < threads[t].blocks_size; b++)
         for (k = 0; k < threads[t].blocks[b].accesses; k++)
            tsl_label_of(t, tsl_block_accesses(tsl_block_at(b))[k].site);
   made = VG_(calloc)("tsl.walk", label_count + 1, sizeof *made);
   for (t = 0; t < thread_count; t++)
      for (b = 0; b < threads[t].blocks_size; b++) {
         const block *x = &threads[t].blocks[b];
         const tsl_access *a = x->executions == 0 ? NULL : tsl_block_accesses(tsl_block_at(b));
         for (k = 0; x->executions > 0 && k < x->accesses; k++)
            if (!(a[k].flags & TSL_ACCESS_GUARDED))
               made[tsl_label_of(t, a[k].site)] += x->executions;
      }
   for (k = 0; k < label_count; k++)
      made[k] += labels[k].counted;
   return made;
}

void tsl_walk_counted(UInt thread, UInt site, ULong accesses)
{
   const UInt index = index_of(thread), label = tsl_label_of(index, site);
   labels[label].counted += accesses;
   threads[index].made += accesses;
   walked.counted += accesses;
}

UInt tsl_walk_busy(ULong least)
{
   UInt t, b, n = 0;
   for (t = 0; t < thread_count; t++)
      for (b = 0; b < threads[t].blocks_size; b++)
         n += threads[t].blocks[b].executions >= least;
   return n;
}

ULong tsl_walk_executions(UInt id)
{
   ULong sum = 0;
   UInt t;
   for (t = 0; t < thread_count; t++)
      if (id < threads[t].blocks_size)
         sum += threads[t].blocks[id].executions;
   return sum;
}

ULong tsl_walk_blocks(void)
{
   ULong sum = 0;
   UInt t, b;
   for (t = 0; t < thread_count; t++)
      for (b = 0; b < threads[t].blocks_size; b++)
         sum += threads[t].blocks[b].executions;
   return sum;
}
