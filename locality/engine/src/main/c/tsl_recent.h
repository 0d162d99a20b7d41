/*--------------------------------------------------------------------*/
/*--- tslmap: reuse among the most recent accesses.  tsl_recent.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. Half to nine tenths of the accesses of a program go to a
   word, and most of them to a line, that is among the TSL_REACH accesses before
   them. The kernel that finds strides compares with these anyway; it also says
   how far back the last access to the same word is. What is left to find is how
   many OTHER words there are in between.

   One register.  A chunk of TSL_REACH accesses has a register of 64 bits, one for
   each access of the chunk before it and of its own, oldest first: a one where
   it is the latest access to its word. Bits of accesses to come are ones ahead of
   time, as on the time axis (tsl_reuse.h). An access that finds its word at bit p
   has as distance the ones above p, those ahead of time taken off again, and
   clears p. So each access takes a shift, a popcount and an `and`, without a
   branch, and an access that does not find its word gets the number of distinct
   words in reach by the same shift and popcount.

   Events.  Shadow memory and the time axis see two kinds of accesses only:
      missed: its word is not in reach. It reads the word's last time and writes
              its own in its place.
      left:   it found its word in reach, nobody found it, and now it is out of
              reach: the word's last time is written.
   A missed access that nobody finds needs nothing more, its time is there. While
   a word is in reach its time in shadow memory may be older than its latest
   access, but nobody reads it: whoever comes finds the word in reach.

   Direct.  Where few accesses find their words in reach, looking for them does not
   pay. Then all accesses are missed ones for some batches, of which each writes
   its time; the register is made anew from the axis when they are over.

   Order.  Accesses of a chunk that missed are at least TSL_REACH behind what they
   look for, so what leaves during a chunk, all of it from the chunk before, can
   be written before any of them reads; and no two of them are of one word. */

#ifndef TSL_RECENT_H
#define TSL_RECENT_H

#include "tsl_bins.h"

#define TSL_REACH 32u
/* Most accesses in a batch, and chunks of them. */
#define TSL_BATCH 128u
#define TSL_CHUNKS (TSL_BATCH / TSL_REACH)
/* Bytes that kernels may write past the end of what is one for each access. */
#define TSL_PAD 64u

/* For access i the bit in its chunk's register of the latest access to its word,
   or, where there is none in reach, TSL_MISSED + the bit of the access TSL_REACH
   before it. */
#define TSL_MISSED 64u
typedef uint8_t tsl_place;

/* One granularity of one history, between batches. */
typedef struct {
   uint64_t latest;
   uint32_t missed; /* of the last TSL_REACH accesses, oldest first */
   uint32_t accesses, misses; /* since it was last asked whether looking pays */
   uint32_t direct; /* batches to be done without looking in reach */
} tsl_recent;

#define TSL_NO_RECENT {0xFFFFFFFF00000000ull, 0, 0, 0, 0}

/* What becomes of a batch. Positions count from TSL_REACH before it. */
#define TSL_LEFT 0x80000000u
#define TSL_EVENTS (2 * TSL_BATCH)
typedef struct {
   uint64_t latest[TSL_CHUNKS];          /* each chunk's register at its end */
   uint8_t count[TSL_BATCH + TSL_PAD];   /* ones at and above the place found */
   uint32_t event[TSL_EVENTS + TSL_PAD]; /* position, TSL_LEFT where it left */
   uint32_t missed[TSL_BATCH + TSL_PAD]; /* positions of those events */
   uint32_t events, misses;
   int direct;
} tsl_events;

/* Finds the events of n accesses and the reuse entries of those that found their
   words; the others' entries are undefined. Reads and writes up to TSL_PAD
   places and entries too many. */
typedef void tsl_recent_kernel(tsl_recent *r, const tsl_place *places,
                               uint32_t n, tsl_events *found,
                               uint8_t *entries);

/* Whether the next batch is to be done directly. latest: bits of the last
   TSL_REACH accesses on the axis. */
int tsl_recent_direct(tsl_recent *r, uint32_t latest);

/* The events of n accesses that are done directly. */
void tsl_recent_skip(tsl_recent *r, uint32_t n, tsl_events *found);

tsl_recent_kernel tsl_recent_portable;
#if defined(__x86_64__)
tsl_recent_kernel tsl_recent_popcnt, tsl_recent_avx512;
#endif

#endif /* TSL_RECENT_H */
