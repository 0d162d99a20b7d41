/*--------------------------------------------------------------------*/
/*--- tslmap: the wire protocol.                        tsl_wire.h ---*/
/*--------------------------------------------------------------------*/

/* The numbers of the protocol that PROTOCOL.md describes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdint.h>

#include "tsl_words.h"

#define TSL_WIRE_MAGIC 0x4D4C5354u /* "TSLM" */
#define TSL_WIRE_VERSION 4
#define TSL_WIRE_HEADER 8 /* bytes before every payload */

typedef enum {
   TSL_FRAME_HELLO = 1,
   TSL_FRAME_OBJECT = 2,
   TSL_FRAME_FUNCTION = 3,
   TSL_FRAME_SITES = 4,
   TSL_FRAME_BLOCK = 5,
   TSL_FRAME_EVENTS = 6,
   TSL_FRAME_THREAD = 7,
   TSL_FRAME_MAPPING = 8,
   TSL_FRAME_MARK = 9,
   TSL_FRAME_END = 10,
   TSL_FRAME_HEAP = 11,
   TSL_FRAME_NAME = 12,
   TSL_FRAME_THREAD_POINTER = 13,
   TSL_FRAME_THREAD_BLOCK = 14,
   TSL_FRAME_WATCHED_VARIABLE = 15,
   TSL_FRAME_STACK = 16,
   TSL_FRAME_BURST = 17,
   TSL_FRAME_PICKS = 18,
   TSL_FRAME_COUNTS = 19,
   TSL_FRAME_SAMPLED = 20,
   TSL_FRAME_FLOW = 21,
   TSL_FRAME_VALUES = 22,
   TSL_FRAME_OPERATIONS = 23,
   TSL_FRAME_FILTER = 24,
   TSL_FRAME_COUNTED = 25,
   TSL_FRAME_EPOCH = 26,
   TSL_FRAME_EXECUTED = 27,
   TSL_FRAME_PASSAGES = 28,
   TSL_FRAME_PAUSE = 29,
   TSL_FRAME_COST = 30,
   TSL_FRAME_TOKEN = 64
} tsl_frame_type;

/* The collector's answers to a token, or to a stream without one. */
#define TSL_TOKEN_ACCEPTED ((uint64_t)TSL_FRAME_TOKEN << 32 | (uint64_t)1 << 48)
#define TSL_TOKEN_REFUSED ((uint64_t)TSL_FRAME_TOKEN << 32 | (uint64_t)2 << 48)

typedef enum { TSL_LOAD = 0, TSL_STORE = 1 } tsl_kind;
typedef enum {
   TSL_END_OTHER = 0,
   TSL_END_CALL = 1,
   TSL_END_RETURN = 2,
   TSL_END_SIDE_EXIT = 3
} tsl_block_end;
/* Whose stack STACK tells: of what runs, of the allocation that follows; the allocator's innermost
   callers alone, for the name of what it gave. */
typedef enum { TSL_STACK_RUNS = 0, TSL_STACK_ALLOCATES = 1, TSL_STACK_NAMES = 2 } tsl_stack_of;

/* No site. */
#define TSL_NO_SITE 0xFFFFFFFFu

/* What becomes of a function's accesses: recorded, only counted, or recorded but not scored. */
typedef enum { TSL_STATE_FULL = 0, TSL_STATE_COUNTED = 1, TSL_STATE_WARM = 2 } tsl_function_state;
typedef enum { TSL_HOW_EXITED = 0, TSL_HOW_SIGNALLED = 1, TSL_HOW_EXEC = 2 } tsl_how;
typedef enum {
   TSL_MARK_EXEC_FAILED = 1,
   TSL_MARK_ON = 2,
   TSL_MARK_OFF = 3,
   TSL_MARK_REGION = 4,
   TSL_MARK_PHASE = 5,
   TSL_MARK_SIGNAL = 6,
   TSL_MARK_EXEC = 7,
   TSL_MARK_STRETCH_BEGINS = 8,
   TSL_MARK_STRETCH_ENDS = 9
} tsl_mark;
typedef enum { TSL_HEAP_ALLOCATED = 0, TSL_HEAP_FREED = 1, TSL_HEAP_REALLOCATED = 2 } tsl_heap_event;

/* HELLO flags. */
#define TSL_HELLO_FORKED 1

/* An access of a block descriptor. */
#define TSL_NO_WORD 0xFFFFu
#define TSL_ACCESS_GUARDED 1

typedef struct {
   uint32_t site;
   uint16_t word; /* index of the word that gives the address, or TSL_NO_WORD */
   uint8_t flags;
   uint8_t pad;
   int64_t offset;
} tsl_access;

/* Where values of a block come from: the registers at its start, and its loads by the
   numbers of its accesses. */
typedef enum {
   TSL_VALUE_ADDRESS = 0,   /* of the access with the number `which` */
   TSL_VALUE_STORED = 1,    /* what it stores */
   TSL_VALUE_REGISTER = 2,  /* of the register `which` at the end */
   TSL_VALUE_CLEARED = 3,   /* these registers come from nothing */
   TSL_VALUE_CONDITION = 4, /* of the conditional exit `which`, counted from 0 */
   TSL_VALUE_NEXT = 5       /* where the block goes on: an address, in `loads` */
} tsl_value_kind;

/* In the order of the instruction set: RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8 to R15. */
#define TSL_GENERAL_REGISTERS 16u

typedef struct {
   uint8_t what;
   uint8_t pad;
   uint16_t which;
   uint32_t registers; /* one bit each */
   uint64_t loads;     /* one bit for each of the first 64 accesses */
} tsl_value;
