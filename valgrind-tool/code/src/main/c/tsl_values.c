/*--------------------------------------------------------------------*/
/*--- tslmap: where the values of a block come from.    tsl_values.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_values.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"

/* Registers within a block: the general ones, whose numbers are those of the wire, what
   flags are computed from, and the vector registers. */
#define FLAGS TSL_GENERAL_REGISTERS
#define VECTORS ((Int)FLAGS + 4)
#define REGISTERS (VECTORS + 16)
#define STACK_POINTER 4
#define FRAME_POINTER 5

/* Some of the first 64 accesses. */
typedef ULong set;

typedef struct {
   UInt registers;
   set loads;
} sources;

struct tsl_values {
   const IRTypeEnv *types;
   sources *temporary;
   UInt temporaries;
   sources reg[REGISTERS];
   set off_stack; /* loads whose address comes from the stack or frame pointer only */
   /* Of accesses and exits so far, and behind them those of registers. */
   tsl_value *value;
   UInt values;
   UInt exits;
};

static const sources NOTHING = {0, 0};

static sources both(sources a, sources b)
{
   return (sources){a.registers | b.registers, a.loads | b.loads};
}

static set bit_of(UInt access)
{
   return access < 64 ? (set)1 << access : 0;
}

tsl_values *tsl_values_new(const IRSB *sb, UInt accesses, UInt exits)
{
   tsl_values *v = LibVEX_Alloc(sizeof *v);
   Int r;
   v->types = sb->tyenv;
   v->temporaries = (UInt)sb->tyenv->types_used;
   v->temporary = LibVEX_Alloc((v->temporaries + 1) * sizeof *v->temporary);
   VG_(memset)(v->temporary, 0, (v->temporaries + 1) * sizeof *v->temporary);
   for (r = 0; r < REGISTERS; r++)
      v->reg[r] = (sources){r < (Int)TSL_GENERAL_REGISTERS ? 1u << r : 0, 0};
   v->off_stack = 0;
   v->value = LibVEX_Alloc((2 * accesses + exits + TSL_GENERAL_REGISTERS + 3) * sizeof *v->value);
   v->values = v->exits = 0;
   return v;
}

/*------------------------------------------------------------*/
/*--- Registers                                            ---*/
/*------------------------------------------------------------*/

#define AT(name) ((Int)offsetof(VexGuestAMD64State, guest_##name))
#define VECTOR_SIZE (AT(YMM1) - AT(YMM0))

/* The register that has a byte of the guest's state, or -1. */
static Int register_at(Int offset)
{
   if (offset >= AT(RAX) && offset < AT(RAX) + 8 * VECTORS)
      return (offset - AT(RAX)) / 8;
   if (offset >= AT(YMM0) && offset < AT(YMM0) + 16 * VECTOR_SIZE)
      return VECTORS + (offset - AT(YMM0)) / VECTOR_SIZE;
   return -1;
}

static Int start_of(Int r)
{
   return r < VECTORS ? AT(RAX) + 8 * r : AT(YMM0) + VECTOR_SIZE * (r - VECTORS);
}

static sources get(const tsl_values *v, Int offset)
{
   const Int r = register_at(offset);
   return r < 0 ? NOTHING : v->reg[r];
}

/* A part that does not begin with the register's lowest byte, or has less than 4 bytes,
   leaves the rest as it was. */
static void put(tsl_values *v, Int offset, UInt size, sources s)
{
   const Int r = register_at(offset);
   if (r < 0 || r == STACK_POINTER)
      return;
   if (r == FRAME_POINTER)
      s.loads &= ~v->off_stack;
   v->reg[r] = offset == start_of(r) && size >= 4 ? s : both(v->reg[r], s);
}

/* What a helper writes is not known to come from anything. */
static void forget(tsl_values *v, Int offset, Int size)
{
   Int i;
   for (i = offset; i < offset + size; i += 8) {
      const Int r = register_at(i);
      if (r >= 0 && r != STACK_POINTER)
         v->reg[r] = NOTHING;
   }
}

/*------------------------------------------------------------*/
/*--- Expressions                                          ---*/
/*------------------------------------------------------------*/

static sources of_atom(const tsl_values *v, const IRExpr *e)
{
   return e->tag == Iex_RdTmp && (UInt)e->Iex.RdTmp.tmp < v->temporaries
             ? v->temporary[e->Iex.RdTmp.tmp]
             : NOTHING;
}

static sources of_expression(const tsl_values *v, const IRExpr *e)
{
   sources s = NOTHING;
   UInt i;
   switch (e->tag) {
   case Iex_RdTmp:
      return of_atom(v, e);
   case Iex_Get:
      return get(v, e->Iex.Get.offset);
   case Iex_Unop:
      return of_atom(v, e->Iex.Unop.arg);
   case Iex_Binop:
      return both(of_atom(v, e->Iex.Binop.arg1), of_atom(v, e->Iex.Binop.arg2));
   case Iex_Triop:
      return both(of_atom(v, e->Iex.Triop.details->arg2), of_atom(v, e->Iex.Triop.details->arg3));
   case Iex_Qop:
      s = both(of_atom(v, e->Iex.Qop.details->arg2), of_atom(v, e->Iex.Qop.details->arg3));
      return both(s, of_atom(v, e->Iex.Qop.details->arg4));
   case Iex_ITE:
      s = both(of_atom(v, e->Iex.ITE.iftrue), of_atom(v, e->Iex.ITE.iffalse));
      return both(s, of_atom(v, e->Iex.ITE.cond));
   case Iex_CCall:
      for (i = 0; e->Iex.CCall.args[i] != NULL; i++)
         s = both(s, of_atom(v, e->Iex.CCall.args[i]));
      return s;
   default:
      return s;
   }
}

static void assign(tsl_values *v, IRTemp t, sources s)
{
   if ((UInt)t < v->temporaries)
      v->temporary[t] = s;
}

/*------------------------------------------------------------*/
/*--- What is said                                         ---*/
/*------------------------------------------------------------*/

static void say(tsl_values *v, tsl_value_kind what, UInt which, sources s)
{
   v->value[v->values++] = (tsl_value){(UChar)what, 0, (UShort)which, s.registers, s.loads};
}

void tsl_values_access(tsl_values *v, UInt number, const IRExpr *address, const IRExpr *data)
{
   const UInt pointers = 1u << STACK_POINTER | 1u << FRAME_POINTER;
   const sources s = of_atom(v, address);
   if (s.loads == 0 && s.registers != 0 && (s.registers & ~pointers) == 0)
      v->off_stack |= bit_of(number);
   if (s.registers != 0 || s.loads != 0)
      say(v, TSL_VALUE_ADDRESS, number, s);
   if (data != NULL) {
      const sources d = of_atom(v, data);
      if (d.registers != 0 || d.loads != 0)
         say(v, TSL_VALUE_STORED, number, d);
   }
}

static void exit_here(tsl_values *v, const IRStmt *st)
{
   say(v, TSL_VALUE_CONDITION, v->exits++, of_atom(v, st->Ist.Exit.guard));
}

UInt tsl_values_registers(tsl_values *v, const tsl_value **list)
{
   const UInt before = v->values;
   sources cleared = NOTHING;
   UInt r, all;
   for (r = 0; r < TSL_GENERAL_REGISTERS; r++) {
      const sources *s = &v->reg[r];
      if (s->registers == 0 && s->loads == 0)
         cleared.registers |= 1u << r;
      else if (s->registers != 1u << r || s->loads != 0)
         say(v, TSL_VALUE_REGISTER, r, *s);
   }
   if (cleared.registers != 0)
      say(v, TSL_VALUE_CLEARED, 0, cleared);
   *list = v->value + before;
   all = v->values - before;
   v->values = before;
   return all;
}

UInt tsl_values_list(tsl_values *v, Addr to, const tsl_value **list)
{
   UInt n = v->values + tsl_values_registers(v, list);
   if (to != 0)
      v->value[n++] = (tsl_value){TSL_VALUE_NEXT, 0, 0, 0, to};
   *list = v->value;
   return n;
}

/*------------------------------------------------------------*/
/*--- Statements                                           ---*/
/*------------------------------------------------------------*/

static sources loaded(UInt access)
{
   return (sources){0, bit_of(access)};
}

static void dirty(tsl_values *v, const IRDirty *d, UInt first)
{
   sources s = d->mFx == Ifx_Read || d->mFx == Ifx_Modify ? loaded(first) : NOTHING;
   Int i;
   for (i = 0; d->args[i] != NULL; i++)
      s = both(s, of_atom(v, d->args[i]));
   for (i = 0; i < d->nFxState; i++)
      if (d->fxState[i].fx != Ifx_Read)
         forget(v, d->fxState[i].offset, d->fxState[i].size);
   assign(v, d->tmp, s);
}

void tsl_values_statement(tsl_values *v, const IRStmt *st, UInt first)
{
   switch (st->tag) {
   case Ist_WrTmp: {
      const IRExpr *e = st->Ist.WrTmp.data;
      assign(v, st->Ist.WrTmp.tmp, e->tag == Iex_Load ? loaded(first) : of_expression(v, e));
      break;
   }
   case Ist_Put:
      put(v, st->Ist.Put.offset, sizeofIRType(typeOfIRExpr(v->types, st->Ist.Put.data)),
          of_atom(v, st->Ist.Put.data));
      break;
   case Ist_LoadG: {
      const IRLoadG *g = st->Ist.LoadG.details;
      assign(v, g->dst, both(loaded(first), both(of_atom(v, g->alt), of_atom(v, g->guard))));
      break;
   }
   case Ist_CAS:
      assign(v, st->Ist.CAS.details->oldLo, loaded(first));
      assign(v, st->Ist.CAS.details->oldHi, loaded(first));
      break;
   case Ist_LLSC:
      assign(v, st->Ist.LLSC.result,
          st->Ist.LLSC.storedata == NULL ? loaded(first) : NOTHING);
      break;
   case Ist_Dirty:
      dirty(v, st->Ist.Dirty.details, first);
      break;
   case Ist_Exit:
      exit_here(v, st);
      break;
   default:
      break;
   }
}
