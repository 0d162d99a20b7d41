/*--------------------------------------------------------------------*/
/*--- tslmap: what blocks compute.                 tsl_operations.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_operations.h"

#include "libvex_guest_amd64.h"

#include "tsl_counter.h"
#include "tsl_options.h"

/* Kinds. An instruction's statements are looked at one by one; each operation has a kind, and
   the instruction that of the most demanding one. VEX has three ways to compute with floating
   numbers: on F64 and F32, on the lowest lane of a vector (Add64F0x2), and on all lanes
   (Add64Fx2). A fused multiplication and addition of a vector is one operation per lane.

   Chains. For each temporary, and each register, there is the longest path to it from each
   register at the block's beginning: how many operations of which kind wait for one another on it,
   where lengths are compared by usual latencies. What a path gains from a register to the same
   register is what one execution of the block adds to the chain that goes through this register
   from round to round of a loop. A function's chain is that of the register for which the sum over
   all blocks is the longest. A block that gives a register a new value ends the chain, which may
   then overlap the next one: the sum says how long chains are at most, and which blocks do that is
   told besides. Registers are the general ones and the lower halves of the vector registers; chains
   through memory are not followed. */

/*------------------------------------------------------------*/
/*--- Operations                                           ---*/
/*------------------------------------------------------------*/

static Bool is_move(IROp op)
{
   switch (op) {
   case Iop_V128to64: case Iop_V128HIto64: case Iop_64HLtoV128: case Iop_64UtoV128:
   case Iop_SetV128lo64: case Iop_32UtoV128: case Iop_V128to32: case Iop_SetV128lo32:
   case Iop_ZeroHI64ofV128: case Iop_ZeroHI96ofV128: case Iop_ZeroHI112ofV128:
   case Iop_ZeroHI120ofV128: case Iop_V256to64_0: case Iop_V256to64_1: case Iop_V256to64_2:
   case Iop_V256to64_3: case Iop_64x4toV256: case Iop_V256toV128_0: case Iop_V256toV128_1:
   case Iop_V128HLtoV256: case Iop_ReinterpF64asI64: case Iop_ReinterpI64asF64:
   case Iop_ReinterpF32asI32: case Iop_ReinterpI32asF32: case Iop_ReinterpV128asI128:
   case Iop_ReinterpI128asV128:
      return True;
   default:
      /* Other widths of the same number. */
      return op >= Iop_8Uto16 && op <= Iop_1Sto64 && op != Iop_Not1 && op != Iop_And1
             && op != Iop_Or1;
   }
}

static Bool is_fused(IROp op)
{
   return op == Iop_MAddF64 || op == Iop_MSubF64 || op == Iop_MAddF32 || op == Iop_MSubF32;
}

static Bool is_floating_divide(IROp op)
{
   switch (op) {
   case Iop_DivF64: case Iop_DivF32: case Iop_DivF64r32: case Iop_SqrtF64: case Iop_SqrtF32:
   case Iop_Div64F0x2: case Iop_Sqrt64F0x2: case Iop_Div32F0x4: case Iop_Sqrt32F0x4:
   case Iop_Div64Fx2: case Iop_Sqrt64Fx2: case Iop_Div32Fx4: case Iop_Sqrt32Fx4:
   case Iop_Div64Fx4: case Iop_Sqrt64Fx4: case Iop_Div32Fx8: case Iop_Sqrt32Fx8:
      return True;
   default:
      return False;
   }
}

static Bool is_conversion(IROp op)
{
   switch (op) {
   case Iop_F64toI16S: case Iop_F64toI32S: case Iop_F64toI64S: case Iop_F64toI64U:
   case Iop_F64toI32U: case Iop_I32StoF64: case Iop_I64StoF64: case Iop_I64UtoF64:
   case Iop_I64UtoF32: case Iop_I32UtoF32: case Iop_I32UtoF64: case Iop_F32toI32S:
   case Iop_F32toI64S: case Iop_F32toI32U: case Iop_F32toI64U: case Iop_I32StoF32:
   case Iop_I64StoF32:
      return True;
   default:
      return False;
   }
}

static Bool is_floating_multiply(IROp op)
{
   switch (op) {
   case Iop_MulF64: case Iop_MulF32: case Iop_MulF64r32: case Iop_Mul64F0x2:
   case Iop_Mul32F0x4: case Iop_Mul64Fx2: case Iop_Mul32Fx4: case Iop_Mul64Fx4:
   case Iop_Mul32Fx8:
      return True;
   default:
      return is_fused(op);
   }
}

/* Of one number. */
static Bool is_floating(IROp op)
{
   return (op >= Iop_AddF64 && op <= Iop_F64toF32) || is_fused(op)
          || (op >= Iop_Add64F0x2 && op <= Iop_Sqrt64F0x2)
          || (op >= Iop_Add32F0x4 && op <= Iop_RSqrtEst32F0x4)
          || (op >= Iop_AtanF64 && op <= Iop_RoundF32toInt);
}

static Bool is_floating_vector(IROp op)
{
   return (op >= Iop_Add32Fx4 && op <= Iop_RSqrtStep32Fx4)
          || (op >= Iop_Add64Fx2 && op <= Iop_Neg64Fx2) || (op >= Iop_Add64Fx4 && op <= Iop_Div32Fx8)
          || (op >= Iop_Max32Fx8 && op <= Iop_Min64Fx4);
}

static Bool is_multiply(IROp op)
{
   return (op >= Iop_Mul8 && op <= Iop_Mul64) || (op >= Iop_MullS8 && op <= Iop_MullU64);
}

static Bool is_divide(IROp op) { return op >= Iop_DivU32 && op <= Iop_DivModS64to64; }

static Bool is_vector(IRType t) { return t == Ity_V128 || t == Ity_V256; }

/* Of an operation with a result of this type, from an argument of that type. */
static tsl_operation_kind kind_of(IROp op, IRType result, IRType argument)
{
   if (is_floating_divide(op))
      return TSL_OP_FLOATING_DIVIDE;
   if (is_conversion(op))
      return TSL_OP_CONVERSION;
   if (is_floating(op))
      return TSL_OP_FLOATING;
   if (is_multiply(op))
      return TSL_OP_MULTIPLY;
   if (is_divide(op))
      return TSL_OP_DIVIDE;
   if (is_move(op) || !(is_vector(result) || is_vector(argument)))
      return TSL_OP_INTEGER;
   return result == Ity_V256 || argument == Ity_V256 ? TSL_OP_VECTOR_32 : TSL_OP_VECTOR_16;
}

/* What it adds to a chain; TSL_LINK_KINDS for nothing. */
static tsl_link_kind link_of(IROp op)
{
   return is_move(op)                                      ? TSL_LINK_KINDS
          : is_floating_divide(op)                         ? TSL_LINK_FLOATING_DIVIDE
          : is_conversion(op)                              ? TSL_LINK_CONVERSION
          : is_floating_multiply(op)                       ? TSL_LINK_FLOATING_MULTIPLY
          : is_floating(op) || is_floating_vector(op)      ? TSL_LINK_FLOATING
          : is_multiply(op)                                ? TSL_LINK_MULTIPLY
          : is_divide(op)                                  ? TSL_LINK_DIVIDE
                                                           : TSL_LINK_INTEGER;
}

/*------------------------------------------------------------*/
/*--- The block under translation                          ---*/
/*------------------------------------------------------------*/

Bool tsl_operations_counted(void) { return !tsl_options_by_address(); }

/* General registers and the lower halves of vector registers. */
#define REGISTERS TSL_CHAIN_REGISTERS
#define GENERAL 16
#define AT(name) ((Int)offsetof(VexGuestAMD64State, guest_##name))
#define VECTOR_SIZE (AT(YMM1) - AT(YMM0))

typedef struct {
   UInt cycles;
   UInt last; /* the instruction of the last integer operation */
   UShort count[TSL_LINK_KINDS];
} path;

/* The paths from the registers whose bits are set. */
typedef struct {
   UInt from;
   UInt block; /* of a temporary: the number of the block that set it */
   path of[REGISTERS];
} paths;

static UInt first_now; /* the first stretch of what was seen and not forgotten */
static UInt counter_before; /* of an exit before, whose code goes on; TSL_NO_COUNTER: none */
static paths *temporary; /* those that were set have this block's number */
static UInt temporaries;
static UInt block_now;
static paths reg[REGISTERS];
static IRTemp held[REGISTERS]; /* the temporary that the register has; IRTemp_INVALID: none known */
static const IRTypeEnv *types;

/* The instruction. */
static UInt instruction;       /* number */
static Addr begins, behind;
static UInt function_now;
static Bool counts_now, open; /* whether it is not counted yet */
static tsl_operation_kind kind_now;
static UInt fused;
static Bool wide;

static void begin_at(paths *p, UInt r)
{
   p->from = 1u << r;
   VG_(memset)(&p->of[r], 0, sizeof p->of[r]);
}

/* Paths begin anew at the registers, and at the temporaries that hold them. */
static void forget_seen(void)
{
   UInt r;
   first_now = tsl_executed_stretches();
   block_now++; /* which takes all paths from temporaries */
   for (r = 0; r < REGISTERS; r++) {
      begin_at(&reg[r], r);
      if (held[r] != IRTemp_INVALID) {
         begin_at(&temporary[held[r]], r);
         temporary[held[r]].block = block_now;
      }
   }
}

void tsl_operations_begin(const IRSB *block)
{
   UInt n = (UInt)block->tyenv->types_used + 1;
   types = block->tyenv;
   TSL_RESERVE("tsl.operations", temporary, temporaries, n);
   open = False;
   instruction = 0;
   for (n = 0; n < REGISTERS; n++)
      held[n] = IRTemp_INVALID;
   counter_before = TSL_NO_COUNTER;
   forget_seen();
}

/* Adds an instruction to what was seen. */
static void add_instruction(tsl_operation_kind kind, Bool conditional)
{
   tsl_executed_instruction(first_now, begins, (UInt)(behind - begins), function_now, kind, conditional);
}

static void close_instruction(Bool branches, Bool conditional)
{
   if (open && counts_now) {
      if (kind_now == TSL_OP_FLOATING && fused > 1)
         kind_now = wide ? TSL_OP_VECTOR_32 : TSL_OP_VECTOR_16;
      if (kind_now == TSL_OP_VECTOR_16 && wide)
         kind_now = TSL_OP_VECTOR_32;
      add_instruction(branches ? TSL_OP_BRANCH : kind_now, conditional);
   }
   open = False;
}

void tsl_operations_instruction(Addr a, UInt bytes, UInt function, Bool counts)
{
   close_instruction(False, False);
   instruction++;
   begins = a;
   behind = a + bytes;
   function_now = function;
   counts_now = counts;
   open = True;
   kind_now = TSL_OP_INTEGER;
   fused = 0;
   wide = False;
}

/*------------------------------------------------------------*/
/*--- Chains                                               ---*/
/*------------------------------------------------------------*/

static Int register_at(Int offset)
{
   if (offset >= AT(RAX) && offset < AT(RAX) + 8 * GENERAL)
      return (offset - AT(RAX)) / 8;
   if (offset >= AT(YMM0) && offset < AT(YMM0) + 16 * VECTOR_SIZE
       && (offset - AT(YMM0)) % VECTOR_SIZE < 16)
      return GENERAL + (offset - AT(YMM0)) / VECTOR_SIZE;
   return -1;
}

static const paths *paths_of(const IRExpr *e)
{
   if (e->tag != Iex_RdTmp || e->Iex.RdTmp.tmp >= temporaries
       || temporary[e->Iex.RdTmp.tmp].block != block_now)
      return NULL;
   return &temporary[e->Iex.RdTmp.tmp];
}

static void join(paths *to, const paths *more)
{
   UInt left;
   if (more == NULL)
      return;
   for (left = more->from; left != 0; left &= left - 1) {
      const UInt r = (UInt)__builtin_ctz(left);
      if (!(to->from >> r & 1) || more->of[r].cycles > to->of[r].cycles)
         to->of[r] = more->of[r];
   }
   to->from |= more->from;
}

/* Integer operations of one instruction are one: its address, or its flags, cost nothing. */
static void extend(paths *p, tsl_link_kind kind)
{
   UInt left;
   if (kind == TSL_LINK_KINDS)
      return;
   for (left = p->from; left != 0; left &= left - 1) {
      path *at = &p->of[__builtin_ctz(left)];
      if (at->last == instruction && kind == TSL_LINK_INTEGER)
         continue;
      if (at->last == instruction && kind == TSL_LINK_LOAD) {
         at->count[TSL_LINK_INTEGER]--;
         at->cycles -= tsl_latency[TSL_LINK_INTEGER];
      }
      at->count[kind]++;
      at->cycles += tsl_latency[kind];
      at->last = kind == TSL_LINK_INTEGER ? instruction : 0;
   }
}

static void assign(IRTemp t, const paths *p)
{
   if (t >= temporaries)
      return;
   temporary[t] = *p;
   temporary[t].block = block_now;
}

static void see(IROp op, IRType result, const IRExpr *argument)
{
   const tsl_operation_kind kind = kind_of(op, result, typeOfIRExpr(types, argument));
   fused += is_fused(op);
   if (kind > kind_now)
      kind_now = kind;
}

static void see_expression(IRTemp t, const IRExpr *e)
{
   const IRType type = typeOfIRExpr(types, e);
   paths p;
   p.from = 0;
   if (type == Ity_V256)
      wide = True;
   switch (e->tag) {
   case Iex_RdTmp:
      join(&p, paths_of(e));
      break;
   case Iex_Get: {
      const Int r = register_at(e->Iex.Get.offset);
      if (r >= 0) {
         join(&p, &reg[r]);
         held[r] = t < temporaries ? t : IRTemp_INVALID;
      }
      break;
   }
   case Iex_Unop:
      see(e->Iex.Unop.op, type, e->Iex.Unop.arg);
      join(&p, paths_of(e->Iex.Unop.arg));
      extend(&p, link_of(e->Iex.Unop.op));
      break;
   case Iex_Binop:
      see(e->Iex.Binop.op, type, e->Iex.Binop.arg2);
      join(&p, paths_of(e->Iex.Binop.arg1));
      join(&p, paths_of(e->Iex.Binop.arg2));
      extend(&p, link_of(e->Iex.Binop.op));
      break;
   case Iex_Triop:
      see(e->Iex.Triop.details->op, type, e->Iex.Triop.details->arg2);
      join(&p, paths_of(e->Iex.Triop.details->arg2));
      join(&p, paths_of(e->Iex.Triop.details->arg3));
      extend(&p, link_of(e->Iex.Triop.details->op));
      break;
   case Iex_Qop:
      see(e->Iex.Qop.details->op, type, e->Iex.Qop.details->arg2);
      join(&p, paths_of(e->Iex.Qop.details->arg2));
      join(&p, paths_of(e->Iex.Qop.details->arg3));
      join(&p, paths_of(e->Iex.Qop.details->arg4));
      extend(&p, link_of(e->Iex.Qop.details->op));
      break;
   case Iex_ITE:
      join(&p, paths_of(e->Iex.ITE.cond));
      join(&p, paths_of(e->Iex.ITE.iftrue));
      join(&p, paths_of(e->Iex.ITE.iffalse));
      extend(&p, TSL_LINK_INTEGER);
      break;
   case Iex_Load:
      join(&p, paths_of(e->Iex.Load.addr));
      extend(&p, TSL_LINK_LOAD);
      break;
   case Iex_CCall: {
      UInt i;
      for (i = 0; e->Iex.CCall.args[i] != NULL; i++)
         join(&p, paths_of(e->Iex.CCall.args[i]));
      extend(&p, TSL_LINK_INTEGER);
      break;
   }
   default:
      break;
   }
   assign(t, &p);
}

static void see_put(Int offset, const IRExpr *data)
{
   const Int r = register_at(offset);
   const UInt size = sizeofIRType(typeOfIRExpr(types, data));
   const paths *p = paths_of(data);
   if (size == 32)
      wide = True;
   if (r < 0 || (r >= GENERAL && (offset - AT(YMM0)) % VECTOR_SIZE != 0))
      return;
   if (size >= 4)
      reg[r].from = 0;
   join(&reg[r], p);
   held[r] = data->tag == Iex_RdTmp && size >= 8 && data->Iex.RdTmp.tmp < temporaries
                ? data->Iex.RdTmp.tmp
                : IRTemp_INVALID;
}

void tsl_operations_statement(const IRStmt *st)
{
   paths p;
   p.from = 0;
   switch (st->tag) {
   case Ist_WrTmp:
      see_expression(st->Ist.WrTmp.tmp, st->Ist.WrTmp.data);
      break;
   case Ist_Put:
      see_put(st->Ist.Put.offset, st->Ist.Put.data);
      break;
   case Ist_LoadG:
      join(&p, paths_of(st->Ist.LoadG.details->addr));
      extend(&p, TSL_LINK_LOAD);
      join(&p, paths_of(st->Ist.LoadG.details->alt));
      assign(st->Ist.LoadG.details->dst, &p);
      break;
   case Ist_Exit:
      close_instruction(st->Ist.Exit.jk == Ijk_Boring, st->Ist.Exit.jk == Ijk_Boring);
      break;
   default:
      break;
   }
}

void tsl_operations_end(const IRSB *block)
{
   const IRExpr *next = block->next;
   const Bool falls = block->jumpkind == Ijk_Boring && next->tag == Iex_Const
                      && next->Iex.Const.con->Ico.U64 == behind;
   close_instruction(!falls, False);
}

/*------------------------------------------------------------*/
/*--- What it belongs to                                   ---*/
/*------------------------------------------------------------*/

static tsl_piece piece_seen(UInt branch)
{
   tsl_piece p = {first_now, tsl_executed_links(), branch, 0};
   UInt r;
   for (r = 0; r < REGISTERS; r++)
      if (!(reg[r].from >> r & 1))
         p.anew |= 1u << r;
      else if (reg[r].of[r].cycles > 0)
         tsl_executed_link(r, reg[r].of[r].count);
   return p;
}

void tsl_operations_of_descriptor(UInt id)
{
   tsl_executed_of_descriptor(id, piece_seen(TSL_NO_BRANCH));
}

Bool tsl_operations_pending(void) { return tsl_executed_stretches() > first_now; }

void tsl_operations_of_counter(UInt id, UInt branch, Bool goes_on)
{
   tsl_executed_of_counter(id, piece_seen(branch));
   if (counter_before != TSL_NO_COUNTER)
      tsl_executed_goes_on(counter_before, id);
   counter_before = goes_on ? id : TSL_NO_COUNTER;
   if (!goes_on)
      forget_seen();
}
