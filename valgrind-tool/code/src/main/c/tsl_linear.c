/*--------------------------------------------------------------------*/
/*--- tslmap: addresses that follow from others.      tsl_linear.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_linear.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

/* What is known of 8 bytes of guest state. */
typedef struct {
   Bool known;
   tsl_linear form;
} tsl_register;

struct tsl_linear_state {
   const IRTypeEnv *types;
   UInt next_variable;
   Int registers;
   tsl_register *reg;
   Bool *known; /* by temporary */
   tsl_linear *form;
};

tsl_linear_state *tsl_linear_new(const IRSB *sb, Int guest_size)
{
   tsl_linear_state *s = LibVEX_Alloc(sizeof *s);
   const SizeT temporaries = sb->tyenv->types_used + 1;
   s->types = sb->tyenv;
   s->next_variable = 0;
   s->registers = guest_size / 8;
   s->reg = LibVEX_Alloc(s->registers * sizeof *s->reg);
   s->known = LibVEX_Alloc(temporaries * sizeof *s->known);
   s->form = LibVEX_Alloc(temporaries * sizeof *s->form);
   VG_(memset)(s->reg, 0, s->registers * sizeof *s->reg);
   VG_(memset)(s->known, 0, temporaries * sizeof *s->known);
   return s;
}

static tsl_linear constant(ULong c)
{
   tsl_linear f;
   f.constant = c;
   f.terms = 0;
   return f;
}

static tsl_linear variable(tsl_linear_state *s)
{
   tsl_linear f = constant(0);
   f.terms = 1;
   f.term[0].variable = s->next_variable++;
   f.term[0].factor = 1;
   return f;
}

/* *to = a + factor * b. False when that has too many terms. */
static Bool combine(tsl_linear *to, const tsl_linear *a, const tsl_linear *b,
                    ULong factor)
{
   UInt i = 0, j = 0;
   tsl_linear r = constant(a->constant + factor * b->constant);
   while (i < a->terms || j < b->terms) {
      tsl_term t;
      if (j == b->terms || (i < a->terms && a->term[i].variable < b->term[j].variable)) {
         t = a->term[i++];
      } else {
         t.variable = b->term[j].variable;
         t.factor = factor * b->term[j++].factor;
         if (i < a->terms && a->term[i].variable == t.variable)
            t.factor += a->term[i++].factor;
      }
      if (t.factor == 0)
         continue;
      if (r.terms == TSL_LINEAR_TERMS)
         return False;
      r.term[r.terms++] = t;
   }
   *to = r;
   return True;
}

static void set(tsl_linear_state *s, IRTemp t, tsl_linear form)
{
   s->known[t] = True;
   s->form[t] = form;
}

tsl_linear tsl_linear_of(tsl_linear_state *s, const IRExpr *atom)
{
   IRTemp t;
   if (atom->tag == Iex_Const) {
      tl_assert(atom->Iex.Const.con->tag == Ico_U64);
      return constant(atom->Iex.Const.con->Ico.U64);
   }
   tl_assert(atom->tag == Iex_RdTmp);
   t = atom->Iex.RdTmp.tmp;
   /* Assigned before the first instruction, by the check that code which may change
      has not: where VEX has unrolled a loop, its second round may use that again. */
   if (!s->known[t])
      set(s, t, variable(s));
   return s->form[t];
}

Bool tsl_linear_same_terms(const tsl_linear *a, const tsl_linear *b)
{
   UInt i;
   if (a->terms != b->terms)
      return False;
   for (i = 0; i < a->terms; i++)
      if (a->term[i].variable != b->term[i].variable
          || a->term[i].factor != b->term[i].factor)
         return False;
   return True;
}

static Bool whole_register(const tsl_linear_state *s, Int offset)
{
   return offset >= 0 && offset % 8 == 0 && offset / 8 < s->registers;
}

static void forget(tsl_linear_state *s, Int offset, Int size)
{
   Int i;
   for (i = offset / 8; i <= (offset + size - 1) / 8; i++)
      if (i >= 0 && i < s->registers)
         s->reg[i].known = False;
}

static void forget_all(tsl_linear_state *s)
{
   forget(s, 0, s->registers * 8);
}

/* The form of a right-hand side; a fresh variable when it is not linear. */
static tsl_linear evaluate(tsl_linear_state *s, const IRExpr *e)
{
   tsl_linear a, b;
   switch (e->tag) {
   case Iex_RdTmp:
   case Iex_Const:
      return tsl_linear_of(s, e);
   case Iex_Get:
      if (whole_register(s, e->Iex.Get.offset)) {
         tsl_register *r = &s->reg[e->Iex.Get.offset / 8];
         if (!r->known) {
            r->known = True;
            r->form = variable(s);
         }
         return r->form;
      }
      break;
   case Iex_Binop:
      switch (e->Iex.Binop.op) {
      case Iop_Add64:
      case Iop_Sub64:
         a = tsl_linear_of(s, e->Iex.Binop.arg1);
         b = tsl_linear_of(s, e->Iex.Binop.arg2);
         if (combine(&a, &a, &b, e->Iex.Binop.op == Iop_Add64 ? 1 : ~0ull))
            return a;
         break;
      case Iop_Shl64:
         if (e->Iex.Binop.arg2->tag == Iex_Const) {
            const UChar by = e->Iex.Binop.arg2->Iex.Const.con->Ico.U8;
            a = tsl_linear_of(s, e->Iex.Binop.arg1);
            b = constant(0);
            if (by < 64 && combine(&a, &b, &a, 1ull << by))
               return a;
         }
         break;
      case Iop_Mul64:
         a = tsl_linear_of(s, e->Iex.Binop.arg1);
         b = tsl_linear_of(s, e->Iex.Binop.arg2);
         if (a.terms == 0 || b.terms == 0) {
            const tsl_linear zero = constant(0);
            const tsl_linear *of = a.terms == 0 ? &b : &a;
            if (combine(&a, &zero, of, a.terms == 0 ? a.constant : b.constant))
               return a;
         }
         break;
      default:
         break;
      }
      break;
   default:
      break;
   }
   return variable(s);
}

/* A 64-bit result that nothing is known about. */
static void set_unknown(tsl_linear_state *s, IRTemp t)
{
   if (t != IRTemp_INVALID && s->types->types[t] == Ity_I64)
      set(s, t, variable(s));
}

void tsl_linear_statement(tsl_linear_state *s, const IRStmt *st)
{
   switch (st->tag) {
   case Ist_WrTmp:
      if (s->types->types[st->Ist.WrTmp.tmp] == Ity_I64)
         set(s, st->Ist.WrTmp.tmp, evaluate(s, st->Ist.WrTmp.data));
      break;
   case Ist_Put: {
      const IRExpr *data = st->Ist.Put.data;
      const IRType type = typeOfIRExpr(s->types, data);
      forget(s, st->Ist.Put.offset, sizeofIRType(type));
      if (type == Ity_I64 && whole_register(s, st->Ist.Put.offset)) {
         tsl_register *r = &s->reg[st->Ist.Put.offset / 8];
         r->known = True;
         r->form = tsl_linear_of(s, data);
      }
      break;
   }
   case Ist_PutI:
      forget(s, st->Ist.PutI.details->descr->base,
             st->Ist.PutI.details->descr->nElems
                * sizeofIRType(st->Ist.PutI.details->descr->elemTy));
      break;
   case Ist_LoadG:
      set_unknown(s, st->Ist.LoadG.details->dst);
      break;
   case Ist_CAS:
      set_unknown(s, st->Ist.CAS.details->oldLo);
      set_unknown(s, st->Ist.CAS.details->oldHi);
      break;
   case Ist_LLSC:
      set_unknown(s, st->Ist.LLSC.result);
      break;
   case Ist_Dirty:
      if (st->Ist.Dirty.details->nFxState > 0)
         forget_all(s);
      set_unknown(s, st->Ist.Dirty.details->tmp);
      break;
   default:
      break;
   }
}
