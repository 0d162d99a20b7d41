/*--------------------------------------------------------------------*/
/*--- tslmap: variables in stack frames.               tsl_frame.c ---*/
/*--------------------------------------------------------------------*/

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_function.h"
#include "tsl_name.h"
#include "tsl_type.h"
#include "tsl_unit.h"

/* Debug information places a local variable relative to its function's "frame
   base", or to a register. gcc's frame base is the canonical frame address (CFA)
   itself; clang's is a register, rbp or rsp. What a register is worth, in terms of
   the CFA, is what unwinding goes by, and the unwinding tables say: for each piece
   of code they have a row "CFA = register + offset". A place relative to a register
   is therefore one relative to the CFA wherever the row is about that register;
   elsewhere (in a prologue that has not set it yet) the place does not hold anyway.

   All addresses here are those of the debug information. */

enum {
   DEPTH_MAX = 256,
   ROWS_MAX = 1 << 16 /* of one function's unwinding table */
};

typedef struct {
   Dwarf_Addr start, end;
} tsl_span;

typedef struct {
   tsl_span *spans;
   size_t n, capacity;
} tsl_spans;

/* During [start, end) the CFA is register + offset. */
typedef struct {
   Dwarf_Addr start, end;
   unsigned reg;
   int64_t offset;
} tsl_row;

/* During [start, end) the variable is at CFA + offset. */
typedef struct {
   Dwarf_Addr start, end;
   int64_t offset;
   bool address; /* it is only the variable's address that is there */
} tsl_place;

typedef struct {
   tsl_debuginfo *d;
   tsl_answer *answer;
   Dwarf_Die function;
   bool rows_known;
   tsl_row *rows;
   size_t n_rows, rows_capacity;
   tsl_place *places; /* of the variable at hand */
   size_t n_places, places_capacity;
} tsl_frame;

/* --- What registers are worth. -------------------------------------------- */

/* A location that is a register and an offset. */
static bool register_and_offset(const Dwarf_Op *op, unsigned *reg,
                                int64_t *offset)
{
   if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31) {
      *reg = op->atom - DW_OP_breg0;
      *offset = (int64_t)op->number;
   } else if (op->atom == DW_OP_bregx) {
      *reg = (unsigned)op->number;
      *offset = (int64_t)op->number2;
   } else if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
      *reg = op->atom - DW_OP_reg0;
      *offset = 0;
   } else {
      return false;
   }
   return true;
}

/* Adds the row at an address. Returns where it ends; at most `limit`. */
static Dwarf_Addr add_row(tsl_frame *f, Dwarf_CFI *table, Dwarf_Addr bias,
                          Dwarf_Addr pc, Dwarf_Addr limit)
{
   const Dwarf_Addr shift = f->d->bias - bias;
   Dwarf_Frame *frame = NULL;
   Dwarf_Addr start, end = limit;
   Dwarf_Op *ops;
   size_t n;
   tsl_row row;
   if (table == NULL || dwarf_cfi_addrframe(table, pc + shift, &frame) != 0)
      return pc;
   if (dwarf_frame_info(frame, &start, &end, NULL) >= 0) {
      start -= shift;
      end -= shift;
      if (end > limit)
         end = limit;
      if (dwarf_frame_cfa(frame, &ops, &n) == 0 && n == 1
          && ops[0].atom >= DW_OP_breg0
          && register_and_offset(&ops[0], &row.reg, &row.offset)
          && tsl_reserve((void **)&f->rows, f->n_rows, &f->rows_capacity,
                         sizeof *f->rows)) {
         row.start = pc;
         row.end = end;
         f->rows[f->n_rows++] = row;
      }
   }
   free(frame);
   return end;
}

static void find_rows(tsl_frame *f)
{
   Dwarf_Addr base, start, end, eh_bias, debug_bias;
   Dwarf_CFI *eh, *debug;
   ptrdiff_t next = 0;
   if (f->rows_known)
      return;
   f->rows_known = true;
   eh = dwfl_module_eh_cfi(f->d->module, &eh_bias);
   debug = dwfl_module_dwarf_cfi(f->d->module, &debug_bias);
   while ((next = dwarf_ranges(&f->function, next, &base, &start, &end)) > 0)
      while (start < end && f->n_rows < ROWS_MAX) {
         Dwarf_Addr after = add_row(f, eh, eh_bias, start, end);
         if (after <= start)
            after = add_row(f, debug, debug_bias, start, end);
         if (after <= start)
            break;
         start = after;
      }
}

static bool row_at(tsl_frame *f, Dwarf_Addr pc)
{
   Dwarf_Addr eh_bias, debug_bias;
   Dwarf_CFI *eh = dwfl_module_eh_cfi(f->d->module, &eh_bias);
   Dwarf_CFI *debug = dwfl_module_dwarf_cfi(f->d->module, &debug_bias);
   add_row(f, eh, eh_bias, pc, pc + 1);
   if (f->n_rows == 0)
      add_row(f, debug, debug_bias, pc, pc + 1);
   return f->n_rows > 0;
}

bool tsl_frame_place(tsl_debuginfo *d, Dwarf_Addr pc, unsigned reg,
                     int64_t offset, int64_t *place)
{
   tsl_frame f = {.d = d};
   const bool known = row_at(&f, pc) && f.rows[0].reg == reg;
   if (known)
      *place = offset - f.rows[0].offset;
   free(f.rows);
   return known;
}

/* --- Where a variable is. -------------------------------------------------- */

static void add_place(tsl_frame *f, Dwarf_Addr start, Dwarf_Addr end,
                      int64_t offset, bool address)
{
   if (start < end
       && tsl_reserve((void **)&f->places, f->n_places, &f->places_capacity,
                      sizeof *f->places))
      f->places[f->n_places++] = (tsl_place){start, end, offset, address};
}

static void add_register_place(tsl_frame *f, Dwarf_Addr start, Dwarf_Addr end,
                               unsigned reg, int64_t offset, bool address)
{
   size_t i;
   find_rows(f);
   for (i = 0; i < f->n_rows; i++) {
      const tsl_row *row = &f->rows[i];
      if (row->reg == reg)
         add_place(f, start > row->start ? start : row->start,
                   end < row->end ? end : row->end, offset - row->offset,
                   address);
   }
}

/* Adds the places of "frame base + offset". */
static void add_base_place(tsl_frame *f, Dwarf_Addr start, Dwarf_Addr end,
                           int64_t offset, bool address)
{
   Dwarf_Attribute attribute;
   Dwarf_Addr base, from, to;
   Dwarf_Op *ops;
   size_t n;
   ptrdiff_t next = 0;
   if (dwarf_attr_integrate(&f->function, DW_AT_frame_base, &attribute) == NULL)
      return;
   while ((next = dwarf_getlocations(&attribute, next, &base, &from, &to, &ops,
                                     &n))
          > 0) {
      unsigned reg;
      int64_t more;
      if (n != 1)
         continue;
      if (from < start)
         from = start;
      if (to > end)
         to = end;
      if (ops[0].atom == DW_OP_call_frame_cfa)
         add_place(f, from, to, offset, address);
      else if (register_and_offset(&ops[0], &reg, &more))
         add_register_place(f, from, to, reg, more + offset, address);
   }
}

static void add_location(tsl_frame *f, Dwarf_Addr start, Dwarf_Addr end,
                         const Dwarf_Op *ops, size_t n)
{
   unsigned reg;
   int64_t offset;
   bool address = false;
   if (n == 0)
      return;
   if (ops[0].atom == DW_OP_call_frame_cfa && n <= 2) {
      if (n == 1)
         add_place(f, start, end, 0, false);
      else if (ops[1].atom == DW_OP_plus_uconst)
         add_place(f, start, end, (int64_t)ops[1].number, false);
      return;
   }
   if (n == 2 && ops[1].atom == DW_OP_deref)
      address = true;
   else if (n != 1)
      return; /* in pieces, or calculated */
   if (ops[0].atom == DW_OP_fbreg)
      add_base_place(f, start, end, (int64_t)ops[0].number, address);
   else if (ops[0].atom >= DW_OP_breg0
            && register_and_offset(&ops[0], &reg, &offset))
      add_register_place(f, start, end, reg, offset, address);
}

/* Fills the places of a variable of a block. */
static void find_places(tsl_frame *f, Dwarf_Die *variable,
                        const tsl_spans *block)
{
   Dwarf_Attribute attribute;
   Dwarf_Addr base, start, end;
   Dwarf_Op *ops;
   size_t n, i;
   ptrdiff_t next = 0;
   f->n_places = 0;
   if (dwarf_attr(variable, DW_AT_location, &attribute) == NULL)
      return;
   while ((next = dwarf_getlocations(&attribute, next, &base, &start, &end,
                                     &ops, &n))
          > 0)
      for (i = 0; i < block->n; i++) {
         const tsl_span *span = &block->spans[i];
         add_location(f, start > span->start ? start : span->start,
                      end < span->end ? end : span->end, ops, n);
      }
}

static int compare_places(const void *left, const void *right)
{
   const tsl_place *a = left, *b = right;
   if (a->address != b->address)
      return a->address ? 1 : -1;
   if (a->offset != b->offset)
      return a->offset < b->offset ? -1 : 1;
   return a->start < b->start ? -1 : a->start > b->start;
}

/* --- Answering. -------------------------------------------------------------- */

/* What is there of a variable passed by reference: its address. */
static void answer_address_type(tsl_debuginfo *d, Dwarf_Die *variable,
                                tsl_answer *a)
{
   char *text = tsl_reference_text(d, variable);
   tsl_answer_number(a, UINT32_MAX);
   tsl_answer_text(a, text);
   tsl_answer_long(a, sizeof(uint64_t));
   tsl_answer_long(a, sizeof(uint64_t));
   tsl_answer_number(a, 0);
   free(text);
}

/* Answers one place of a variable, which holds during places [first, after). */
static void answer_place(tsl_frame *f, Dwarf_Die *variable,
                         const char *function, size_t first, size_t after)
{
   tsl_debuginfo *d = f->d;
   tsl_answer *a = f->answer;
   const bool address = f->places[first].address;
   uint64_t bytes = sizeof(uint64_t);
   tsl_answer type;
   size_t count, i;
   uint32_t ranges = 0;
   tsl_answer_init(&type);
   if (address)
      answer_address_type(d, variable, &type);
   else
      tsl_answer_type(d, variable, &bytes, &type);
   tsl_answer_text(a, dwarf_diename(variable));
   tsl_answer_text(a, function);
   tsl_answer_long(a, (uint64_t)f->places[first].offset);
   tsl_answer_long(a, bytes);
   tsl_answer_append(a, &type);
   tsl_answer_free(&type);
   tsl_answer_flag(a, dwarf_tag(variable) == DW_TAG_formal_parameter);
   tsl_answer_text(a, tsl_file(variable, DW_AT_decl_file));
   tsl_answer_number(a, (uint32_t)tsl_number(variable, DW_AT_decl_line));
   count = tsl_answer_reserve(a);
   for (i = first; i < after; ranges++) {
      const Dwarf_Addr start = f->places[i].start;
      Dwarf_Addr end = f->places[i].end;
      for (i++; i < after && f->places[i].start <= end; i++)
         if (f->places[i].end > end)
            end = f->places[i].end;
      tsl_answer_long(a, start + d->bias);
      tsl_answer_long(a, end + d->bias);
   }
   tsl_answer_set(a, count, ranges);
}

static void answer_variable(tsl_frame *f, Dwarf_Die *variable,
                            const char *function, const tsl_spans *block)
{
   size_t first, after;
   find_places(f, variable, block);
   if (f->n_places == 0 || dwarf_diename(variable) == NULL)
      return;
   qsort(f->places, f->n_places, sizeof *f->places, compare_places);
   for (first = 0; first < f->n_places; first = after) {
      for (after = first + 1; after < f->n_places; after++)
         if (f->places[after].offset != f->places[first].offset
             || f->places[after].address != f->places[first].address)
            break;
      answer_place(f, variable, function, first, after);
   }
}

static tsl_spans spans_of(Dwarf_Die *block)
{
   tsl_spans s = {.n = 0};
   Dwarf_Addr base, start, end;
   ptrdiff_t next = 0;
   while ((next = dwarf_ranges(block, next, &base, &start, &end)) > 0)
      if (tsl_reserve((void **)&s.spans, s.n, &s.capacity, sizeof *s.spans))
         s.spans[s.n++] = (tsl_span){start, end};
   return s;
}

static void answer_block(tsl_frame *f, Dwarf_Die *block, const char *function,
                         const tsl_spans *spans, int depth)
{
   Dwarf_Die child;
   int more = dwarf_child(block, &child);
   for (; more == 0 && depth < DEPTH_MAX;
        more = dwarf_siblingof(&child, &child)) {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) {
         answer_variable(f, &child, function, spans);
      } else if (tag == DW_TAG_lexical_block
                 || tag == DW_TAG_inlined_subroutine) {
         char *inlined = tag == DW_TAG_inlined_subroutine
                            ? tsl_full_name(f->d, &child)
                            : NULL;
         tsl_spans own = {.n = 0};
         const bool has_own = tsl_has_code(&child);
         if (has_own)
            own = spans_of(&child);
         answer_block(f, &child, inlined != NULL ? inlined : function,
                      has_own ? &own : spans, depth + 1);
         free(own.spans);
         free(inlined);
      }
   }
}

void tsl_debuginfo_frame(tsl_debuginfo *d, uint64_t pc, tsl_answer *a)
{
   Dwarf_Die *function = tsl_function_at(d, pc);
   tsl_frame f = {.d = d, .answer = a};
   tsl_spans spans;
   char *name;
   if (function == NULL)
      return;
   f.function = *function;
   tsl_answer_function(d, function, pc, a);
   name = tsl_full_name(d, function);
   spans = spans_of(function);
   answer_block(&f, function, name, &spans, 0);
   free(spans.spans);
   free(name);
   free(f.rows);
   free(f.places);
}
