/*--------------------------------------------------------------------*/
/*--- tslmap: what packing event words costs.        codec_bench.c ---*/
/*--------------------------------------------------------------------*/

/* Packs and unpacks recorded streams, and prints processor time and bytes per
   access. A stream is what the Valgrind tool sends to a collector, kept in a file
   (valgrind-tool/src/test/c/receive.c writes one).

   usage: codec_bench [-r ROUNDS] [-w MILLIONS] FILE...
   MILLIONS: event words of each stream, from its beginning (default 40). */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "tsl_codec.h"
#include "tsl_words.h"

enum { FRAME_BLOCK = 5, FRAME_EVENTS = 6, MAX_ROUNDS = 99 };

/* Event words of a stream, and where the tool's frames end. */
typedef struct {
   uint64_t *words;
   size_t count, capacity;
   size_t *ends, frames, frames_capacity;
   uint16_t *accesses; /* by block id */
   size_t ids;
   double total; /* accesses */
} stream;

/* Blocks of bytes, one behind the other. */
typedef struct {
   uint8_t *bytes;
   size_t size, capacity;
   size_t *ends, count;
} packed;

static void *larger(void *p, size_t bytes)
{
   p = realloc(p, bytes);
   if (p == NULL) {
      perror("codec_bench");
      exit(1);
   }
   return p;
}

static void *zeroed(size_t bytes)
{
   void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (p == MAP_FAILED) {
      perror("codec_bench");
      exit(1);
   }
   return p;
}

static double now(void)
{
   struct timespec t;
   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/*--------------------------------------------------------------------*/
/*--- Streams                                                      ---*/
/*--------------------------------------------------------------------*/

static void add_kind(stream *s, const uint8_t *payload)
{
   uint32_t id;
   memcpy(&id, payload, sizeof id);
   if (id >= s->ids) {
      const size_t ids = 2 * (size_t)id + 1024;
      s->accesses = larger(s->accesses, ids * sizeof *s->accesses);
      memset(s->accesses + s->ids, 0, (ids - s->ids) * sizeof *s->accesses);
      s->ids = ids;
   }
   memcpy(&s->accesses[id], payload + 6, sizeof *s->accesses);
}

static void add_words(stream *s, const uint8_t *payload, size_t n)
{
   if (s->count + n > s->capacity) {
      s->capacity = 2 * (s->count + n);
      s->words = larger(s->words, s->capacity * sizeof *s->words);
   }
   if (s->frames == s->frames_capacity) {
      s->frames_capacity = 2 * s->frames_capacity + 1024;
      s->ends = larger(s->ends, s->frames_capacity * sizeof *s->ends);
   }
   memcpy(s->words + s->count, payload, n * sizeof *s->words);
   s->count += n;
   s->ends[s->frames++] = s->count;
}

static void count_accesses(stream *s)
{
   size_t i = 0;
   while (i < s->count) {
      const uint64_t header = s->words[i];
      if (TSL_WORD_IS_THREAD(header)) {
         i++;
         continue;
      }
      s->total += s->accesses[TSL_WORD_ID(header)];
      i += 1 + TSL_WORD_COUNT(header);
   }
}

static int read_stream(stream *s, const char *name, size_t most)
{
   static uint8_t payload[1 << 24];
   uint8_t head[8];
   FILE *in = fopen(name, "rb");
   memset(s, 0, sizeof *s);
   if (in == NULL) {
      perror(name);
      return 0;
   }
   while (s->count < most && fread(head, 1, sizeof head, in) == sizeof head) {
      uint32_t size;
      uint16_t type;
      memcpy(&size, head, sizeof size);
      memcpy(&type, head + 4, sizeof type);
      if (size > sizeof payload || fread(payload, 1, size, in) != size)
         break;
      if (type == FRAME_BLOCK)
         add_kind(s, payload);
      else if (type == FRAME_EVENTS)
         add_words(s, payload + 8, size / 8 - 1);
   }
   fclose(in);
   if (s->count == 0) {
      fprintf(stderr, "%s: expected a stream of the tool, found no events\n",
              name);
      return 0;
   }
   count_accesses(s);
   return 1;
}

/*--------------------------------------------------------------------*/
/*--- Measuring                                                    ---*/
/*--------------------------------------------------------------------*/

static void keep(packed *to, const uint8_t *block, size_t size)
{
   if (to->size + size > to->capacity) {
      to->capacity = 2 * (to->size + size);
      to->bytes = larger(to->bytes, to->capacity);
   }
   memcpy(to->bytes + to->size, block, size);
   to->size += size;
   to->ends[to->count++] = to->size;
}

/* Returns nanoseconds. */
static double pack(const stream *s, tsl_packer *p, packed *to)
{
   double nanos = 0.0;
   size_t i, from = 0;
   to->size = to->count = 0;
   for (i = 0; i < s->frames; i++) {
      const double start = now();
      size_t size = 0;
      if (tsl_packer_add(p, s->words + from, (uint32_t)(s->ends[i] - from))) {
         fprintf(stderr, "codec_bench: frame %zu has no event words\n", i);
         exit(1);
      }
      if (tsl_packer_words(p) >= TSL_CODEC_BLOCK_WORDS
          || tsl_packer_size(p) >= TSL_CODEC_BLOCK_BYTES || i + 1 == s->frames)
         size = tsl_packer_close(p);
      nanos += now() - start;
      if (size > 0)
         keep(to, tsl_packer_block(p), size);
      from = s->ends[i];
   }
   return nanos;
}

static double unpack(const stream *s, tsl_unpacker *u, const packed *from)
{
   static uint64_t words[TSL_CODEC_CAPACITY];
   double nanos = 0.0;
   size_t i, at = 0, done = 0;
   for (i = 0; i < from->count; i++) {
      int64_t n;
      double start = now();
      n = tsl_unpacker_open(u, from->bytes + at, from->ends[i] - at);
      while (n > 0) {
         n =
            tsl_unpacker_next(u, words, TSL_CODEC_CAPACITY, TSL_CODEC_CAPACITY);
         nanos += now() - start;
         if (n < 0
             || memcmp(words, s->words + done, (size_t)n * sizeof *words)) {
            fprintf(stderr, "codec_bench: other words than packed\n");
            exit(1);
         }
         done += (size_t)n;
         start = now();
      }
      at = from->ends[i];
   }
   if (done != s->count) {
      fprintf(stderr, "codec_bench: packed %zu words, found %zu\n", s->count,
              done);
      exit(1);
   }
   return nanos;
}

static int ascending(const void *a, const void *b)
{
   const double x = *(const double *)a, y = *(const double *)b;
   return (x > y) - (x < y);
}

static double median(double *values, int n)
{
   qsort(values, (size_t)n, sizeof *values, ascending);
   return values[n / 2];
}

static void measure(const char *name, const stream *s, int rounds)
{
   double packing[MAX_ROUNDS], unpacking[MAX_ROUNDS];
   tsl_packer *p = tsl_packer_init(zeroed(tsl_packer_bytes()));
   tsl_unpacker *u = tsl_unpacker_init(zeroed(tsl_unpacker_bytes()));
   packed blocks = {0};
   int i;
   blocks.ends = larger(NULL, s->frames * sizeof *blocks.ends);
   for (i = 0; i < rounds; i++) {
      packing[i] = pack(s, p, &blocks) / s->total;
      unpacking[i] = unpack(s, u, &blocks) / s->total;
   }
   printf("%-24s %8.1f %10.4f %9.2f %9.2f %12.0f\n", name, s->total / 1e6,
          (double)blocks.size / s->total, median(packing, rounds),
          median(unpacking, rounds), 1e3 / median(unpacking, rounds));
   munmap(p, tsl_packer_bytes());
   munmap(u, tsl_unpacker_bytes());
   free(blocks.ends);
   free(blocks.bytes);
}

int main(int argc, char **argv)
{
   int rounds = 5, i = 1, status = 0;
   size_t most = 40;
   for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
      if (strcmp(argv[i], "-r") == 0)
         rounds = atoi(argv[i + 1]);
      else if (strcmp(argv[i], "-w") == 0)
         most = (size_t)atoi(argv[i + 1]);
      else
         break;
   }
   if (i >= argc || argv[i][0] == '-' || rounds < 1 || rounds > MAX_ROUNDS) {
      fprintf(stderr,
              "usage: codec_bench [-r ROUNDS] [-w MILLIONS] FILE...\n");
      return 2;
   }
   printf("%-24s %8s %10s %9s %9s %12s\n", "processor ns per access", "M",
          "bytes", "packing", "unpacking", "M/s unpacked");
   for (; i < argc; i++) {
      stream s;
      if (read_stream(&s, argv[i], most * 1000000))
         measure(argv[i], &s, rounds);
      else
         status = 1;
      free(s.words);
      free(s.ends);
      free(s.accesses);
   }
   return status;
}
