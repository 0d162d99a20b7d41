/*--------------------------------------------------------------------*/
/*--- tslmap: repeated bytes.                      tsl_codec_lz.h ---*/
/*--------------------------------------------------------------------*/

/* Compression in LZ4's block format (Collet, "LZ4 Block Format Description"):
   sequences of a token (literals in its upper, match length - 4 in its lower half,
   15: bytes follow that are added, the last one below 255), literals, and the
   offset of a match, two bytes. The last sequence has literals only. */

#ifndef TSL_CODEC_LZ_H
#define TSL_CODEC_LZ_H

#include <stddef.h>
#include <stdint.h>

#define TSL_LZ_TABLE_BITS 13
#define TSL_LZ_TABLE_BYTES (sizeof(uint32_t) << TSL_LZ_TABLE_BITS)

/* Compresses `size` bytes. `table` is scratch memory of TSL_LZ_TABLE_BYTES. `to`
   can hold as many bytes and 16 more. Returns the compressed size, or 0 when
   it would not be below `size`. */
size_t tsl_lz_pack(const uint8_t *from, size_t size, uint8_t *to,
                   uint32_t *table);

/* Returns 1 if `stored` bytes were those of exactly `size`, 0 otherwise. Reads
   and writes no others, whatever the bytes are. */
int tsl_lz_unpack(const uint8_t *from, size_t stored, uint8_t *to, size_t size);

#endif /* TSL_CODEC_LZ_H */
