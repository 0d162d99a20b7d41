/*--------------------------------------------------------------------*/
/*--- tslmap: loads that wait for other loads.       tsl_depends.h ---*/
/*--------------------------------------------------------------------*/

/* The big picture. A load depends on another when its address is computed from the
   other's value. If the other missed the first cache, the load has to wait for memory:
   the two latencies add up, where those of independent loads overlap. Here it is
   counted for each label how many loads depend on one that missed.

   Missed.  Whoever counts accesses says of each whether its line was touched for the first time,
   or at least 2^9 other lines have been touched since. It missed, if no line beside it is among the
   latest accesses, and it does not continue a sweep: TSL_SWEEP such lines of its label in a row, of
   which each is at most TSL_BESIDE from the one before. These are what hardware fetches ahead. A load of a line that missed TSL_IN_FLIGHT accesses ago or less, or of one beside
   it, counts as missed, too: the line is still on the way, and hardware fetches its neighbours with it.

   Trees of misses. Loads that wait, directly or not, for the same miss are a tree. Those of the same
   depth are under way together, as the neighbours of a node in a graph: so it is counted how many
   make their tree deeper. Of a chain each one does. Of several values that an address is computed
   from the deepest counts.

   Where values come from.  The tool has said for each block of code from which loads of
   the block, and from which registers at its start, addresses, stored values and the
   registers at its end are computed (PROTOCOL.md of the Valgrind tool). So all that is kept
   of a thread is one bit for each register: whether its value comes from a load that
   missed. Most blocks find no such register and make no such load; for these it is one
   comparison.

   Only recent misses count. A processor has finished a load after some dozens of
   accesses, and what was computed from it then waits no longer. Every TSL_GENERATION
   accesses bits of the generation before are dropped, so a bit lasts one to two
   generations.

   Passages.  Code without accesses is in no run, but moves values from one register to another.
   So when a block comes that is not where the one before goes on, and a register has a bit,
   what such code does in between is done (tsl_between.h).

   Memory.  Code that is not optimized, and code short of registers, keeps pointers on the
   stack. A stored value that comes from a load that missed is remembered by its address,
   if that comes from the stack or frame pointer, in a small table; a load of it gives the
   register the bit back, of the same generation.

   Branches.  Each conditional exit of a block is predicted (tsl_branches.h). Where a prediction is
   wrong and the condition comes from a load that missed, loads behind it wait for that load: those of
   the next block that has any, and the first that misses within TSL_BEHIND accesses, count as
   dependent. Loads do not wait whose address is computed, also by way of registers, from a load behind
   the branch that is near its last place, but not at it: an element of a sweep is known whatever the
   branch decides, and the core fetches what it leads to on the wrong path, too. Neither do loads wait
   that come at the same place whatever the branch decides (tsl_ways.h). A miss behind a branch that
   decides its place, or which of two misses comes that wait for another one, is *blocked*: nothing
   that comes later can be started before.
   Branches of code that makes no access are not seen here; the tool counts them.

   Samples. All this costs as much as scores do. So of a process's accesses the first
   TSL_DEPENDS_ALL are all looked at, and later one of TSL_DEPENDS_ONE_OF stretches, chosen by chance
   from its number alone, whose loads count for all. How often blocks run is always counted.

   Bursts. Of a stream of which only bursts come, loads count where it is known what came before them
   (tsl_sample.h), each for itself, and how many these are; runs of blocks likewise. What was counted
   before is kept by itself. */

#ifndef TSL_DEPENDS_H
#define TSL_DEPENDS_H

#include "tsl_branches.h"
#include "tsl_between.h"
#include "tsl_memory.h"
#include "tsl_ways.h"

#define TSL_IN_FLIGHT 64u
#define TSL_BEHIND 16u
/* Bytes from the last place that are near. */
#define TSL_NEAR 4096u

/* Some of the first TSL_SET_ACCESSES accesses of a block; others are in no set. Blocks have at most
   some 60 instructions, so hardly any has more. */
typedef uint64_t tsl_set;
#define TSL_SET_ACCESSES 64u
#define TSL_GENERATION 128u

/* One thing that is said of a block; the numbers of `what` are the wire's. */
enum {
   TSL_FROM_ADDRESS = 0,
   TSL_FROM_STORED = 1,
   TSL_FROM_REGISTER = 2,
   TSL_FROM_CLEARED = 3,
   TSL_FROM_CONDITION = 4,
   TSL_GOES_ON = 5
};

typedef struct {
   uint32_t what;
   uint32_t which;
   uint32_t registers;
   uint32_t unused;
   tsl_set loads;
} tsl_source;

/* How a block's run is told: its number; where it has guarded accesses with
   TSL_RUN_GUARDED, and then, in as many words as it takes, a bit for each access that
   happened. */
#define TSL_RUN_GUARDED 0x80000000u

/* What each run of a block asks for; sets, which few ask for, are apart. */
typedef struct {
   uint64_t executions, mispredictions;
   uint32_t registers; /* that are sources of something */
   uint32_t written;   /* that do not keep what they have */
   uint32_t first, count; /* of its sources */
   uint32_t accesses;
   uint32_t branch;    /* what its first exit is known by */
   uint16_t exits;
   uint8_t leaves;     /* whether it ends by its last exit */
   uint8_t has_loads, has_off_stack; /* whether these sets have any */
} tsl_depends_block;

/* Accesses of a block. */
typedef struct {
   tsl_set loads;   /* that are sources of something */
   tsl_set is_load;
   tsl_set off_stack; /* whose address comes from the stack */
} tsl_depends_sets;

/* Of a label's loads: that depend on one that missed, that missed, and both; and those of the last
   that are deeper in their tree of misses than any before, and that are blocked. */
typedef struct {
   uint64_t dependent, missed, chained, deeper, blocked;
   uint64_t looked; /* accesses in bursts that were looked at */
} tsl_dependent;

#define TSL_DEPENDENT_NUMBERS (sizeof(tsl_dependent) / sizeof(uint64_t))

/* The last line that came from far away for a label, and how many were near the one before each. */
typedef struct {
   uint64_t line, near;
} tsl_far_line;

/* The place of a value in a tree of misses, 1 for the miss that waits for no other. */
typedef struct {
   uint32_t tree, depth;
} tsl_depth;

#define TSL_LINES_IN_FLIGHT 8u
#define TSL_SPILLS 32u
#define TSL_ROOTS 64u
#define TSL_TREES 64u
#define TSL_DEPENDS_ALL ((uint64_t)1 << 26)
#define TSL_DEPENDS_ONE_OF 8u
/* log2 of the accesses of a stretch; at least 6. */
#define TSL_DEPENDS_STRETCH 17u
#define TSL_BESIDE 4u
#define TSL_SWEEP 4u

typedef struct {
   uint32_t number;
   uint32_t recent, older; /* registers by generation */
   uint32_t block;         /* 1 + number of the last one */
   uint32_t behind;        /* whether the next loads are behind a branch */
   uint64_t behind_until;  /* accesses before this may be, if they miss */
   uint64_t accesses, generation;
   uint64_t misses, last_missed;
   uint64_t last_spilled;
   /* Behind a branch: registers that come from elements of sweeps, and what addresses come from. */
   uint32_t swept;
   tsl_ways ways;
   uint64_t line[TSL_LINES_IN_FLIGHT], missed_at[TSL_LINES_IN_FLIGHT];
   uint64_t spill[TSL_SPILLS], spilled[TSL_SPILLS]; /* addresses and generations */
   /* What of these waits, how deep; then registers, and what branches wait for. */
   tsl_depth of_line[TSL_LINES_IN_FLIGHT], of_spill[TSL_SPILLS];
   tsl_depth of_register[TSL_REGISTERS], of_branch;
   uint32_t trees, deepest[TSL_TREES]; /* of the latest trees */
   tsl_branches branches;
   /* Loads behind branches, by label, and where they loaded from. */
   uint32_t root[TSL_ROOTS];
   uint64_t root_address[TSL_ROOTS];
} tsl_depends_thread;

typedef struct {
   tsl_memory *memory;
   unsigned line_shift;
   uint64_t all; /* accesses that are all looked at */
   tsl_depends_block *block;
   tsl_depends_sets *sets;
   uint32_t blocks, block_capacity;
   tsl_source *source;
   uint32_t sources, source_capacity;
   tsl_between between;
   tsl_dependent *of;  /* by place: labels begin with 1, and TSL_WARM has 0, where nobody looks */
   tsl_far_line *far_line; /* likewise */
   uint32_t places;
   int in_bursts;            /* whether only bursts come */
   tsl_dependent *before;    /* what was counted before the first of them */
   uint32_t places_before;
   tsl_depends_thread **thread;
   uint32_t threads, thread_capacity;
   uint64_t *missed; /* which accesses of the batch missed, a bit each */
   uint32_t missed_words;
   uint32_t weight;   /* what a load counts for; 0: it is not looked at */
   uint64_t accesses; /* of all threads */
   uint64_t until;    /* accesses before this have that weight */
} tsl_depends;

/* all: accesses that are all looked at, TSL_DEPENDS_ALL but in tests. */
void tsl_depends_init(tsl_depends *d, tsl_memory *m, unsigned line_shift, uint64_t all);

/* The next block. is_load: which of its accesses load; leaves: whether it ends by a
   conditional exit that is taken. */
void tsl_depends_define(tsl_depends *d, uint64_t guest, uint32_t accesses,
                        tsl_set is_load, int leaves);
/* Where the values of a block come from that was defined. */
void tsl_depends_values(tsl_depends *d, uint32_t block, const tsl_source *s,
                        uint32_t n);

/* A burst of a stream begins of which only bursts come from the first one on. */
void tsl_depends_burst(tsl_depends *d);

/* Accesses of one thread, and which blocks made them. */
typedef struct {
   const uint64_t *address;
   const uint32_t *label;
   const uint8_t *missed; /* TSL_HIT and so on (tsl_engine.h) */
   uint32_t count;
   const uint32_t *run;
   uint32_t runs;
   uint32_t thread;
} tsl_depends_batch;

void tsl_depends_accesses(tsl_depends *d, const tsl_depends_batch *b);

#endif /* TSL_DEPENDS_H */
