/*--------------------------------------------------------------------*/
/*--- tslmap: what blocks compute.                 tsl_operations.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_operations.h"

#include "libvex_guest_amd64.h"

#include "tsl_branch.h"
#include "tsl_code.h"
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
} code;

static UChar *instruction_table; /* as they are told (tsl_executed) */
static UInt instruction_count, instruction_size;
static stretch *stretch_table;
static UInt stretch_count, stretch_size;
static tsl_chain_link *link_table;
static UInt link_count, link_size;
static XArray *of_descriptors; /* code by descriptor */
static XArray *of_counters;

void tsl_operations_init(void)
{
   of_descriptors = tsl_list("tsl.operations", sizeof(code));
   of_counters = tsl_list("tsl.operations", sizeof(code));
}

Bool tsl_operations_counted(void) { return !tsl_options_by_address(); }

/*------------------------------------------------------------*/
/*--- The block under translation                          ---*/
/*------------------------------------------------------------*/

/* General registers and the lower halves of vector registers. */
#define REGISTERS 32
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

static const UChar latency[TSL_LINK_KINDS] = {1, 3, 15, 4, 14, 4, 4, 7};

static UInt first_now; /* the first stretch of what was seen since the last counter */
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
   first_now = stretch_count;
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
   forget_seen();
}

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

/* Adds an instruction to what was seen. */
static void add_instruction(tsl_operation_kind kind, Bool conditional)
{
   const UInt bytes = (UInt)(behind - begins) & TSL_EXECUTED_BYTES;
   stretch *s = stretch_count > first_now ? &stretch_table[stretch_count - 1] : NULL;
   if (s == NULL || s->end != begins || s->function != function_now) {
      TSL_RESERVE("tsl.operations", stretch_table, stretch_size, stretch_count + 1);
      s = &stretch_table[stretch_count++];
      *s = (stretch){begins, begins, function_now, instruction_count, 0};
   }
   TSL_RESERVE("tsl.operations", instruction_table, instruction_size, instruction_count + 1);
   instruction_table[instruction_count++] = told(bytes, kind, conditional);
   s->end = begins + bytes;
   s->instructions++;
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
         at->cycles -= latency[TSL_LINK_INTEGER];
      }
      at->count[kind]++;
      at->cycles += latency[kind];
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

static void keep_links(code *c)
{
   UInt r;
   TSL_RESERVE("tsl.operations", link_table, link_size, link_count + REGISTERS);
   c->link = link_count;
   c->anew = 0;
   for (r = 0; r < REGISTERS; r++)
      if (!(reg[r].from >> r & 1)) {
         c->anew |= 1u << r;
      } else if (reg[r].of[r].cycles > 0) {
         tsl_chain_link *l = &link_table[link_count++];
         l->reg = (UShort)r;
         VG_(memcpy)(l->count, reg[r].of[r].count, sizeof l->count);
      }
   c->links = (UShort)(link_count - c->link);
}

static code keep(UInt branch)
{
   code c;
   c.branch = branch;
   c.stretch = first_now;
   c.stretches = (UShort)(stretch_count - first_now);
   c.last = c.stretches == 0 ? 0 : stretch_table[stretch_count - 1].instructions;
   keep_links(&c);
   return c;
}

static void add_at(XArray *list, UInt id, UInt branch)
{
   const code none = {0, 0, 0, 0, 0, TSL_NO_BRANCH, 0};
   const code c = keep(branch);
   while ((UInt)VG_(sizeXA)(list) < id)
      VG_(addToXA)(list, &none);
   VG_(addToXA)(list, &c);
}

void tsl_operations_of_descriptor(UInt id) { add_at(of_descriptors, id, TSL_NO_BRANCH); }

Bool tsl_operations_pending(void) { return stretch_count > first_now; }

void tsl_operations_of_counter(UInt id, UInt branch)
{
   add_at(of_counters, id, branch);
   forget_seen();
}

/*------------------------------------------------------------*/
/*--- Sums                                                 ---*/
/*------------------------------------------------------------*/

static UInt instructions_of(const code *c, UInt k)
{
   return k + 1 < c->stretches ? stretch_table[c->stretch + k].instructions : c->last;
}

/* Whether two pieces of code are one, translated twice; those that end in a branch have each its own
   mispredictions. */
static Bool same(const code *a, const code *b)
{
   UInt k;
   if (a->branch != TSL_NO_BRANCH || b->branch != TSL_NO_BRANCH || a->stretches != b->stretches
       || a->links != b->links || a->anew != b->anew
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

/* Code that was executed, and how often. */
typedef struct {
   const code *code;
   ULong executions;
} piece;

/* Adds executions to those of the same code, or as a new piece; `places` (a power of two) is more than
   twice the number of pieces. */
static UInt add_piece(piece *pieces, UInt n, UInt *place, UInt places, const code *c, ULong executions)
{
   const ULong key = stretch_table[c->stretch].start + c->stretches + 64ull * c->last;
   UInt i = (UInt)(key * 0x9E3779B97F4A7C15ull >> 32) & (places - 1);
   while (place[i] != 0 && !same(pieces[place[i] - 1].code, c))
      i = (i + 1) & (places - 1);
   if (place[i] != 0) {
      pieces[place[i] - 1].executions += executions;
      return n;
   }
   pieces[n] = (piece){c, executions};
   place[i] = ++n;
   return n;
}

static void tell_piece(const piece *p, tsl_executed_fn tell, void *to)
{
   static tsl_stretch_of *part;
   static UInt parts;
   const code *c = p->code;
   UInt k;
   TSL_RESERVE("tsl.operations", part, parts, c->stretches);
   for (k = 0; k < c->stretches; k++) {
      const stretch *s = &stretch_table[c->stretch + k];
      part[k] = (tsl_stretch_of){s->start, s->function, instructions_of(c, k),
                                 instruction_table + s->first};
   }
   tell(&(tsl_executed){p->executions,
                        c->branch == TSL_NO_BRANCH ? 0 : tsl_branch_mispredictions(c->branch, p->executions),
                        part, c->stretches, link_table + c->link, c->links, c->anew},
        to);
}

/* Tells of all code that was executed, once where it was translated several times. */
static void each(const XArray *list, ULong (*executions)(UInt id), tsl_executed_fn tell, void *to)
{
   const UInt all = (UInt)VG_(sizeXA)(list);
   piece *pieces = VG_(malloc)("tsl.operations", (all + 1) * sizeof *pieces);
   UInt *place, places = 2, n = 0, i;
   while (places <= 2 * all)
      places *= 2;
   place = VG_(calloc)("tsl.operations", places, sizeof *place);
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

void tsl_operations_executed(ULong (*executions)(UInt descriptor), tsl_executed_fn tell, void *to)
{
   each(of_descriptors, executions, tell, to);
   each(of_counters, tsl_counter_value, tell, to);
}

typedef struct {
   ULong instructions[TSL_OP_KINDS];
   ULong *chain; /* REGISTERS * TSL_LINK_KINDS; NULL: none */
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
      s->chain = VG_(calloc)("tsl.operations", REGISTERS * TSL_LINK_KINDS, sizeof(ULong));
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
   for (r = 0; chain != NULL && r < REGISTERS; r++) {
      ULong cycles = 0;
      for (k = 0; k < TSL_LINK_KINDS; k++)
         cycles += latency[k] * chain[r * TSL_LINK_KINDS + k];
      if (cycles > most) {
         most = cycles;
         found = chain + r * TSL_LINK_KINDS;
      }
   }
   return found;
}

void tsl_operations_sum(ULong (*executions)(UInt descriptor), tsl_operations_fn tell)
{
   sum *sums = VG_(calloc)("tsl.operations", tsl_functions() + 1, sizeof *sums);
   const UInt functions = tsl_functions();
   UInt i, k;
   tsl_operations_executed(executions, add, sums);
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
