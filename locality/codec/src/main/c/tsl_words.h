/*--------------------------------------------------------------------*/
/*--- tslmap: the layout of an event word.             tsl_words.h ---*/
/*--------------------------------------------------------------------*/

/* A stream of events is made of 64-bit words (PROTOCOL.md of the Valgrind tool):

      1 0 ...  count (bits 45..32)  id (31..0)   a block begins, `count` address words follow
      1 1 0 ...               number (30..0)     what follows is done by this thread
      0 ...                                      an address

   The tool writes them, the engine and the codec read them. */

#ifndef TSL_WORDS_H
#define TSL_WORDS_H

#include <stdint.h>

#define TSL_MAX_BLOCK_WORDS 0x3FFFu

/* Bits 63..62 of a header. */
#define TSL_TOP_BLOCK 2ull
#define TSL_TOP_THREAD 3ull
#define TSL_WORD_TOP(w) ((w) >> 62)

#define TSL_WORD_THREAD (TSL_TOP_THREAD << 62)
#define TSL_WORD_IS_HEADER(w) ((w) >> 63)
#define TSL_WORD_IS_THREAD(w) (TSL_WORD_TOP(w) == TSL_TOP_THREAD)
#define TSL_WORD_ID(w) ((uint32_t)(w))
#define TSL_WORD_COUNT(w) ((uint32_t)((w) >> 32) & TSL_MAX_BLOCK_WORDS)
#define TSL_WORD_MAKE(id, count) (TSL_TOP_BLOCK << 62 | (uint64_t)(count) << 32 | (uint64_t)(id))

#endif /* TSL_WORDS_H */
