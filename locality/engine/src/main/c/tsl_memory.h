/*--------------------------------------------------------------------*/
/*--- tslmap: memory and bit helpers without libc.   tsl_memory.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_MEMORY_H
#define TSL_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#define TSL_INLINE static inline __attribute__((always_inline))

/* Keeps gcc from turning a loop into a call of memset or memcpy. */
#define TSL_KEEP_LOOP __asm__ volatile("")

/* What the embedder provides.
   map:   zeroed memory, aligned to 4096 bytes at least, `bytes` is a multiple
          of 4096. Never returns NULL; it does not return when there is none.
   unmap: gives such memory back, always as a whole.
   fail:  a limit of the engine was met (too many distinct words, a site
          number out of range). Does not return; the engine may only be freed
          afterwards. */
typedef struct {
   void *(*map)(void *ctx, size_t bytes);
   void (*unmap)(void *ctx, void *p, size_t bytes);
   void (*fail)(void *ctx, const char *message);
   void *ctx;
} tsl_env;

/* An embedder's memory with a count of the bytes in use. */
typedef struct {
   tsl_env env;
   uint64_t bytes;
} tsl_memory;

#define TSL_MAP_UNIT 4096u

/* Zeroed; `bytes` is rounded up to whole pages. */
void *tsl_map(tsl_memory *m, size_t bytes);
void tsl_unmap(tsl_memory *m, void *p, size_t bytes);
/* The same for what may not be there yet (NULL, of 0 bytes). */
void tsl_release(tsl_memory *m, void *p, size_t bytes);
/* A longer copy of `p`, zeroed behind what there was, or new memory when p is
   NULL; p is given back. */
void *tsl_grow(tsl_memory *m, void *p, size_t bytes, size_t longer);
/* A list (NULL: none yet) that has room for at least so many things of so many bytes each, zeroed
   behind those it had room for, as many as *capacity says. */
void *tsl_room(tsl_memory *m, void *list, uint32_t *capacity, uint32_t least, size_t each);

/* An arena hands out zeroed pieces that are freed together. Its chunks grow
   with what was taken, so that small streams stay small and large ones get
   chunks that huge pages fit in. */
typedef struct tsl_chunk {
   struct tsl_chunk *next;
   size_t bytes; /* of the whole mapping */
   size_t used;  /* bytes handed out after the header */
} tsl_chunk;

#define TSL_CHUNK_HEADER 64u

typedef struct {
   tsl_memory *memory;
   tsl_chunk *first, *last;
   size_t total;
} tsl_arena;

void tsl_arena_init(tsl_arena *a, tsl_memory *m);
/* `bytes` is a multiple of 8; pieces that are multiples of 64 stay aligned to
   64 as long as all pieces of the arena are. */
void *tsl_arena_take(tsl_arena *a, size_t bytes);
void tsl_arena_free(tsl_arena *a);

TSL_INLINE char *tsl_chunk_data(tsl_chunk *c)
{
   return (char *)c + TSL_CHUNK_HEADER;
}

TSL_INLINE void tsl_fill(void *p, unsigned char value, size_t n)
{
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
   __asm__ volatile("rep stosb" : "+D"(p), "+c"(n) : "a"(value) : "memory");
#else
   unsigned char *q = p;
   size_t i;
   for (i = 0; i < n; i++) {
      q[i] = value;
      TSL_KEEP_LOOP;
   }
#endif
}

/* Two at a time, which every processor of the kind has instructions for. */
TSL_INLINE void tsl_copy64(uint64_t *to, const uint64_t *from, size_t n)
{
   typedef uint64_t two __attribute__((vector_size(16), aligned(8), may_alias));
   size_t i;
   for (i = 0; i + 2 <= n; i += 2) {
      *(two *)(to + i) = *(const two *)(from + i);
      TSL_KEEP_LOOP;
   }
   if (i < n)
      to[i] = from[i];
}

/* Whether a number is the one that is chosen, by chance that is always the same, of each `of`
   numbers in a row; a power of two. */
TSL_INLINE int tsl_is_chosen(uint64_t number, uint32_t of)
{
   uint64_t h = number / of * 0x9E3779B97F4A7C15ull;
   h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9ull;
   return ((number ^ h >> 32) & (of - 1)) == 0;
}

/* Ones in x without the popcnt instruction; no call into libgcc. */
TSL_INLINE unsigned tsl_ones_portable(uint64_t x)
{
   x = x - ((x >> 1) & 0x5555555555555555ull);
   x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
   x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
   return (unsigned)((x * 0x0101010101010101ull) >> 56);
}

/* Entry of a reuse histogram for distance d: 0 for 0, 1 + floor(log2 d). */
TSL_INLINE unsigned tsl_reuse_entry(uint32_t d)
{
   return 63u - (unsigned)__builtin_clzll(2ull * d + 1);
}

#endif /* TSL_MEMORY_H */
