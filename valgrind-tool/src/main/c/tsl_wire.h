/*--------------------------------------------------------------------*/
/*--- tslmap: the wire protocol.                        tsl_wire.h ---*/
/*--------------------------------------------------------------------*/

/* Numbers and field writers of the protocol that PROTOCOL.md describes. Needs
   neither Valgrind nor a C library, so that the golden files of the tests are
   written by the same code as the tool's streams.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TSL_WIRE_H
#define TSL_WIRE_H

#include <stddef.h>
#include <stdint.h>

#include "tsl_words.h"

#define TSL_WIRE_MAGIC 0x4D4C5354u /* "TSLM" */
#define TSL_WIRE_VERSION 3
#define TSL_WIRE_MAX_PAYLOAD (1u << 24)

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
   TSL_FRAME_SAMPLED = 20
} tsl_frame_type;

typedef enum { TSL_LOAD = 0, TSL_STORE = 1 } tsl_kind;
typedef enum {
   TSL_END_OTHER = 0,
   TSL_END_CALL = 1,
   TSL_END_RETURN = 2,
   TSL_END_SIDE_EXIT = 3
} tsl_block_end;
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

/* A frame under construction in memory that the caller owns. */
typedef struct {
   uint8_t *bytes;
   size_t size;
   size_t capacity;
   int overflow; /* set when something did not fit: the frame is unusable */
} tsl_frame;

static inline void tsl_put(tsl_frame *f, uint64_t value, unsigned bytes)
{
   unsigned i;
   if (f->size + bytes > f->capacity) {
      f->overflow = 1;
      return;
   }
   for (i = 0; i < bytes; i++)
      f->bytes[f->size++] = (uint8_t)(value >> (8 * i));
}

static inline void tsl_put8(tsl_frame *f, uint8_t v) { tsl_put(f, v, 1); }
static inline void tsl_put16(tsl_frame *f, uint16_t v) { tsl_put(f, v, 2); }
static inline void tsl_put32(tsl_frame *f, uint32_t v) { tsl_put(f, v, 4); }
static inline void tsl_put64(tsl_frame *f, uint64_t v) { tsl_put(f, v, 8); }

static inline void tsl_put_str(tsl_frame *f, const char *s)
{
   size_t n = 0, i;
   while (s[n] != 0)
      n++;
   tsl_put32(f, (uint32_t)n);
   for (i = 0; i < n; i++)
      tsl_put8(f, (uint8_t)s[i]);
}

/* The eight bytes before every payload. */
static inline void tsl_put_header(tsl_frame *f, tsl_frame_type type,
                                  size_t payload)
{
   tsl_put32(f, (uint32_t)payload);
   tsl_put16(f, (uint16_t)type);
   tsl_put16(f, 0);
}

static inline void tsl_frame_begin(tsl_frame *f, tsl_frame_type type)
{
   f->size = 0;
   f->overflow = 0;
   tsl_put_header(f, type, 0);
}

/* Pads the payload and writes its length. */
static inline void tsl_frame_end(tsl_frame *f)
{
   const size_t payload = (f->size - 8 + 7) & ~(size_t)7;
   while (f->size < payload + 8 && !f->overflow)
      tsl_put8(f, 0);
   if (!f->overflow) {
      size_t i;
      for (i = 0; i < 4; i++)
         f->bytes[i] = (uint8_t)(payload >> (8 * i));
   }
}

#endif /* TSL_WIRE_H */
