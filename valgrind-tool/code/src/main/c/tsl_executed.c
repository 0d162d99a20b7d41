/*--------------------------------------------------------------------*/
/*--- tslmap: code that was executed.               tsl_executed.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_executed.h"

#include "tsl_branch.h"
#include "tsl_code.h"
#include "tsl_counter.h"

const UChar tsl_latency[TSL_LINK_KINDS] = {1, 3, 15, 4, 14, 4, 4, 7};

/*------------------------------------------------------------*/
/*--- Tables                                               ---*/
/*------------------------------------------------------------*/

/* Instructions one behind the other, all of one function. */
typedef struct {
   Addr start, end;
   UInt function;
   UInt first; /* of its instructions */
   UInt instructions;
} stretch;

/* What a descriptor or a counter stands for. Descriptors of one block begin at the same stretch, and
   have fewer instructions of the last one than it got later. */
typedef struct {
   UInt stretch, link; /* the first ones */
   UShort stretches, links;
   UInt last; /* instructions of the last stretch */
   UInt branch;
   UInt anew;
   UInt goes_on; /* the counter of code that begins with this; TSL_NO_COUNTER: none */
} code;

static UChar *instruction_table; /* as they are told (tsl_executed) */
static UInt instruction_count, instruction_size;
static stretch *stretch_table;
static UInt stretch_count, stretch_size;
static tsl_chain_link *link_table;
static UInt link_count, link_size;
static XArray *of_descriptors; /* code by descriptor */
static XArray *of_counters;

void tsl_executed_init(void)
{
   of_descriptors = tsl_list("tsl.executed", sizeof(code));
   of_counters = tsl_list("tsl.executed", sizeof(code));
}

UInt tsl_executed_stretches(void) { return stretch_count; }
UInt tsl_executed_links(void) { return link_count; }

static UChar told(UInt bytes, tsl_operation_kind kind, Bool conditional)
{
   const Bool converts = kind == TSL_OP_CONVERSION;
   return (UChar)(bytes | (converts ? TSL_OP_FLOATING : kind) << TSL_EXECUTED_KIND
                  | (converts || conditional ? TSL_EXECUTED_CONDITIONAL : 0));
}

static tsl_operation_kind told_kind(UChar instruction)
{
   const tsl_operation_kind kind = instruction >> TSL_EXECUTED_KIND & 7;
   return kind == TSL_OP_FLOATING && instruction & TSL_EXECUTED_CONDITIONAL ? TSL_OP_CONVERSION
                                                                            : kind;
}

void tsl_executed_instruction(UInt first, Addr start, UInt bytes, UInt function,
                              tsl_operation_kind kind, Bool conditional)
{
   stretch *s = stretch_count > first ? &stretch_table[stretch_count - 1] : NULL;
   bytes &= TSL_EXECUTED_BYTES;
   if (s == NULL || s->end != start || s->function != function) {
      TSL_RESERVE("tsl.executed", stretch_table, stretch_size, stretch_count + 1);
      s = &stretch_table[stretch_count++];
      *s = (stretch){start, start, function, instruction_count, 0};
   }
   TSL_RESERVE("tsl.executed", instruction_table, instruction_size, instruction_count + 1);
   instruction_table[instruction_count++] = told(bytes, kind, conditional);
   s->end = start + bytes;
   s->instructions++;
}

void tsl_executed_link(UInt reg, const UShort *count)
{
   tsl_chain_link *l;
   TSL_RESERVE("tsl.executed", link_table, link_size, link_count + 1);
   l = &link_table[link_count++];
   l->reg = (UShort)reg;
   VG_(memcpy)(l->count, count, sizeof l->count);
}

static void add_at(XArray *list, UInt id, tsl_piece p)
{
   const code none = {0, 0, 0, 0, 0, TSL_NO_BRANCH, 0, TSL_NO_COUNTER};
   const code c = {p.stretch, p.link, (UShort)(stretch_count - p.stretch), (UShort)(link_count - p.link),
                   stretch_count == p.stretch ? 0 : stretch_table[stretch_count - 1].instructions,
                   p.branch, p.anew, TSL_NO_COUNTER};
   while ((UInt)VG_(sizeXA)(list) < id)
      VG_(addToXA)(list, &none);
   VG_(addToXA)(list, &c);
}

void tsl_executed_of_descriptor(UInt id, tsl_piece p) { add_at(of_descriptors, id, p); }
void tsl_executed_of_counter(UInt id, tsl_piece p) { add_at(of_counters, id, p); }

void tsl_executed_goes_on(UInt id, UInt to)
{
   ((code *)VG_(indexXA)(of_counters, id))->goes_on = to;
}

/*------------------------------------------------------------*/
/*--- Sums                                                 ---*/
/*------------------------------------------------------------*/

static UInt instructions_of(const code *c, UInt k)
{
   return k + 1 < c->stretches ? stretch_table[c->stretch + k].instructions : c->last;
}

/* Whether two pieces of code are one, translated twice. */
static Bool same(const code *a, const code *b)
{
   UInt k;
   if (a->stretches != b->stretches || a->links != b->links || a->anew != b->anew
       || VG_(memcmp)(link_table + a->link, link_table + b->link, a->links * sizeof *link_table) != 0)
      return False;
   for (k = 0; k < a->stretches; k++) {
      const stretch *s = &stretch_table[a->stretch + k], *t = &stretch_table[b->stretch + k];
      const UInt n = instructions_of(a, k);
      if (s->start != t->start || s->function != t->function || n != instructions_of(b, k)
          || VG_(memcmp)(instruction_table + s->first, instruction_table + t->first, n) != 0)
         return False;
   }
   return True;
}

/* Code that was executed, and how often; of some executions, whether the jump at its end was predicted. */
typedef struct {
   const code *code;
   ULong executions, predicted, mispredicted;
} piece;

static void add_executions(piece *p, const code *c, ULong executions)
{
   p->executions += executions;
   if (c->branch != TSL_NO_BRANCH) {
      p->predicted += executions;
      p->mispredicted += tsl_branch_mispredictions(c->branch, executions);
   }
}

/* Of all its executions, as of those that were predicted. */
static ULong mispredictions(const piece *p)
{
   return p->predicted == p->executions || p->predicted == 0
             ? p->mispredicted
             : (ULong)((double)p->mispredicted / (double)p->predicted * (double)p->executions);
}

/* Adds executions to those of the same code, or as a new piece; `places` (a power of two) is more than
   twice the number of pieces. */
static UInt add_piece(piece *pieces, UInt n, UInt *place, UInt places, const code *c, ULong executions)
{
   const ULong key = stretch_table[c->stretch].start + c->stretches + 64ull * c->last;
   UInt i = (UInt)(key * 0x9E3779B97F4A7C15ull >> 32) & (places - 1);
   while (place[i] != 0 && !same(pieces[place[i] - 1].code, c))
      i = (i + 1) & (places - 1);
   if (place[i] == 0) {
      pieces[n] = (piece){c, 0, 0, 0};
      place[i] = ++n;
   }
   add_executions(&pieces[place[i] - 1], c, executions);
   return n;
}

static void tell_piece(const piece *p, tsl_executed_fn tell, void *to)
{
   static tsl_stretch_of *part;
   static UInt parts;
   const code *c = p->code;
   UInt k;
   TSL_RESERVE("tsl.executed", part, parts, c->stretches);
   for (k = 0; k < c->stretches; k++) {
      const stretch *s = &stretch_table[c->stretch + k];
      part[k] = (tsl_stretch_of){s->start, s->function, instructions_of(c, k),
                                 instruction_table + s->first};
   }
   tell(&(tsl_executed){p->executions, mispredictions(p), part, c->stretches, link_table + c->link, c->links, c->anew},
        to);
}

/* Tells of all code that was executed, once where it was translated several times. */
static void each(const XArray *list, ULong (*executions)(UInt id), tsl_executed_fn tell, void *to)
{
   const UInt all = (UInt)VG_(sizeXA)(list);
   piece *pieces = VG_(malloc)("tsl.executed", (all + 1) * sizeof *pieces);
   UInt *place, places = 2, n = 0, i;
   while (places <= 2 * all)
      places *= 2;
   place = VG_(calloc)("tsl.executed", places, sizeof *place);
   for (i = 0; i < all; i++) {
      const code *c = VG_(indexXA)(list, i);
      const ULong times = c->stretches == 0 ? 0 : executions(i);
      if (times > 0)
         n = add_piece(pieces, n, place, places, c, times);
   }
   for (i = 0; i < n; i++)
      tell_piece(&pieces[i], tell, to);
   VG_(free)(place);
   VG_(free)(pieces);
}

/* Where a fork begins counters anew within a block, code seems to go on more often than it began. */
static ULong executions_of_counter(UInt id)
{
   const UInt to = ((const code *)VG_(indexXA)(of_counters, id))->goes_on;
   const ULong all = tsl_counter_value(id), on = to == TSL_NO_COUNTER ? 0 : tsl_counter_value(to);
   return all > on ? all - on : 0;
}

void tsl_executed_each(ULong (*executions)(UInt descriptor), tsl_executed_fn tell, void *to)
{
   each(of_descriptors, executions, tell, to);
   each(of_counters, executions_of_counter, tell, to);
}

typedef struct {
   ULong instructions[TSL_OP_KINDS];
   ULong *chain; /* TSL_CHAIN_REGISTERS * TSL_LINK_KINDS; NULL: none */
} sum;

static void add(const tsl_executed *c, void *to)
{
   sum *const sums = to;
   sum *s = &sums[c->stretch[0].function];
   UInt i, k;
   for (i = 0; i < c->stretches; i++) {
      const tsl_stretch_of *part = &c->stretch[i];
      for (k = 0; k < part->instructions; k++)
         sums[part->function].instructions[told_kind(part->instruction[k])] += c->executions;
   }
   if (c->links == 0)
      return;
   if (s->chain == NULL)
      s->chain = VG_(calloc)("tsl.executed", TSL_CHAIN_REGISTERS * TSL_LINK_KINDS, sizeof(ULong));
   for (i = 0; i < c->links; i++)
      for (k = 0; k < TSL_LINK_KINDS; k++)
         s->chain[c->link[i].reg * TSL_LINK_KINDS + k] += c->executions * c->link[i].count[k];
}

/* The longest chain of a function. */
static const ULong *longest(const ULong *chain)
{
   const ULong *found = NULL;
   ULong most = 0;
   UInt r, k;
   for (r = 0; chain != NULL && r < TSL_CHAIN_REGISTERS; r++) {
      ULong cycles = 0;
      for (k = 0; k < TSL_LINK_KINDS; k++)
         cycles += tsl_latency[k] * chain[r * TSL_LINK_KINDS + k];
      if (cycles > most) {
         most = cycles;
         found = chain + r * TSL_LINK_KINDS;
      }
   }
   return found;
}

void tsl_executed_sum(ULong (*executions)(UInt descriptor), tsl_operations_fn tell)
{
   sum *sums = VG_(calloc)("tsl.executed", tsl_functions() + 1, sizeof *sums);
   const UInt functions = tsl_functions();
   UInt i, k;
   tsl_executed_each(executions, add, sums);
   for (i = 0; i < functions; i++) {
      static const ULong none[TSL_LINK_KINDS];
      ULong numbers[TSL_OPERATION_NUMBERS];
      const ULong *found = longest(sums[i].chain);
      const ULong *chain = found == NULL ? none : found;
      UInt n = 0;
      ULong all = 0;
      for (k = 0; k < TSL_OP_KINDS; k++)
         all += sums[i].instructions[k];
      for (k = 0; k < TSL_OP_KINDS_FIRST; k++)
         numbers[n++] = sums[i].instructions[k];
      for (k = 0; k < TSL_LINK_KINDS_FIRST; k++)
         numbers[n++] = chain[k];
      for (k = TSL_OP_KINDS_FIRST; k < TSL_OP_KINDS; k++)
         numbers[n++] = sums[i].instructions[k];
      for (k = TSL_LINK_KINDS_FIRST; k < TSL_LINK_KINDS; k++)
         numbers[n++] = chain[k];
      if (all > 0)
         tell(i, numbers);
      if (sums[i].chain != NULL)
         VG_(free)(sums[i].chain);
   }
   VG_(free)(sums);
}
