/*--------------------------------------------------------------------*/
/*--- tslmap: any bytes as packed event words.           codec.c   ---*/
/*--------------------------------------------------------------------*/

/* Unpacks an input as if it were a block of a trace. Damaged blocks are refused
   or give as many words as they promise; what comes is packed again and must
   come back as it was. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tsl_codec.h"

enum { MOST = 1 << 18 }; /* words that are packed again */

static void expect(int is_so, const char *what)
{
   if (!is_so) {
      fprintf(stderr, "codec: %s\n", what);
      abort();
   }
}

static void *reserve(size_t bytes)
{
   void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   expect(p != MAP_FAILED, "no memory");
   return p;
}

/* Gives how many words came, or -1; the first MOST of them are kept. */
static int64_t unpack(tsl_unpacker *u, const uint8_t *bytes, size_t size,
                      uint64_t *words, uint32_t wanted)
{
   static uint64_t part[TSL_CODEC_CAPACITY];
   /* A block in memory of exactly its size, so that overruns show. */
   uint8_t *block = malloc(size + (size == 0));
   const int64_t promised =
      (memcpy(block, bytes, size), tsl_unpacker_open(u, block, size));
   int64_t done = 0, n = promised < 0 ? -1 : 0;
   while (promised >= 0 && done < promised) {
      n = tsl_unpacker_next(u, part, TSL_CODEC_CAPACITY, wanted);
      if (n <= 0)
         break;
      expect(n <= TSL_CODEC_CAPACITY, "more words than there is room for");
      if (done + n <= MOST)
         memcpy(words + done, part, (size_t)n * sizeof *part);
      done += n;
   }
   free(block);
   expect(promised <= (int64_t)TSL_CODEC_WORDS, "too many words promised");
   expect(promised < 0 || done <= promised, "more words than were promised");
   return n < 0 || done < promised ? -1 : done;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   static uint64_t words[MOST], again[MOST];
   static void *packer_memory, *unpacker_memory;
   tsl_unpacker *u;
   tsl_packer *p;
   int64_t n;
   if (size == 0)
      return 0;
   if (packer_memory == NULL) {
      packer_memory = reserve(tsl_packer_bytes());
      unpacker_memory = reserve(tsl_unpacker_bytes());
   }
   madvise(packer_memory, tsl_packer_bytes(), MADV_DONTNEED);
   madvise(unpacker_memory, tsl_unpacker_bytes(), MADV_DONTNEED);
   u = tsl_unpacker_init(unpacker_memory);
   n = unpack(u, data + 1, size - 1, words, 1u + data[0] * 997u);
   if (n > 0 && n <= MOST) {
      p = tsl_packer_init(packer_memory);
      if (tsl_packer_add(p, words, (uint32_t)n) == 0) {
         const size_t bytes = tsl_packer_close(p);
         expect(unpack(u, tsl_packer_block(p), bytes, again, 1u << 20) == n
                   && memcmp(words, again, (size_t)n * sizeof *words) == 0,
                "packed words did not come back");
      }
   }
   return 0;
}
