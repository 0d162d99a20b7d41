/*--------------------------------------------------------------------*/
/*--- tslmap: calls, rebuilt from accesses.          tsl_calls.h ---*/
/*--------------------------------------------------------------------*/

/* The calling context tree.  It has one node for each path along which a
   function was called. A node is known by its caller's node, the site of the
   call and the function. Calls, loads and stores are counted for each. Recursion
   is folded: a function that is on the path already goes on in the node it has
   there. Such calls have a node of their own, which counts them and never has
   accesses. What is called deeper than the limit belongs to the last function of
   the path within it.

   A thread's stack.  Every call stores the return address at some address A, and
   every return loads it from there. The canonical frame address (CFA) of the
   callee is A + 8. Stacks grow down, so a call at A, and a return at A, both mean
   that every frame with CFA - 8 <= A is gone. That alone survives longjmp and
   exceptions: what they pass over goes with the next call or return.

   In between, the function that a block belongs to is compared with that of the
   top frame. A block at a function's first instruction that was not called is a
   tail call: the frame goes on under another name, and keeps its home, the
   function that was called. As in Callgrind, who jumped is the caller in the call
   tree, so that all that a call brings is below what was called. Of several jumps
   in a row, what the second and later ones lead to stays side by side, or
   programs that only jump (interpreters) would have endless paths. Entries of
   linkage tables, and what finds their targets, are nobody's callers. Otherwise
   control came back to a function that is on the stack: its nearest frame is the
   top now. And when nothing fits, it was a tail call of a function that begins
   without an access, or a switch to another stack.

   Frame 0 was never called: the thread's first function. Nothing is known of its
   CFA, which is 0.

   A signal's handler is told of as if it had been called, but what it interrupts
   is not its caller: it is the root of paths of its own. Its stack may be another
   one, at higher addresses even, so its return ends nothing but its own frame. */

#ifndef TSL_CALLS_H
#define TSL_CALLS_H

#include "tsl_space.h"

/* Of a function: it only jumps on to what was called; it is asked whether code runs inside
   of it, which is so in its frames and those above them. */
#define TSL_STUB 1u
#define TSL_ROOT 2u

/* The parent of a root, and the call site of what was not called. */
#define TSL_NONE (-1)

/* Nodes there may be for paths. A function that would need another one is the root of paths of
   its own, one for all of its callers: so it keeps what it does, and only callers are lost. */
#define TSL_MOST_NODES (1u << 17)

/* From half of them on, paths are at most that long: what a start-up calls deep inside of
   libraries does not take the callers from all that comes later. */
#define TSL_SHORT_PATH 12u

typedef struct {
   int32_t parent, function, call_site;
   int32_t runs_in; /* the node that a call goes on in: itself, or the one of the
                       function that runs already */
   uint32_t depth, unused;
   uint64_t calls, loads, stores;
} tsl_node;

typedef struct {
   int32_t caller, site, callee;
   uint32_t node; /* + 1, 0 where free */
} tsl_node_key;

typedef struct {
   tsl_memory *memory;
   tsl_node *node; /* parents before children */
   uint32_t nodes, node_capacity;
   uint32_t depth_limit;
   tsl_node_key *index; /* open addressing */
   uint32_t index_bits, known;
   int counts; /* whether calls are counted from here on */
   int32_t called; /* the node of the last call, counted or not */
} tsl_tree;

void tsl_tree_init(tsl_tree *t, tsl_memory *m, uint32_t depth_limit);
void tsl_tree_free(tsl_tree *t);

/* The node of a function that is called in the context of another one, counted
   as called. */
int32_t tsl_tree_called(tsl_tree *t, int32_t caller, int32_t site,
                        int32_t callee);

typedef struct {
   uint64_t cfa;
   int32_t function, home; /* TSL_NONE: nothing of it has run yet */
   int32_t node, home_node;
   int32_t call_site;
   int32_t jumped_to;  /* node of what the last nested jump led to */
   uint32_t range;     /* stands for the frame; 0 before it is asked for */
   uint8_t jumps;      /* nested ones since the home function ran */
   uint8_t is_handler; /* of a signal */
   uint8_t inside;     /* a root, or called from one */
   uint8_t unused;
} tsl_frame;

typedef struct {
   tsl_tree *tree;
   tsl_space *space;
   const uint8_t *const *functions; /* TSL_STUB, TSL_ROOT */
   /* Whether every block with an access will come. Then who runs after a call is
      the callee, which may begin with a block without any; otherwise it may be
      the caller again, back from a callee that was left out, unless
      tsl_stack_is_callee. */
   int complete;
   tsl_frame *frame;
   uint32_t top, capacity;
   int32_t returned_from; /* site of the call that returned last */
} tsl_stack;

void tsl_stack_init(tsl_stack *s, tsl_tree *tree, tsl_space *space,
                    const uint8_t *const *functions, int complete);
void tsl_stack_free(tsl_stack *s);

/* A call has stored its return address there, a return has loaded it. */
void tsl_stack_call(tsl_stack *s, uint64_t address, int32_t site);
void tsl_stack_returned(tsl_stack *s, uint64_t address);
/* A signal's handler begins, whose return address is there. */
void tsl_stack_interrupted(tsl_stack *s, uint64_t address);
/* A block of a function runs. */
void tsl_stack_enter_other(tsl_stack *s, int32_t running, int at_entry,
                           int has_entry);

TSL_INLINE void tsl_stack_enter(tsl_stack *s, int32_t running, int at_entry,
                                int has_entry)
{
   if (s->frame[s->top].function != running)
      tsl_stack_enter_other(s, running, at_entry, has_entry);
}

/* Whether who runs after a call is the callee, by the first access of his block, which may be his
   return: a caller who is back has nothing below the return address, and does not load it. */
int tsl_stack_is_callee(const tsl_stack *s, uint64_t address, int returns);

/* The frame whose part of the stack an address is in. */
uint32_t tsl_stack_frame_at(const tsl_stack *s, uint64_t address);
/* The range that ends with a frame. */
uint32_t tsl_stack_range(tsl_stack *s, uint32_t frame);

#endif /* TSL_CALLS_H */
