/*--------------------------------------------------------------------*/
/*--- tslmap: what packer and unpacker expect.  tsl_codec_model.h ---*/
/*--------------------------------------------------------------------*/

/* The packer and the unpacker both follow the words and expect the same next.

   A program runs the same blocks again and again. For each block (*kind*) the
   two kinds that followed it last are remembered, and for each of its address
   words (*slot*) the last address and the last step. The next address is
   expected to be

      last + step + correction[hash of slot and step]

   where `correction` is what was missing when this slot had made this step before.
   Without the last term this is the classical stride predictor; with it, it is
   the differential finite context method of order one (Goeman, Vandierendonck,
   De Bosschere, "Differential FCM: increasing value prediction accuracy by
   improving table usage efficiency", HPCA 2001; for traces, Burtscher, "VPC3: a
   fast and effective trace-compression algorithm", SIGMETRICS 2004), which learns
   addresses that alternate.

   Program blocks that are the likely successor of the one before with all
   addresses as expected are only counted. All others are written as

      control   bits 0..1  the kind: LIKELY or SECOND successor, KNOWN (its number
                           follows in data), or OTHER
                bit 2      codes follow: not all addresses are as expected
                bits 3..7  expected blocks before it; RUN_LONG: a number follows
                           in control with what is missing
      control   (OTHER) THREAD: the thread's number follows in data;
                NEW: a kind that was not seen, its id less that of the kind before
                it that was new (zigzag), and its number of words follow in data
      control   (codes) four bits for each address word, low half first
      data      for each code with bytes: those, little-endian

   and kinds are numbered as they are seen. Numbers have seven bits to a byte, the
   lowest first, and the top bit set in all but the last.

   Control and data bytes are compressed apart, in LZ4's block format (see
   tsl_codec_lz.h): loops in loops repeat the same bytes. */

#ifndef TSL_CODEC_MODEL_H
#define TSL_CODEC_MODEL_H

#include "tsl_codec.h"
#include "tsl_memory.h"
#include "tsl_words.h"

enum { LIKELY = 0, SECOND = 1, KNOWN = 2, OTHER = 3 };
enum { CODES = 4, RUN_SHIFT = 3, RUN_LONG = 31 };
enum { THREAD = 0, NEW = 1 };

/* Codes. A difference is to the last address in the slot, zigzag, without the
   lowest `shift` bits, which are 0; what lies above the slot's lowest missed
   address may be told instead. */
enum {
   CODE_EXPECTED = 0,
   CODE_ZERO = 1,      /* the word is 0: a guarded access that did not happen */
   CODE_DIFFERENCE = 2 /* and above */
};
#define CODE_ABOVE 14u /* and above: told above the lowest */

typedef struct {
   uint8_t bytes, shift;
} tsl_code;

#define NO_KIND 0xFFFFFFFFu

typedef struct {
   uint64_t header;
   uint32_t slot; /* its first */
   uint32_t place; /* (packer) where the table of kinds has it */
   uint32_t likely, second;
} tsl_kind;

typedef struct {
   uint64_t last, step, low;
   uint32_t correction; /* index */
   uint8_t shift; /* (packer) what all differences are multiples of: 3, 2, 0 */
   uint8_t above; /* (packer) the last one was told above the lowest */
} tsl_slot;

#define CORRECTION_BITS 13

typedef struct {
   tsl_kind *kinds;
   tsl_slot *slots;
   uint64_t *corrections;
   uint32_t kind_count, slot_count;
   uint32_t current; /* kind, or NO_KIND */
   uint32_t last_new; /* the last new kind's id */
   uint64_t word;    /* the last address word */
} tsl_model;

/* The largest number of kinds or slots: every one takes a word. */
#define MODEL_BYTES                                                            \
   ((size_t)TSL_CODEC_WORDS * (sizeof(tsl_kind) + sizeof(tsl_slot))            \
    + (sizeof(uint64_t) << CORRECTION_BITS))

/* Control bytes: a token and a byte for OTHER for each header, a byte for two
   addresses, five for the number of a run. */
#define CONTROL_BYTES ((size_t)TSL_CODEC_WORDS * 2 + 64)
/* Data: five bytes for an id and three for a number of words, eight for an
   address. */
#define DATA_BYTES ((size_t)TSL_CODEC_WORDS * 8 + 64)

static const tsl_code tsl_codes[16] = {
   {0, 0}, {0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {6, 0}, {8, 0},
   {1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}, {3, 3}, {2, 2}, {3, 2}};

static inline char *tsl_model_init(tsl_model *m, char *memory)
{
   m->kinds = (tsl_kind *)memory;
   memory += TSL_CODEC_WORDS * sizeof(tsl_kind);
   m->slots = (tsl_slot *)memory;
   memory += TSL_CODEC_WORDS * sizeof(tsl_slot);
   m->corrections = (uint64_t *)memory;
   return memory + (sizeof(uint64_t) << CORRECTION_BITS);
}

/* Forgets everything. */
static inline void tsl_model_clear(tsl_model *m)
{
   tsl_fill(m->corrections, 0, sizeof(uint64_t) << CORRECTION_BITS);
   m->kind_count = m->slot_count = 0;
   m->current = NO_KIND;
   m->last_new = 0;
   m->word = 0;
}
TSL_INLINE uint32_t tsl_correction_of(uint32_t slot, uint64_t step)
{
   return (uint32_t)((step * 0x9E3779B97F4A7C15ull
                      + slot * 0xC2B2AE3D27D4EB4Full)
                     >> (64 - CORRECTION_BITS));
}

/* A kind that was not seen; its slots start near the last word. */
static inline uint32_t tsl_model_add(tsl_model *m, uint64_t header)
{
   const uint32_t n = TSL_WORD_COUNT(header);
   tsl_kind *k = &m->kinds[m->kind_count];
   uint32_t i;
   k->header = header;
   k->slot = m->slot_count;
   k->likely = k->second = NO_KIND;
   for (i = 0; i < n; i++) {
      tsl_slot *s = &m->slots[m->slot_count + i];
      s->last = m->word;
      s->step = 0;
      s->low = ~0ull;
      s->correction = tsl_correction_of(m->slot_count + i, 0);
      s->shift = 3;
      s->above = 0;
   }
   m->slot_count += n;
   m->last_new = (uint32_t)header;
   return m->kind_count++;
}

TSL_INLINE uint32_t tsl_model_likely(const tsl_model *m)
{
   return m->current == NO_KIND ? NO_KIND : m->kinds[m->current].likely;
}

TSL_INLINE uint32_t tsl_model_second(const tsl_model *m)
{
   return m->current == NO_KIND ? NO_KIND : m->kinds[m->current].second;
}

/* The kind that came is not the likely one. */
TSL_INLINE void tsl_model_follow(tsl_model *m, uint32_t kind)
{
   if (m->current != NO_KIND) {
      tsl_kind *k = &m->kinds[m->current];
      k->second = k->likely;
      k->likely = kind;
   }
}

TSL_INLINE uint64_t tsl_model_expect(const tsl_model *m, const tsl_slot *s)
{
   return s->last + s->step + m->corrections[s->correction];
}

/* The slot has a new address. */
TSL_INLINE void tsl_model_move(tsl_slot *s, uint32_t slot, uint64_t word)
{
   s->step = word - s->last;
   s->last = word;
   s->correction = tsl_correction_of(slot, s->step);
}

#endif /* TSL_CODEC_MODEL_H */
