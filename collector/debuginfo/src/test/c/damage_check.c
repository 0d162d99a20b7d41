/*--------------------------------------------------------------------*/
/*--- tslmap: damaged objects.                      damage_check.c ---*/
/*--------------------------------------------------------------------*/

/* Damages a program in many ways, asks all there is to ask of each, and expects
   to live: damage_check FILE SCRATCH SEED TIMES. A third of the files are cut
   short, the others have some bytes changed. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tsl_debuginfo.h"

static uint64_t state;

static uint64_t next_random(void)
{
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return state;
}

static void ask_all(tsl_debuginfo *d, uint64_t pc_max)
{
   tsl_answer a;
   uint64_t i;
   tsl_answer_init(&a);
   tsl_debuginfo_summary(d, &a);
   tsl_debuginfo_statics(d, &a);
   tsl_debuginfo_symbols(d, &a);
   for (i = 0; i < 400; i++) {
      const uint64_t pc = pc_max * i / 400;
      tsl_debuginfo_function(d, pc, &a);
      tsl_debuginfo_frame(d, pc, &a);
      tsl_debuginfo_inlined(d, pc, &a);
      tsl_debuginfo_signature(d, pc, &a);
      tsl_debuginfo_line(d, pc, &a);
      tsl_debuginfo_assigned(d, pc, (uint32_t)(i % 3), i % 2 == 0, i % 2 ? "" : "list", &a);
      tsl_debuginfo_member(d, (uint32_t)i, i % 50, "", &a);
   }
   tsl_answer_free(&a);
}

static void damage(uint8_t *bytes, size_t *n)
{
   uint64_t i;
   if (next_random() % 3 == 0) {
      *n = next_random() % *n;
      return;
   }
   for (i = next_random() % 24 + 1; i > 0; i--)
      bytes[next_random() % *n] = (uint8_t)next_random();
}

int main(int argc, char **argv)
{
   char reason[TSL_REASON_CAPACITY];
   uint8_t *intact, *bytes;
   size_t n;
   long times, i, opened = 0;
   FILE *file = argc == 5 ? fopen(argv[1], "rb") : NULL;
   if (file == NULL) {
      fprintf(stderr, "damage_check FILE SCRATCH SEED TIMES\n");
      return 2;
   }
   fseek(file, 0, SEEK_END);
   n = (size_t)ftell(file);
   rewind(file);
   intact = malloc(n);
   bytes = malloc(n);
   if (fread(intact, 1, n, file) != n)
      return 2;
   fclose(file);
   state = strtoull(argv[3], NULL, 10) * 0x9e3779b97f4a7c15u + 1;
   times = atol(argv[4]);
   for (i = 0; i < times; i++) {
      size_t left = n;
      tsl_debuginfo *d;
      memcpy(bytes, intact, n);
      damage(bytes, &left);
      file = fopen(argv[2], "wb");
      if (file == NULL || fwrite(bytes, 1, left, file) != left)
         return 2;
      fclose(file);
      d = tsl_debuginfo_open(argv[2], "/nowhere", reason);
      if (d != NULL) {
         ask_all(d, n);
         tsl_debuginfo_close(d);
         opened++;
      }
   }
   free(intact);
   free(bytes);
   printf("%ld damaged files, %ld of them readable\n", times, opened);
   return 0;
}
