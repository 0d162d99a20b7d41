/*--------------------------------------------------------------------*/
/*--- tslmap: calls, rebuilt from accesses.          tsl_calls.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_calls.h for the big picture. */

#include "tsl_calls.h"

/* Frames below the top that control may have come back to. */
#define SEARCH 4096u
/* Bytes below a return address in which the callee's frame begins. */
#define CALLEES_FRAME 4096u
/* Jumps of a frame that lead one level down in the call tree each. */
#define NESTED_JUMPS 1u

/*--------------------------------------------------------------------*/
/*--- The tree                                                     ---*/
/*--------------------------------------------------------------------*/

void tsl_tree_init(tsl_tree *t, tsl_memory *m, uint32_t depth_limit)
{
   tsl_fill(t, 0, sizeof *t);
   t->memory = m;
   t->depth_limit = depth_limit;
   t->counts = 1;
   t->index_bits = 8;
   t->index = tsl_map(m, sizeof(tsl_node_key) << t->index_bits);
}

void tsl_tree_free(tsl_tree *t)
{
   tsl_release(t->memory, t->node, t->node_capacity * sizeof *t->node);
   tsl_unmap(t->memory, t->index, sizeof(tsl_node_key) << t->index_bits);
}

static uint32_t place_of(const tsl_tree *t, int32_t caller, int32_t site,
                         int32_t callee)
{
   uint64_t h = (uint64_t)(int64_t)caller * 0x9E3779B97F4A7C15ull;
   h = (h ^ (uint64_t)(int64_t)site) * 0xC2B2AE3D27D4EB4Full;
   h = (h ^ (uint64_t)(int64_t)callee) * 0x9E3779B97F4A7C15ull;
   return (uint32_t)(h >> (64 - t->index_bits));
}

static void grow_index(tsl_tree *t)
{
   tsl_node_key *old = t->index;
   const uint32_t n = 1u << t->index_bits;
   uint32_t i;
   t->index_bits++;
   t->index = tsl_map(t->memory, sizeof(tsl_node_key) << t->index_bits);
   for (i = 0; i < n; i++)
      if (old[i].node != 0) {
         uint32_t at =
            place_of(t, old[i].caller, old[i].site, old[i].callee);
         while (t->index[at].node != 0)
            at = (at + 1) & ((1u << t->index_bits) - 1);
         t->index[at] = old[i];
      }
   tsl_unmap(t->memory, old, n * sizeof *old);
}

static int32_t find(tsl_tree *t, int32_t caller, int32_t site, int32_t callee);

static uint32_t depth_limit(const tsl_tree *t)
{
   return t->nodes < TSL_MOST_NODES / 2 || t->depth_limit < TSL_SHORT_PATH ? t->depth_limit
                                                                           : TSL_SHORT_PATH;
}

/* The node of a path that comes for the first time. */
static int32_t fold(tsl_tree *t, int32_t caller, int32_t site, int32_t callee)
{
   const uint32_t level =
      caller == TSL_NONE ? 0 : t->node[caller].depth + 1;
   int32_t running = caller;
   tsl_node *n;
   while (running != TSL_NONE && t->node[running].function != callee)
      running = t->node[running].parent;
   if (running != TSL_NONE && t->nodes >= TSL_MOST_NODES)
      return running;
   if (running == TSL_NONE && caller != TSL_NONE && level >= depth_limit(t))
      return caller;
   if (caller != TSL_NONE && t->nodes >= TSL_MOST_NODES)
      return find(t, TSL_NONE, TSL_NONE, callee);
   if (t->nodes == t->node_capacity) {
      const uint32_t capacity =
         t->node_capacity == 0 ? 256 : 2 * t->node_capacity;
      t->node = tsl_grow(t->memory, t->node, t->node_capacity * sizeof *t->node,
                         capacity * sizeof *t->node);
      t->node_capacity = capacity;
   }
   n = &t->node[t->nodes];
   n->parent = caller;
   n->function = callee;
   n->call_site = site;
   n->depth = level;
   n->runs_in = running == TSL_NONE ? (int32_t)t->nodes : running;
   return (int32_t)t->nodes++;
}

static int32_t find(tsl_tree *t, int32_t caller, int32_t site, int32_t callee)
{
   uint32_t mask = (1u << t->index_bits) - 1;
   uint32_t at = place_of(t, caller, site, callee);
   int32_t node;
   for (; t->index[at].node != 0; at = (at + 1) & mask) {
      const tsl_node_key *k = &t->index[at];
      if (k->caller == caller && k->site == site && k->callee == callee)
         return (int32_t)k->node - 1;
   }
   node = fold(t, caller, site, callee);
   /* Another path may have come first, and the index may be another one. */
   mask = (1u << t->index_bits) - 1;
   for (at = place_of(t, caller, site, callee); t->index[at].node != 0; at = (at + 1) & mask)
      ;
   t->index[at].caller = caller;
   t->index[at].site = site;
   t->index[at].callee = callee;
   t->index[at].node = (uint32_t)node + 1;
   if (++t->known > mask / 2)
      grow_index(t);
   return node;
}

int32_t tsl_tree_called(tsl_tree *t, int32_t caller, int32_t site,
                        int32_t callee)
{
   const int32_t node = find(t, caller, site, callee);
   tsl_node *n = &t->node[node];
   t->called = node;
   if (t->counts && n->function == callee)
      n->calls++;
   return n->runs_in;
}

/*--------------------------------------------------------------------*/
/*--- Stacks                                                       ---*/
/*--------------------------------------------------------------------*/

static void grow_stack(tsl_stack *s)
{
   const uint32_t capacity = s->capacity == 0 ? 64 : 2 * s->capacity;
   s->frame =
      tsl_grow(s->space->memory, s->frame, s->capacity * sizeof *s->frame,
               capacity * sizeof *s->frame);
   s->capacity = capacity;
}

void tsl_stack_init(tsl_stack *s, tsl_tree *tree, tsl_space *space,
                    const uint8_t *const *functions, int complete)
{
   tsl_fill(s, 0, sizeof *s);
   s->tree = tree;
   s->space = space;
   s->functions = functions;
   s->complete = complete;
   s->returned_from = TSL_NONE;
   grow_stack(s);
   s->frame[0].function = s->frame[0].home = TSL_NONE;
   s->frame[0].call_site = s->frame[0].node = TSL_NONE;
}

void tsl_stack_free(tsl_stack *s)
{
   tsl_release(s->space->memory, s->frame, s->capacity * sizeof *s->frame);
}

uint32_t tsl_stack_range(tsl_stack *s, uint32_t frame)
{
   tsl_frame *f = &s->frame[frame];
   if (f->range == 0)
      f->range = tsl_space_add(s->space, 0, 0, 0);
   return f->range;
}

uint32_t tsl_stack_frame_at(const tsl_stack *s, uint64_t address)
{
   uint32_t low = 0, high = s->top;
   while (low < high) {
      const uint32_t middle = (low + high + 1) / 2;
      if (s->frame[middle].cfa > address)
         low = middle;
      else
         high = middle - 1;
   }
   return low;
}

static void pop(tsl_stack *s)
{
   if (s->frame[s->top].range != 0)
      tsl_space_end(s->space, s->frame[s->top].range);
   s->top--;
}

static void pop_to(tsl_stack *s, uint64_t address)
{
   int more = 1;
   while (more && s->top > 0 && s->frame[s->top].cfa - 8 <= address) {
      const tsl_frame *f = &s->frame[s->top];
      more = !f->is_handler || f->cfa - 8 != address;
      pop(s);
   }
}

static void push(tsl_stack *s, uint64_t address, int32_t site, int is_handler)
{
   tsl_frame *f;
   if (++s->top == s->capacity)
      grow_stack(s);
   f = &s->frame[s->top];
   f->cfa = address + 8;
   f->function = f->home = TSL_NONE;
   f->call_site = site;
   f->node = f[-1].node;
   f->is_handler = (uint8_t)is_handler;
   f->inside = f[-1].inside;
}

void tsl_stack_call(tsl_stack *s, uint64_t address, int32_t site)
{
   pop_to(s, address);
   push(s, address, site, 0);
}

void tsl_stack_interrupted(tsl_stack *s, uint64_t address)
{
   push(s, address, TSL_NONE, 1);
}

void tsl_stack_returned(tsl_stack *s, uint64_t address)
{
   const uint32_t before = s->top;
   pop_to(s, address);
   if (s->top < before && !s->frame[s->top + 1].is_handler)
      s->returned_from = s->frame[s->top + 1].call_site;
}

static int is(const tsl_stack *s, int32_t function, uint8_t what)
{
   return function >= 0 && ((*s->functions)[function] & what) != 0;
}

static void go_on_as(tsl_stack *s, int32_t running, int32_t caller,
                     int32_t site)
{
   tsl_frame *f = &s->frame[s->top];
   if (f->range != 0)
      tsl_space_end(s->space, f->range);
   f->function = running;
   f->inside |= is(s, running, TSL_ROOT);
   f->node = tsl_tree_called(s->tree, caller, site, running);
}

static void name(tsl_stack *s, int32_t running)
{
   tsl_frame *f = &s->frame[s->top];
   const int32_t caller =
      s->top == 0 || f->is_handler ? TSL_NONE : f[-1].node;
   if (s->top == 0)
      f->inside = 0; /* what this frame stands for is not known */
   go_on_as(s, running, caller, f->call_site);
   f->home = running;
   f->home_node = f->node;
   f->jumps = 0;
}

static void go_home(tsl_frame *f)
{
   f->function = f->home;
   f->node = f->home_node;
   f->jumps = 0;
}

/* A tail call. Where not everything is seen, it may be a call by someone who is
   not. */
static void jump(tsl_stack *s, int32_t running)
{
   tsl_frame *f = &s->frame[s->top];
   if (s->top == 0 || !s->complete || is(s, f->home, TSL_STUB)) {
      name(s, running);
      return;
   }
   go_on_as(s, running, f->jumps == 0 ? f->home_node : f->jumped_to, TSL_NONE);
   if (running == f->home) {
      f->jumps = 0;
   } else if (f->jumps < NESTED_JUMPS && !is(s, running, TSL_STUB)) {
      f->jumps++;
      f->jumped_to = f->node;
   }
}

/* Makes the nearest frame of a function the top, if it has one below. */
static int came_back(tsl_stack *s, int32_t running)
{
   const uint32_t last = s->top > SEARCH ? s->top - SEARCH : 0;
   uint32_t i;
   for (i = s->top; i-- > last;) {
      tsl_frame *f = &s->frame[i];
      if (f->function == running || f->home == running) {
         while (s->top > i)
            pop(s);
         if (f->function != running)
            go_home(f);
         return 1;
      }
   }
   return 0;
}

int tsl_stack_is_callee(const tsl_stack *s, uint64_t address, int returns)
{
   const tsl_frame *f = &s->frame[s->top];
   return s->top > 0 && f->function == TSL_NONE && !f->is_handler
          && (f->cfa - 8 - address - 1 < CALLEES_FRAME || (returns && address == f->cfa - 8));
}

void tsl_stack_enter_other(tsl_stack *s, int32_t running, int at_entry,
                           int has_entry)
{
   tsl_frame *f = &s->frame[s->top];
   if (f->function == running)
      return;
   if (f->function == TSL_NONE) {
      if (s->complete || at_entry || !has_entry || !came_back(s, running))
         name(s, running);
   } else if (at_entry) {
      jump(s, running);
   } else if (f->home == running) {
      go_home(f);
   } else if (!came_back(s, running)) {
      jump(s, running);
   }
}
