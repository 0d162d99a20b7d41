/*--------------------------------------------------------------------*/
/*--- tslmap: event words in few bytes.               tsl_codec.h ---*/
/*--------------------------------------------------------------------*/

/* Packs event words (block headers, address words and thread headers, as
   valgrind-tool/PROTOCOL.md has them under EVENTS) into blocks of bytes, and
   unpacks them. Every block can be unpacked alone. Words that a program's loops
   repeat take next to nothing, an address that cannot be predicted two or three
   bytes. tsl_codec_model.h says how.

   No libc and no globals: a packer and an unpacker live in memory that the
   caller gives. One of them is used by one caller at a time. */

#ifndef TSL_CODEC_H
#define TSL_CODEC_H

#include <stddef.h>
#include <stdint.h>

/* Words of the largest event frame: nobody has to pack more at once. */
#define TSL_CODEC_CHUNK (1u << 21)

/* A block should be closed once it has so many words or bytes. */
#define TSL_CODEC_BLOCK_WORDS (1u << 20)
#define TSL_CODEC_BLOCK_BYTES (1u << 21)

/* The most words that a block can have. */
#define TSL_CODEC_WORDS (TSL_CODEC_BLOCK_WORDS + TSL_CODEC_CHUNK)

/* "No thread yet", where a block's thread is told. */
#define TSL_CODEC_NO_THREAD 0xFFFFFFFFu

/* Head of a block: four little-endian u32, then control bytes and data bytes,
   either of them compressed if that made it shorter. */
enum {
   TSL_CODEC_HEAD_WORDS = 0,   /* words that the block stands for */
   TSL_CODEC_HEAD_THREAD = 4,  /* the thread whose blocks come first */
   TSL_CODEC_HEAD_CONTROL = 8, /* control bytes */
   TSL_CODEC_HEAD_STORED = 12, /* control bytes as stored */
   TSL_CODEC_HEAD_DATA = 16,   /* data bytes */
   TSL_CODEC_HEAD_BYTES = 20
};

/*--------------------------------------------------------------------*/
/*--- Packing                                                      ---*/
/*--------------------------------------------------------------------*/

typedef struct tsl_packer tsl_packer;

/* Bytes that a packer lives in. Most are never touched: reserve them, and let
   the system find memory when it is needed. */
size_t tsl_packer_bytes(void);

/* memory: zeroed, aligned to 64 bytes. */
tsl_packer *tsl_packer_init(void *memory);

/* Adds words to the block: whole blocks of the program, at most
   TSL_CODEC_CHUNK words, and so many more than the block has that it stays below
   TSL_CODEC_WORDS. Returns 0, or -1 when the words are no event words or too
   many; such a packer may only be forgotten. */
int tsl_packer_add(tsl_packer *p, const uint64_t *words, uint32_t count);

/* Words in the block, and about how many bytes it has. */
uint32_t tsl_packer_words(const tsl_packer *p);
size_t tsl_packer_size(const tsl_packer *p);

/* Closes the block and returns its size; the next words begin another one.
   The bytes stay where they are until then. */
size_t tsl_packer_close(tsl_packer *p);
const uint8_t *tsl_packer_block(const tsl_packer *p);

/*--------------------------------------------------------------------*/
/*--- Unpacking                                                    ---*/
/*--------------------------------------------------------------------*/

typedef struct tsl_unpacker tsl_unpacker;

size_t tsl_unpacker_bytes(void);
tsl_unpacker *tsl_unpacker_init(void *memory);

/* Takes a block, of which nothing is kept. Returns how many words it stands
   for, or -1 when this is no block. */
int64_t tsl_unpacker_open(tsl_unpacker *u, const uint8_t *block, size_t bytes);

/* Unpacks the next words, whole blocks of the program only, until there are
   `wanted` or the next block might not fit into `capacity`, which is TSL_CODEC_CAPACITY at
   least. Returns how many: 0 at the end, -1 when the bytes are not what a packer
   wrote. */
#define TSL_CODEC_CAPACITY (1u << 15)
int64_t tsl_unpacker_next(tsl_unpacker *u, uint64_t *words, uint32_t capacity,
                          uint32_t wanted);

#endif /* TSL_CODEC_H */
