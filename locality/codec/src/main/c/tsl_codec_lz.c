/*--------------------------------------------------------------------*/
/*--- tslmap: repeated bytes.                      tsl_codec_lz.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_codec_lz.h"
#include "tsl_memory.h"

enum {
   MIN_MATCH = 4,
   MAX_OFFSET = 65535,
   LAST_LITERALS = 12, /* no match begins in the last bytes */
   SKIP_SHIFT = 3      /* after so many misses (2^) steps grow */
};

TSL_INLINE uint32_t load32(const uint8_t *p)
{
   uint32_t v;
   __builtin_memcpy(&v, p, sizeof v);
   return v;
}

TSL_INLINE uint64_t load64(const uint8_t *p)
{
   uint64_t v;
   __builtin_memcpy(&v, p, sizeof v);
   return v;
}

TSL_INLINE void copy8(uint8_t *to, const uint8_t *from)
{
   uint64_t v;
   __builtin_memcpy(&v, from, sizeof v);
   __builtin_memcpy(to, &v, sizeof v);
}

TSL_INLINE void copy(uint8_t *to, const uint8_t *from, size_t n)
{
   while (n >= 8) {
      copy8(to, from);
      to += 8;
      from += 8;
      n -= 8;
   }
   while (n > 0) {
      *to++ = *from++;
      n--;
      TSL_KEEP_LOOP;
   }
}

/*--------------------------------------------------------------------*/
/*--- Packing                                                      ---*/
/*--------------------------------------------------------------------*/

TSL_INLINE uint32_t place_of(const uint8_t *p)
{
   return (load32(p) * 2654435761u) >> (32 - TSL_LZ_TABLE_BITS);
}

/* How many bytes from p on are those from match on; not beyond end. */
static size_t equal(const uint8_t *p, const uint8_t *match, const uint8_t *end)
{
   const uint8_t *start = p;
   while (end - p >= 8) {
      const uint64_t different = load64(p) ^ load64(match);
      if (different != 0)
         return (size_t)(p - start)
                + ((unsigned)__builtin_ctzll(different) >> 3);
      p += 8;
      match += 8;
   }
   while (p < end && *p == *match) {
      p++;
      match++;
   }
   return (size_t)(p - start);
}

static uint8_t *put_length(uint8_t *to, size_t rest)
{
   for (; rest >= 255; rest -= 255)
      *to++ = 255;
   *to++ = (uint8_t)rest;
   return to;
}

/* A token and literals; NULL when there is no room for them and a match. */
static uint8_t *put_literals(uint8_t *to, const uint8_t *limit,
                             const uint8_t *from, size_t n, unsigned match)
{
   if ((size_t)(limit - to) < n + n / 255 + 8)
      return NULL;
   *to++ = (uint8_t)((n < 15 ? n : 15) << 4 | match);
   if (n >= 15)
      to = put_length(to, n - 15);
   copy(to, from, n);
   return to + n;
}

size_t tsl_lz_pack(const uint8_t *from, size_t size, uint8_t *to,
                   uint32_t *table)
{
   const uint8_t *const end = from + size;
   const uint8_t *const limit = to + size;
   const uint8_t *literals = from, *p = from + 1;
   uint8_t *const start = to;
   size_t misses = 0;
   if (size < LAST_LITERALS + 1)
      return 0;
   tsl_fill(table, 0, TSL_LZ_TABLE_BYTES); /* all point to the first byte */
   while (p < end - LAST_LITERALS) {
      const uint32_t place = place_of(p);
      const uint8_t *match = from + table[place];
      size_t n, offset;
      table[place] = (uint32_t)(p - from);
      if (load32(match) != load32(p) || p - match > MAX_OFFSET) {
         p += 1 + (misses++ >> SKIP_SHIFT);
         continue;
      }
      misses = 0;
      while (p > literals && match > from && p[-1] == match[-1]) {
         p--;
         match--;
      }
      n = MIN_MATCH
          + equal(p + MIN_MATCH, match + MIN_MATCH, end - LAST_LITERALS + 7);
      offset = (size_t)(p - match);
      to = put_literals(to, limit, literals, (size_t)(p - literals),
                        n - MIN_MATCH < 15 ? (unsigned)(n - MIN_MATCH) : 15);
      if (to == NULL || (size_t)(limit - to) < n / 255 + 8)
         return 0;
      *to++ = (uint8_t)offset;
      *to++ = (uint8_t)(offset >> 8);
      if (n - MIN_MATCH >= 15)
         to = put_length(to, n - MIN_MATCH - 15);
      p += n;
      literals = p;
      if (p < end - LAST_LITERALS)
         table[place_of(p - 2)] = (uint32_t)(p - 2 - from);
   }
   to = put_literals(to, limit, literals, (size_t)(end - literals), 0);
   return to == NULL ? 0 : (size_t)(to - start);
}

/*--------------------------------------------------------------------*/
/*--- Unpacking                                                    ---*/
/*--------------------------------------------------------------------*/

/* Adds up what follows a length of 15; more than `most` when it cannot be. */
static size_t get_length(const uint8_t **p, const uint8_t *end, size_t length,
                         size_t most)
{
   uint8_t byte;
   do {
      if (*p == end || length > most)
         return most + 1;
      byte = *(*p)++;
      length += byte;
   } while (byte == 255);
   return length;
}

int tsl_lz_unpack(const uint8_t *from, size_t stored, uint8_t *to, size_t size)
{
   const uint8_t *p = from, *const end = from + stored;
   uint8_t *const start = to, *const limit = to + size;
   while (p < end) {
      const unsigned token = *p++;
      size_t n = token >> 4, offset;
      if (n == 15)
         n = get_length(&p, end, n, size);
      if (n > (size_t)(end - p) || n > (size_t)(limit - to))
         return 0;
      if (n <= 16 && end - p >= 16 && limit - to >= 16) {
         copy8(to, p);
         copy8(to + 8, p + 8);
      } else
         copy(to, p, n);
      p += n;
      to += n;
      if (p == end)
         return to == limit;
      if (end - p < 2)
         return 0;
      offset = p[0] | (size_t)p[1] << 8;
      p += 2;
      n = token & 15;
      if (n == 15)
         n = get_length(&p, end, n, size);
      n += MIN_MATCH;
      if (offset == 0 || offset > (size_t)(to - start)
          || n > (size_t)(limit - to))
         return 0;
      if (offset >= 8 && n + 8 <= (size_t)(limit - to)) {
         size_t i;
         for (i = 0; i < n; i += 8)
            copy8(to + i, to + i - offset);
         to += n;
      } else {
         while (n > 0) {
            *to = *(to - offset);
            to++;
            n--;
            TSL_KEEP_LOOP;
         }
      }
   }
   return 0;
}
