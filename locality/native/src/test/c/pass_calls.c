/*--------------------------------------------------------------------*/
/*--- tslmap: calls against the paths of a plain stack. pass_calls.c ---*/
/*--------------------------------------------------------------------*/

#include "pass_check.h"

enum { FUNCTIONS = 9, DEPTH = 6, FRAMES = 300 };

/* The path that frames 0..top have, folded as the tree folds it. */
static uint32_t path_of(const int32_t *function, uint32_t top, int32_t *path)
{
   uint32_t n = 0, i, j;
   for (i = 0; i <= top; i++) {
      for (j = 0; j < n && path[j] != function[i]; j++)
         ;
      if (j < n)
         n = j + 1;
      else if (n < DEPTH)
         path[n++] = function[i];
   }
   return n;
}

/* Beyond the most nodes, functions keep what they do and lose their callers. */
void check_many_paths(void)
{
   tsl_memory m = {env, 0};
   tsl_tree t;
   int32_t first, last, i;
   tsl_tree_init(&t, &m, 4);
   first = tsl_tree_called(&t, TSL_NONE, TSL_NONE, 0);
   for (i = 0; t.nodes < TSL_MOST_NODES; i++)
      tsl_tree_called(&t, first, i, 1 + i % 100);
   last = tsl_tree_called(&t, first, i, 1 + i % 100);
   expect("function of a path that has no room", (uint64_t)t.node[last].function, (uint64_t)(1 + i % 100));
   expect("its caller", (uint64_t)t.node[last].parent, (uint64_t)TSL_NONE);
   for (i = 0; i < 200000; i++) {
      const int32_t node = tsl_tree_called(&t, first, 10000000 + i, 1 + i % 100);
      expect("function", (uint64_t)t.node[node].function, (uint64_t)(1 + i % 100));
      expect("callers", (uint64_t)t.node[node].parent, (uint64_t)TSL_NONE);
   }
   expect("nodes", t.nodes, TSL_MOST_NODES + 100);
   expect("path from before", (uint64_t)t.node[tsl_tree_called(&t, first, 7, 8)].parent, (uint64_t)first);
   tsl_tree_free(&t);
   expect("bytes left", (uint64_t)mapped, 0);
}

/* From half of the nodes on, paths are short, and those that are there already stay. */
void check_short_paths(void)
{
   tsl_memory m = {env, 0};
   tsl_tree t;
   int32_t at = TSL_NONE, deep = TSL_NONE, i;
   tsl_tree_init(&t, &m, 64);
   for (i = 0; i < 20; i++)
      deep = tsl_tree_called(&t, deep, i, i);
   expect("depth", t.node[deep].depth, 19);
   for (i = 0; t.nodes < TSL_MOST_NODES / 2; i++)
      tsl_tree_called(&t, 0, 100 + i, 100);
   for (i = 0; i < 20; i++)
      at = tsl_tree_called(&t, at, 1000 + i, 1000 + i);
   expect("functions of a short path", t.node[at].depth + 1, TSL_SHORT_PATH);
   expect("the last of them", (uint64_t)t.node[at].function, 1000 + TSL_SHORT_PATH - 1);
   for (at = TSL_NONE, i = 0; i < 20; i++)
      at = tsl_tree_called(&t, at, i, i);
   expect("path from before", (uint64_t)at, (uint64_t)deep);
   tsl_tree_free(&t);
   expect("bytes left", (uint64_t)mapped, 0);
}

/* Calls, returns, and jumps out of several functions at once. */
void check_calls(void)
{
   tsl_memory m = {env, 0};
   uint8_t known[FUNCTIONS] = {0};
   const uint8_t *const functions = known;
   const int32_t root = 1 + (int32_t)below(FUNCTIONS - 1);
   int32_t function[FRAMES], path[DEPTH];
   uint64_t cfa[FRAMES] = {0}, calls = 0, counted = 0;
   uint32_t top = 0, i, step;
   tsl_space s;
   tsl_tree t;
   tsl_stack k;
   tsl_space_init(&s, &m);
   tsl_tree_init(&t, &m, DEPTH);
   tsl_stack_init(&k, &t, &s, &functions, 1);
   known[root] = TSL_ROOT;
   function[0] = 0;
   tsl_stack_enter(&k, 0, 1, 1);
   for (step = 0; step < 2000; step++) {
      int32_t node;
      uint32_t n;
      if (below(2) == 0 && top + 1 < FRAMES) {
         const uint64_t at =
            (top == 0 ? 1ull << 40 : cfa[top] - 8) - 8 * (1 + below(50));
         tsl_stack_call(&k, at, (int32_t)below(20));
         top++;
         cfa[top] = at + 8;
         function[top] = (int32_t)below(FUNCTIONS);
         tsl_stack_enter(&k, function[top], 1, 1);
         calls++;
      } else if (top > 0 && below(8) != 0) {
         tsl_stack_returned(&k, cfa[top] - 8);
         top--;
         tsl_stack_enter(&k, function[top], 0, 1);
      } else if (top > 0) {
         /* The nearest frame of another function is who goes on. */
         for (i = top; i > 0 && function[i] == function[top]; i--)
            ;
         if (function[i] != function[top]) {
            top = i;
            tsl_stack_enter(&k, function[top], 0, 1);
         }
      }
      expect("frames", k.top, top);
      expect("CFA", k.frame[k.top].cfa, cfa[top]);
      expect("function", (uint64_t)k.frame[k.top].function,
             (uint64_t)function[top]);
      for (i = 0; i < top && function[i] != root; i++)
         ;
      expect("whether code is inside of a root", k.frame[k.top].inside, function[i] == root);
      i = (uint32_t)below(top + 1);
      expect("frame of an address",
             tsl_stack_frame_at(&k, (i == 0 ? 1ull << 41 : cfa[i]) - 1), i);
      n = path_of(function, top, path);
      for (node = k.frame[k.top].node; node != TSL_NONE; node = t.node[node].parent) {
         expect("whether the path is as long", n > 0, 1);
         expect("function on the path", (uint64_t)t.node[node].function,
                (uint64_t)path[--n]);
      }
      expect("functions left on the path", n, 0);
   }
   for (i = 0; i < t.nodes; i++) {
      counted += t.node[i].calls;
      expect("whether parents come first",
             t.node[i].parent < (int32_t)i && t.node[i].depth < DEPTH + 1, 1);
   }
   if (counted > calls + 1)
      differ("calls", counted, calls + 1);
   tsl_stack_free(&k);
   tsl_tree_free(&t);
   tsl_space_free(&s);
   expect("bytes left", (uint64_t)mapped, 0);
}
