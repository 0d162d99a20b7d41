/*--------------------------------------------------------------------*/
/*--- tslmap: event words packed and unpacked.       codec_check.c ---*/
/*--------------------------------------------------------------------*/

/* Packs random streams of many shapes, which must come back word by word, and
   unpacks damaged blocks, which must be refused or give as many words, whatever
   was done to them. Built with AddressSanitizer and UBSan by the tests.

   usage: codec_check SEED STREAMS
   Exit status 0: all well; 1: a difference was found and printed; 2: usage. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tsl_codec.h"
#include "tsl_codec_lz.h"

enum { KINDS = 12, LARGEST = 40, LENGTH = 60000, DAMAGES = 60 };

static uint64_t state;

static uint64_t next_random(void)
{
   uint64_t z = (state += 0x9E3779B97F4A7C15ull);
   z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
   z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
   return z ^ (z >> 31);
}

static uint64_t below(uint64_t n)
{
   return next_random() % n;
}

static void fail(const char *what, uint64_t seed)
{
   fprintf(stderr, "codec_check: %s, seed %llu\n", what,
           (unsigned long long)seed);
   exit(1);
}

/*--------------------------------------------------------------------*/
/*--- Streams                                                      ---*/
/*--------------------------------------------------------------------*/

typedef struct {
   uint32_t id, n;
   uint64_t at[LARGEST], step[LARGEST];
} kind;

/* Blocks in a round, or at random now and then (`wild` of 100); addresses walk,
   repeat, jump over all of 64 bits, lie in a table, or are 0. */
static uint32_t make(uint64_t *words, uint32_t most, unsigned wild)
{
   static const uint64_t steps[] = {0, 8, 4, 1, 4096, (uint64_t)-8};
   kind kinds[KINDS];
   const unsigned period = 1 + (unsigned)below(KINDS);
   uint32_t used = 0;
   unsigned i, k = 0;
   for (i = 0; i < KINDS; i++) {
      unsigned j;
      kinds[i].id = (uint32_t)(below(2) ? i : next_random());
      kinds[i].n = (uint32_t)below(below(4) == 0 ? LARGEST : 4);
      for (j = 0; j < kinds[i].n; j++) {
         kinds[i].at[j] = next_random() >> (1 + below(62));
         kinds[i].step[j] = steps[below(sizeof steps / sizeof *steps)];
      }
   }
   while (used + LARGEST + 2 < most) {
      kind *b;
      if (below(200) == 0)
         words[used++] = 3ull << 62 | (next_random() & 0xFFFFFFFF);
      k = below(100) < wild ? (unsigned)below(KINDS) : (k + 1) % period;
      b = &kinds[k];
      words[used++] = 2ull << 62 | (uint64_t)b->n << 32 | b->id;
      for (i = 0; i < b->n; i++) {
         const unsigned what = below(100) < wild ? (unsigned)below(6) : 6;
         if (what == 0)
            b->at[i] = next_random() >> below(64);
         else if (what == 1)
            b->at[i] += below(64) - 32;
         else if (what == 2)
            b->at[i] = 0x4000000000ull + 4 * below(1 << 20);
         else
            b->at[i] += b->step[i];
         words[used++] = what == 3 ? 0 : b->at[i];
      }
   }
   return used;
}

/*--------------------------------------------------------------------*/
/*--- Checks                                                       ---*/
/*--------------------------------------------------------------------*/

/* A block in memory of exactly its size, so that overruns show. */
typedef struct {
   uint8_t *bytes;
   size_t size;
} block;

static block copy_of(const uint8_t *bytes, size_t size)
{
   block b = {malloc(size), size};
   memcpy(b.bytes, bytes, size);
   return b;
}

/* Unpacks in stretches of random length. Returns how many words came, or -1. */
static int64_t unpack(tsl_unpacker *u, const block *b, uint64_t *words,
                      uint32_t most)
{
   uint64_t *const part = malloc(TSL_CODEC_CAPACITY * sizeof *part);
   int64_t n = tsl_unpacker_open(u, b->bytes, b->size), done = 0;
   if (n > most)
      n = 0; /* a damaged head: more than anybody asks for here */
   else if (n >= 0)
      do {
         n = tsl_unpacker_next(u, part, TSL_CODEC_CAPACITY,
                               1 + (uint32_t)below(TSL_CODEC_CAPACITY));
         if (n > 0 && n <= most - done)
            memcpy(words + done, part, (size_t)n * sizeof *part);
         if (n > 0)
            done += n;
      } while (n > 0);
   free(part);
   return n < 0 ? -1 : done;
}

static uint32_t get32(const uint8_t *p)
{
   uint32_t v;
   memcpy(&v, p, sizeof v);
   return v;
}

static void put32(uint8_t *p, size_t value)
{
   const uint32_t v = (uint32_t)value;
   memcpy(p, &v, sizeof v);
}

/* The same block without compression. */
static block inflated(const block *b)
{
   const size_t control = get32(b->bytes + TSL_CODEC_HEAD_CONTROL);
   const size_t stored = get32(b->bytes + TSL_CODEC_HEAD_STORED);
   const size_t data = get32(b->bytes + TSL_CODEC_HEAD_DATA);
   const uint8_t *from = b->bytes + TSL_CODEC_HEAD_BYTES;
   const size_t rest = b->size - TSL_CODEC_HEAD_BYTES - stored;
   block plain = {malloc(TSL_CODEC_HEAD_BYTES + control + data),
                  TSL_CODEC_HEAD_BYTES + control + data};
   uint8_t *to = plain.bytes + TSL_CODEC_HEAD_BYTES;
   memcpy(plain.bytes, b->bytes, TSL_CODEC_HEAD_BYTES);
   put32(plain.bytes + TSL_CODEC_HEAD_STORED, control);
   if (stored == control)
      memcpy(to, from, control);
   else if (!tsl_lz_unpack(from, stored, to, control))
      fail("control bytes do not unpack", 0);
   if (rest == data)
      memcpy(to + control, from + stored, data);
   else if (!tsl_lz_unpack(from + stored, rest, to + control, data))
      fail("data bytes do not unpack", 0);
   return plain;
}

static void damage(tsl_unpacker *u, const block *whole, uint64_t *scratch,
                   uint32_t count)
{
   int i;
   for (i = 0; i < DAMAGES; i++) {
      block b = copy_of(whole->bytes, 1 + below(whole->size));
      unsigned changes = 1 + (unsigned)below(4);
      if (below(3) > 0) {
         free(b.bytes);
         b = copy_of(whole->bytes, whole->size);
      }
      while (changes-- > 0)
         b.bytes[below(4) == 0 ? below(b.size < 64 ? b.size : 64)
                               : below(b.size)] = (uint8_t)next_random();
      unpack(u, &b, scratch, count);
      free(b.bytes);
   }
}

static void check(tsl_packer *p, tsl_unpacker *u, uint64_t seed)
{
   static uint64_t words[LENGTH], found[LENGTH];
   const unsigned wild = below(3) == 0 ? 0 : (unsigned)below(101);
   const uint32_t count = make(words, 100 + (uint32_t)below(LENGTH - 100), wild);
   uint32_t split = 0;
   block b, plain;
   while (words[split] >> 62 == 3)
      split++;
   split += 1 + ((uint32_t)(words[split] >> 32) & 0x3FFF);
   if (tsl_packer_add(p, words, split)
       || tsl_packer_add(p, words + split, count - split))
      fail("event words were refused", seed);
   b.size = tsl_packer_close(p);
   b = copy_of(tsl_packer_block(p), b.size);
   if (unpack(u, &b, found, LENGTH) != count
       || memcmp(words, found, count * sizeof *words))
      fail("other words came back", seed);
   plain = inflated(&b);
   if (unpack(u, &plain, found, LENGTH) != count
       || memcmp(words, found, count * sizeof *words))
      fail("other words came back without compression", seed);
   damage(u, &b, found, LENGTH);
   damage(u, &plain, found, LENGTH);
   free(b.bytes);
   free(plain.bytes);
}

/* Memory with pages that must not be touched at both ends, so that overruns
   show. */
static void *guarded(size_t bytes)
{
   const size_t whole = (bytes + 4095) & ~(size_t)4095;
   char *p =
      mmap(NULL, whole + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (p == MAP_FAILED || mprotect(p + 4096, whole, PROT_READ | PROT_WRITE)) {
      perror("codec_check");
      exit(1);
   }
   return p + 4096;
}

int main(int argc, char **argv)
{
   tsl_packer *p;
   tsl_unpacker *u;
   uint64_t seed, i, streams;
   if (argc != 3) {
      fprintf(stderr, "usage: codec_check SEED STREAMS\n");
      return 2;
   }
   p = tsl_packer_init(guarded(tsl_packer_bytes()));
   u = tsl_unpacker_init(guarded(tsl_unpacker_bytes()));
   seed = strtoull(argv[1], NULL, 10);
   streams = strtoull(argv[2], NULL, 10);
   for (i = 0; i < streams; i++) {
      state = seed + i;
      check(p, u, seed + i);
   }
   printf("%llu streams came back\n", (unsigned long long)streams);
   return 0;
}
