/*--------------------------------------------------------------------*/
/*--- tslmap: rewriting blocks of code.           tsl_instrument.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_instrument.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

#include "tsl_adapt.h"
#include "tsl_allocators.h"
#include "tsl_branch.h"
#include "tsl_buffer.h"
#include "tsl_counted.h"
#include "tsl_counter.h"
#include "tsl_filter.h"
#include "tsl_flow.h"
#include "tsl_frames.h"
#include "tsl_function.h"
#include "tsl_gate.h"
#include "tsl_heap.h"
#include "tsl_helpers.h"
#include "tsl_linear.h"
#include "tsl_operations.h"
#include "tsl_options.h"
#include "tsl_passages.h"
#include "tsl_pause.h"
#include "tsl_region.h"
#include "tsl_sampling.h"
#include "tsl_select.h"
#include "tsl_slots.h"
#include "tsl_stretch.h"
#include "tsl_tls.h"
#include "tsl_values.h"

/* What a block of code becomes:

      next = GET(slot NEXT)
      if (limit <= next) flush           the only call, almost never made
      next = GET(slot NEXT)
      [next] = header of the first exit's descriptor
      ...
      [next + 8 * (1 + k)] = address     before the access it belongs to,
      access                             unless it follows from earlier words
      ...
      PUT(slot NEXT) = next + its words  at a side exit, and
      if (c) exit
      [next] = header of the next exit's descriptor      behind it
      ...
      PUT(slot NEXT) = next + all words

   So at each exit the buffer holds the descriptor of exactly what has run, and
   nothing is written again. A block that a signal interrupts has not moved NEXT
   past its words, or its header says more words than lie before NEXT:
   tsl_threads finds it by that.

   In gated runs (--tsl-inclusive, --tsl-toggle) NEXT moves by the number of
   words AND the gate, which is 0 or ~0. Words of blocks that do not count are
   written and then overwritten.

   In narrowed runs, and before a stretch that starts late, each exit adds the accesses that the program has made until
   there, selected or not, to a counter: what was left out is known at the end, and when
   the stretch begins. After the stretch blocks stay as they are.

   Code that no header tells of, in front of the first access and in blocks without any, adds to
   a counter at its exit: so all that was executed is known (tsl_operations). Functions that are
   not recorded do that with all of their code (tsl_counted), and so does all code while recording
   pauses (tsl_pause). */

typedef struct {
   IRSB *out;
   Int shadow;            /* offset of the first shadow area */
   tsl_linear_state *linear;
   tsl_values *values;
   Addr guest;            /* address of the block */
   /* The access under construction. */
   Addr instruction;
   UInt function;
   Bool selected;         /* it is recorded, */
   Bool counted;          /* or counted, or neither; */
   Bool paused;           /* counted only while recording pauses */
   Bool counts;           /* whether some access of the block so far is counted */
   UInt index;            /* accesses of this instruction so far */
   /* Accesses so far, and the addresses in the emitted words. */
   tsl_access *access;
   UInt accesses, access_size;
   tsl_linear *word;
   UInt words;
   UInt word_size;
   IRTemp next;           /* the buffer pointer; IRTemp_INVALID before the
                             first access */
   UInt *header_at;       /* statements of `out` that store headers */
   UInt headers;
   UInt made;             /* accesses that the counter does not have yet */
   IRExpr *counters;      /* where counters begin; NULL: not known yet */
} builder;

static ULong instrumented, side_exits;

/*------------------------------------------------------------*/
/*--- Small pieces of code                                 ---*/
/*------------------------------------------------------------*/

static IRExpr *u64(ULong v) { return IRExpr_Const(IRConst_U64(v)); }

static IRExpr *assign(builder *b, IRType type, IRExpr *e)
{
   const IRTemp t = newIRTemp(b->out->tyenv, type);
   addStmtToIRSB(b->out, IRStmt_WrTmp(t, e));
   return IRExpr_RdTmp(t);
}

static IRExpr *get_slot(builder *b, Int offset)
{
   return assign(b, Ity_I64, IRExpr_Get(b->shadow + offset, Ity_I64));
}

/* A call that reads the general registers and the program counter and may change the thread's slots. */
static void call(builder *b, const HChar *name, void *f, IRExpr **args,
                 IRExpr *guard)
{
   IRDirty *d = unsafeIRDirty_0_N(0, name, VG_(fnptr_to_fnentry)(f), args);
   if (guard != NULL)
      d->guard = guard;
   d->nFxState = 3;
   d->fxState[0].fx = Ifx_Modify;
   d->fxState[0].offset = b->shadow + TSL_SLOT_NEXT;
   d->fxState[0].size = TSL_SLOT_END - TSL_SLOT_NEXT;
   d->fxState[0].nRepeats = 0;
   d->fxState[0].repeatLen = 0;
   d->fxState[1].fx = Ifx_Read;
   d->fxState[1].offset = offsetof(VexGuestAMD64State, guest_RAX);
   d->fxState[1].size = offsetof(VexGuestAMD64State, guest_R15) + 8 - d->fxState[1].offset;
   d->fxState[1].nRepeats = 0;
   d->fxState[1].repeatLen = 0;
   d->fxState[2] = d->fxState[1];
   d->fxState[2].offset = offsetof(VexGuestAMD64State, guest_RIP);
   d->fxState[2].size = 8;
   addStmtToIRSB(b->out, IRStmt_Dirty(d));
}

static void store_word(builder *b, UInt word, IRExpr *value)
{
   IRExpr *at = IRExpr_RdTmp(b->next);
   if (word > 0)
      at = assign(b, Ity_I64, IRExpr_Binop(Iop_Add64, at, u64(8ull * word)));
   addStmtToIRSB(b->out, IRStmt_Store(Iend_LE, at, value));
}

/* Stores a header that is filled in when its exit is known. */
static void open_header(builder *b)
{
   b->header_at[b->headers++] = b->out->stmts_used;
   store_word(b, 0, u64(0));
}

/* The descriptor of everything up to here, into the header that waits for it,
   and NEXT behind its words. */
static void close_header(builder *b, tsl_block_end end, Addr to)
{
   const UInt id = tsl_block_new(b->guest, b->words, b->access, b->accesses, end);
   const ULong bytes = 8ull * (1 + b->words);
   IRExpr *advance = u64(bytes);
   const tsl_value *value;
   const UInt values = tsl_values_list(b->values, to, &value);
   tsl_block_values(value, values);
   tsl_operations_of_descriptor(id);
   b->out->stmts[b->header_at[b->headers - 1]]->Ist.Store.data =
      u64(TSL_WORD_MAKE(id, b->words));
   if (tsl_gated())
      advance = assign(b, Ity_I64,
                       IRExpr_Binop(Iop_And64, get_slot(b, TSL_SLOT_GATE), advance));
   addStmtToIRSB(b->out,
                 IRStmt_Put(b->shadow + TSL_SLOT_NEXT,
                            assign(b, Ity_I64,
                                   IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(b->next), advance))));
}

/* Before the first access: the capacity check. The number of words is not known
   yet; the returned statement is given the limit when it is. */
static Int check_capacity(builder *b)
{
   IRExpr *next = get_slot(b, TSL_SLOT_NEXT);
   const Int compare = b->out->stmts_used;
   IRExpr *full = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpLE64U, u64(tsl_buffer_limit()), next));
   call(b, "tsl_flush", tsl_helper_flush, mkIRExprVec_1(IRExpr_GSPTR()), full);
   b->next = get_slot(b, TSL_SLOT_NEXT)->Iex.RdTmp.tmp;
   open_header(b);
   return compare;
}

/* The address of a counter: a short distance from a register, which an instruction can add itself. */
static IRExpr *counter(builder *b, const ULong *place)
{
   if (b->counters == NULL)
      b->counters = get_slot(b, TSL_SLOT_COUNTERS);
   return assign(b, Ity_I64, IRExpr_Binop(Iop_Add64, b->counters, u64((Addr)place - tsl_counters_start())));
}

/* Adds to a counter, in gated runs only where the gate is open; what it was before. */
static IRExpr *add_to(builder *b, const ULong *place, IRExpr *more)
{
   IRExpr *was = assign(b, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, counter(b, place)));
   if (tsl_gated())
      more = assign(b, Ity_I64, IRExpr_Binop(Iop_And64, get_slot(b, TSL_SLOT_GATE), more));
   addStmtToIRSB(b->out, IRStmt_Store(Iend_LE, counter(b, place),
                                      assign(b, Ity_I64, IRExpr_Binop(Iop_Add64, was, more))));
   return was;
}

/* Predicts a branch now and then, by how often it was executed before; in gated runs only where the gate
   is open. */
static void predict(builder *b, UInt number, IRExpr *before, IRExpr *taken)
{
   IRExpr *outside = assign(b, Ity_I64, IRExpr_Binop(Iop_And64, before, u64(TSL_BRANCH_OUTSIDE)));
   IRDirty *d;
   if (tsl_gated())
      outside = assign(b, Ity_I64,
                       IRExpr_Binop(Iop_Or64, outside,
                                    assign(b, Ity_I64, IRExpr_Unop(Iop_Not64, get_slot(b, TSL_SLOT_GATE)))));
   d = unsafeIRDirty_0_N(0, "tsl_branch_executed", VG_(fnptr_to_fnentry)(tsl_branch_executed),
                         mkIRExprVec_3(u64(number), before,
                                       assign(b, Ity_I64, IRExpr_Unop(Iop_1Uto64, taken))));
   d->guard = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpEQ64, outside, u64(0)));
   addStmtToIRSB(b->out, IRStmt_Dirty(d));
}

/* Tells of code without accesses up to here, an exit that goes on at this address. */
static void tell_passage(builder *b, Addr to)
{
   const tsl_value *value;
   UInt n, r;
   if (b->next != IRTemp_INVALID || to == 0 || tsl_pause_now())
      return;
   tsl_passage_new(b->guest, to);
   for (n = tsl_values_registers(b->values, &value); n > 0; n--, value++)
      for (r = 0; r < TSL_GENERAL_REGISTERS; r++)
         if (value->what == TSL_VALUE_REGISTER ? value->which == r : value->registers >> r & 1)
            tsl_passage_move(r, value->what == TSL_VALUE_REGISTER ? value->registers : 0);
}

/* Counts executions of code up to here, an exit or not (NULL): what no header tells of. Code with accesses
   goes on behind an exit (tsl_operations). Branches of functions that are counted are not predicted: a call
   at each would cost more than all counters. */
static void count_code(builder *b, const IRStmt *exit)
{
   const Bool operations = b->next == IRTemp_INVALID && tsl_operations_counted()
                           && tsl_operations_pending();
   const Bool branches = operations && exit != NULL && exit->Ist.Exit.jk == Ijk_Boring
                         && tsl_sampling_scores_all() && !b->counted;
   const UInt branch = branches ? tsl_branch_new(b->instruction) : TSL_NO_BRANCH;
   IRExpr *before;
   ULong *place;
   UInt id;
   if (!operations && !tsl_counted_pending())
      return;
   place = tsl_counter_new(&id);
   if (operations)
      tsl_operations_of_counter(id, branch, b->counts && exit != NULL);
   tsl_counted_of_counter(id);
   before = add_to(b, place, u64(1));
   if (branches)
      predict(b, branch, before, exit->Ist.Exit.guard);
}

/*------------------------------------------------------------*/
/*--- Accesses                                             ---*/
/*------------------------------------------------------------*/

/* NULL: always. Otherwise whether the address lies in a traced region, whose
   bounds are read when the code runs since they may become known late. */
static IRExpr *in_region(builder *b, IRExpr *address)
{
   IRExpr *any = NULL;
   UInt i;
   for (i = 0; i < tsl_region_count(); i++) {
      IRExpr *start = assign(b, Ity_I64,
                             IRExpr_Load(Iend_LE, Ity_I64, u64((Addr)&tsl_region_at(i)->start)));
      IRExpr *bytes = assign(b, Ity_I64,
                             IRExpr_Load(Iend_LE, Ity_I64, u64((Addr)&tsl_region_at(i)->bytes)));
      IRExpr *offset = assign(b, Ity_I64, IRExpr_Binop(Iop_Sub64, address, start));
      IRExpr *in = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, offset, bytes));
      any = any == NULL ? in : assign(b, Ity_I1, IRExpr_Binop(Iop_Or1, any, in));
   }
   return any;
}

/* Finds a word that gives the address but for a constant. */
static Bool derive(builder *b, const tsl_linear *form, tsl_access *a)
{
   UInt i;
   if (form->terms == 0) {
      a->word = TSL_NO_WORD;
      a->offset = (Long)form->constant;
      return True;
   }
   for (i = b->words; i-- > 0;)
      if (tsl_linear_same_terms(&b->word[i], form)) {
         a->word = (UShort)i;
         a->offset = (Long)(form->constant - b->word[i].constant);
         return True;
      }
   return False;
}

/* The word of a guarded access holds 0 when it did not happen; nothing is
   derived from it. */
static void forget_word(tsl_linear *form)
{
   form->terms = 1;
   form->term[0].variable = ~0u;
   form->term[0].factor = 0;
   form->constant = 0;
}

/* An access that a statement makes; guard NULL: always. */
typedef struct {
   tsl_kind kind;
   IRExpr *address;
   UInt size;
   IRExpr *guard;
   const IRExpr *data; /* what is stored; NULL where that is no single value, and for loads */
} access;

static UInt loaded_size(const IRLoadG *g)
{
   IRType widened, loaded;
   typeOfIRLoadGOp(g->cvt, &widened, &loaded);
   return sizeofIRType(loaded);
}

static UInt size_of(const IRTypeEnv *types, const IRExpr *e)
{
   return sizeofIRType(typeOfIRExpr(types, e));
}

/* Those of a statement, in order: at most two. */
static UInt accesses_of(const IRTypeEnv *types, const IRStmt *st, access *a)
{
   switch (st->tag) {
   case Ist_WrTmp: {
      const IRExpr *e = st->Ist.WrTmp.data;
      if (e->tag != Iex_Load)
         return 0;
      a[0] = (access){TSL_LOAD, e->Iex.Load.addr, sizeofIRType(e->Iex.Load.ty), NULL, NULL};
      return 1;
   }
   case Ist_Store:
      a[0] = (access){TSL_STORE, st->Ist.Store.addr, size_of(types, st->Ist.Store.data), NULL,
                      st->Ist.Store.data};
      return 1;
   case Ist_LoadG: {
      const IRLoadG *g = st->Ist.LoadG.details;
      a[0] = (access){TSL_LOAD, g->addr, loaded_size(g), g->guard, NULL};
      return 1;
   }
   case Ist_StoreG: {
      const IRStoreG *g = st->Ist.StoreG.details;
      a[0] = (access){TSL_STORE, g->addr, size_of(types, g->data), g->guard, g->data};
      return 1;
   }
   case Ist_CAS: {
      const IRCAS *c = st->Ist.CAS.details;
      const UInt size = size_of(types, c->dataLo) * (c->dataHi != NULL ? 2 : 1);
      a[0] = (access){TSL_LOAD, c->addr, size, NULL, NULL};
      a[1] = (access){TSL_STORE, c->addr, size, NULL, c->dataLo};
      return 2;
   }
   case Ist_LLSC:
      if (st->Ist.LLSC.storedata == NULL)
         a[0] = (access){TSL_LOAD, st->Ist.LLSC.addr,
                         sizeofIRType(typeOfIRTemp(types, st->Ist.LLSC.result)), NULL, NULL};
      else
         a[0] = (access){TSL_STORE, st->Ist.LLSC.addr, size_of(types, st->Ist.LLSC.storedata), NULL,
                         st->Ist.LLSC.storedata};
      return 1;
   case Ist_Dirty: {
      const IRDirty *d = st->Ist.Dirty.details;
      const Bool always = d->guard->tag == Iex_Const && d->guard->Iex.Const.con->Ico.U1;
      UInt n = 0;
      if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
         a[n++] = (access){TSL_LOAD, d->mAddr, d->mSize, always ? NULL : d->guard, NULL};
      if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
         a[n++] = (access){TSL_STORE, d->mAddr, d->mSize, always ? NULL : d->guard, NULL};
      return n;
   }
   default:
      return 0;
   }
}

static void add_access(builder *b, const access *made)
{
   IRExpr *const address = made->address;
   IRExpr *guard = made->guard;
   tsl_access a;
   tsl_linear form;
   if (b->accesses == b->access_size || b->words + 1 >= b->word_size)
      VG_(tool_panic)("a block has more accesses than were counted");
   a.site = tsl_site_of(b->instruction, b->function, made->kind, made->size, b->index++);
   a.flags = 0;
   a.pad = 0;
   form = tsl_linear_of(b->linear, address);
   if (tsl_region_count() > 0) {
      IRExpr *in = in_region(b, address);
      guard = guard == NULL
                 ? in
                 : assign(b, Ity_I1, IRExpr_Binop(Iop_And1, guard, in));
   }
   if (guard != NULL) {
      IRExpr *word = assign(b, Ity_I64, IRExpr_ITE(guard, address, u64(0)));
      a.flags = TSL_ACCESS_GUARDED;
      a.word = (UShort)b->words;
      a.offset = 0;
      forget_word(&form);
      b->word[b->words++] = form;
      store_word(b, b->words, word);
   } else if (!derive(b, &form, &a)) {
      a.word = (UShort)b->words;
      a.offset = 0;
      b->word[b->words++] = form;
      store_word(b, b->words, address);
   }
   tsl_values_access(b->values, b->accesses, address, made->data);
   b->access[b->accesses++] = a;
}

/* An access that is counted. */
static void count_access(builder *b, const access *made)
{
   const UInt site = tsl_site_of(b->instruction, b->function, made->kind, made->size, b->index++);
   ULong *place;
   UInt id;
   b->counts = True;
   if (made->guard == NULL) {
      tsl_counted_access(site, b->paused);
      return;
   }
   place = tsl_counter_new(&id);
   tsl_counted_guarded(id, site, b->paused);
   add_to(b, place, assign(b, Ity_I64, IRExpr_Unop(Iop_1Uto64, made->guard)));
}

/* Adds to the counter of all accesses. */
static void add_made(builder *b, IRExpr *more)
{
   IRExpr *at = u64((Addr)tsl_buffer_made());
   IRExpr *sum = IRExpr_Binop(Iop_Add64, assign(b, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, at)), more);
   addStmtToIRSB(b->out, IRStmt_Store(Iend_LE, at, assign(b, Ity_I64, sum)));
}

static void flush_made(builder *b)
{
   if (b->made > 0)
      add_made(b, u64(b->made));
   b->made = 0;
}

/* Counts accesses, whether they are selected or not; some may not happen. */
static void count_made(builder *b, const access *a, UInt n)
{
   for (; n > 0; n--, a++)
      if (a->guard == NULL)
         b->made++;
      else
         add_made(b, assign(b, Ity_I64, IRExpr_Unop(Iop_1Uto64, a->guard)));
}

/*------------------------------------------------------------*/
/*--- The block                                            ---*/
/*------------------------------------------------------------*/

static void begin_instruction(builder *b, Addr a)
{
   const tsl_function *f;
   b->instruction = a;
   b->function = tsl_function_of(a);
   f = tsl_function_at(b->function);
   tsl_tls_runs(f->object);
   b->selected = tsl_stretch_phase() == TSL_WITHIN && (tsl_opt.inclusive || f->selected)
                 && tsl_select_instruction(a);
   b->counted = b->selected && tsl_function_is_counted(f);
   b->selected &= f->reason == NULL;
   if (b->counted && f->entry == a)
      tsl_counted_call(b->function);
   b->paused = b->selected && tsl_pause_now();
   b->counted |= b->paused;
   b->selected &= !b->paused;
   b->index = 0;
}

/* Code that opens and closes the gate, at the start of a block. */
static void add_gate(builder *b, const VexGuestLayout *layout)
{
   const tsl_function *f = tsl_function_at(tsl_function_of(b->guest));
   const Bool entry = f->entry == b->guest;
   IRExpr *guest = IRExpr_GSPTR();
   if (tsl_opt.inclusive) {
      IRExpr *sp = assign(b, Ity_I64, IRExpr_Get(layout->offset_SP, Ity_I64));
      IRExpr *gone = assign(b, Ity_I1,
                            IRExpr_Binop(Iop_CmpLT64U, get_slot(b, TSL_SLOT_FRAME), sp));
      call(b, "tsl_leave", tsl_helper_leave, mkIRExprVec_1(guest), gone);
      if (entry && f->selected)
         call(b, "tsl_enter", tsl_helper_enter, mkIRExprVec_2(IRExpr_GSPTR(), sp), NULL);
   }
   if (entry && f->toggle != 0)
      call(b, "tsl_toggle", tsl_helper_toggle, mkIRExprVec_2(IRExpr_GSPTR(), u64(f->toggle)), NULL);
}

/* Watched variables of stack frames end and begin at the start of a block. */
static void add_frames(builder *b, const VexGuestLayout *layout)
{
   const Bool entry = tsl_function_at(tsl_function_of(b->guest))->entry == b->guest;
   IRExpr *sp = assign(b, Ity_I64, IRExpr_Get(layout->offset_SP, Ity_I64));
   IRExpr *bound = entry ? assign(b, Ity_I64, IRExpr_Binop(Iop_Add64, sp, u64(1))) : sp;
   IRExpr *gone = assign(b, Ity_I1,
                         IRExpr_Binop(Iop_CmpLT64U, get_slot(b, TSL_SLOT_WATCH), bound));
   call(b, "tsl_frame_leave", tsl_helper_frame_leave, mkIRExprVec_2(IRExpr_GSPTR(), bound), gone);
   if (tsl_frames_begin_at(b->guest))
      call(b, "tsl_frame_enter", tsl_helper_frame_enter,
           mkIRExprVec_3(IRExpr_GSPTR(), sp, u64(b->guest)), NULL);
}

/* Watches for calls of allocators: at the start of a block, */
static void add_heap_enter(builder *b)
{
   tsl_allocator_kind kind;
   if (tsl_allocator_at(b->guest, &kind))
      call(b, "tsl_heap_enter", tsl_helper_heap_enter,
           mkIRExprVec_3(IRExpr_GSPTR(), u64(b->guest), u64(kind)), NULL);
}

/* and behind a return: the stack pointer is above where the call noted it. */
static void add_heap_leave(builder *b, const VexGuestLayout *layout, IRExpr *to)
{
   IRExpr *sp = assign(b, Ity_I64, IRExpr_Get(layout->offset_SP, Ity_I64));
   IRExpr *left = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpLT64U, get_slot(b, TSL_SLOT_HEAP_SP), sp));
   call(b, "tsl_heap_leave", tsl_helper_heap_leave, mkIRExprVec_2(IRExpr_GSPTR(), to), left);
}

/* Looks whether the accesses before the stretch have been made, at the start of a block. */
static void add_stretch(builder *b)
{
   IRExpr *made = assign(b, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, u64((Addr)tsl_buffer_made())));
   IRExpr *there = assign(b, Ity_I1, IRExpr_Binop(Iop_CmpLE64U, u64(tsl_stretch_awaited()), made));
   call(b, "tsl_stretch_reached", tsl_stretch_reached, mkIRExprVec_0(), there);
}

/* Where a block goes on at its end; 0: not known before it runs. */
static Addr behind(const IRSB *block)
{
   return block->next->tag == Iex_Const ? block->next->Iex.Const.con->Ico.U64 : 0;
}

static tsl_block_end end_of(IRJumpKind kind)
{
   return kind == Ijk_Call  ? TSL_END_CALL
          : kind == Ijk_Ret ? TSL_END_RETURN
                            : TSL_END_OTHER;
}

IRSB *tsl_instrument(VgCallbackClosure *closure, IRSB *in,
                     const VexGuestLayout *layout, const VexGuestExtents *vge,
                     const VexArchInfo *host, IRType guest_word, IRType host_word)
{
   builder b;
   const Bool made_counted = tsl_stretch_phase() == TSL_BEFORE ? tsl_stretch_awaited() > 0
                                                        : tsl_filter_narrowed();
   access made[2];
   Int i = 0, compare = -1;
   UInt exits = 0, first, n, k;

   if (guest_word != host_word)
      VG_(tool_panic)("host and guest words differ in size");
   tsl_code_translates();
   if (tsl_stretch_phase() == TSL_AFTER)
      return in;

   VG_(memset)(&b, 0, sizeof b);
   b.out = deepCopyIRSBExceptStmts(in);
   b.shadow = layout->total_sizeB;
   b.next = IRTemp_INVALID;

   /* What comes before the first instruction stays as it is. */
   while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
      addStmtToIRSB(b.out, in->stmts[i++]);
   if (i == in->stmts_used)
      return b.out;
   b.guest = in->stmts[i]->Ist.IMark.addr;

   {
      Int j;
      for (j = i; j < in->stmts_used; j++) {
         b.access_size += accesses_of(in->tyenv, in->stmts[j], made);
         exits += in->stmts[j]->tag == Ist_Exit;
      }
   }
   if (tsl_stretch_awaited() > 0)
      add_stretch(&b);
   if (tsl_gated())
      add_gate(&b, layout);
   if (tsl_heap_traced())
      add_heap_enter(&b);
   if (tsl_frames_watched())
      add_frames(&b, layout);
   if (b.access_size > TSL_MAX_BLOCK_WORDS - 1)
      VG_(tool_panic)("a block has more accesses than a descriptor holds");
   b.word_size = b.access_size + 2;
   b.access = LibVEX_Alloc(sizeof *b.access * (b.access_size + 1));
   b.word = LibVEX_Alloc(sizeof *b.word * b.word_size);
   b.header_at = LibVEX_Alloc(sizeof *b.header_at * (exits + 2));
   b.linear = tsl_linear_new(in, layout->total_sizeB);
   b.values = tsl_values_new(in, b.access_size, exits);
   tsl_operations_begin(in);

   for (; i < in->stmts_used; i++) {
      IRStmt *st = in->stmts[i];
      if (st->tag == Ist_IMark) {
         begin_instruction(&b, st->Ist.IMark.addr);
         tsl_flow_instruction(b.instruction, st->Ist.IMark.len, b.function);
         tsl_adapt_instruction(b.function, b.instruction, st->Ist.IMark.len);
         tsl_operations_instruction(b.instruction, st->Ist.IMark.len, b.function,
                                    b.selected || b.counted);
         addStmtToIRSB(b.out, st);
         continue;
      }
      if (st->tag == Ist_Exit)
         tsl_flow_exit(st);
      n = accesses_of(in->tyenv, st, made);
      if (n > 0 && b.selected && b.next == IRTemp_INVALID) {
         if (b.counts)
            count_code(&b, NULL);
         compare = check_capacity(&b);
      }
      first = n > 0 && b.selected ? b.accesses : TSL_NO_ACCESS;
      for (k = 0; k < n && b.selected; k++)
         add_access(&b, &made[k]);
      for (k = 0; k < n && b.counted; k++)
         count_access(&b, &made[k]);
      tsl_values_statement(b.values, st, first);
      tsl_operations_statement(st);
      if (made_counted)
         count_made(&b, made, n);
      if (made_counted && st->tag == Ist_Exit)
         flush_made(&b);
      if (st->tag == Ist_Exit) {
         tell_passage(&b, st->Ist.Exit.dst->Ico.U64);
         count_code(&b, st);
      }
      if (st->tag == Ist_Exit && b.next != IRTemp_INVALID) {
         side_exits++;
         close_header(&b, TSL_END_SIDE_EXIT, st->Ist.Exit.dst->Ico.U64);
         addStmtToIRSB(b.out, st);
         open_header(&b);
         continue;
      }
      tsl_linear_statement(b.linear, st);
      addStmtToIRSB(b.out, st);
   }
   tsl_flow_end(in);
   tsl_operations_end(in);
   flush_made(&b);
   tell_passage(&b, behind(in));
   count_code(&b, NULL);
   if (b.next != IRTemp_INVALID) {
      instrumented++;
      close_header(&b, end_of(in->jumpkind), behind(in));
      if (b.words + 1 > TSL_USUAL_CAPACITY) {
         if (tsl_buffer_start() + b.words + 1 >= (ULong *)tsl_buffer_end())
            VG_(tool_panic)("a block needs more words than the buffer holds");
         b.out->stmts[compare]->Ist.WrTmp.data->Iex.Binop.arg1 =
            u64(tsl_buffer_end() - 8ull * (b.words + 1));
      }
   }
   if (in->jumpkind == Ijk_Ret && tsl_heap_traced())
      add_heap_leave(&b, layout, in->next);
   return b.out;
}

void tsl_instrument_stats(void)
{
   VG_(umsg)("code: %'llu blocks translated, %'llu with accesses, %'llu side exits, "
             "%'u descriptors, %'u sites, %'u functions, %'u objects\n",
             tsl_code_translated(), instrumented, side_exits, tsl_blocks(), tsl_sites(),
             tsl_functions(), tsl_objects());
}
