/*--------------------------------------------------------------------*/
/*--- tslmap: what every part of the tool uses.         tsl_base.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_base.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

#include "tsl_valgrind.h"

/* The number of the character if it must not be printed as it is, otherwise 0; and its bytes. */
static UInt control(const UChar *at, SizeT *bytes)
{
   UInt c;
   *bytes = 1;
   if (at[0] < 0x20 || at[0] == 0x7F)
      return at[0];
   if (at[0] == 0xC2 && at[1] >= 0x80 && at[1] <= 0x9F) {
      *bytes = 2;
      return at[1];
   }
   if (at[0] != 0xE2 || (at[1] & 0xC0) != 0x80 || (at[2] & 0xC0) != 0x80)
      return 0;
   c = 0x2000 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F);
   *bytes = 3;
   /* zero widths and directions, line separators, isolates */
   if ((c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F))
      return c;
   *bytes = 1;
   return 0;
}

const HChar *tsl_printable(HChar *to, SizeT size, const HChar *text)
{
   const UChar *at = (const UChar *)text;
   HChar *end = to;
   while (*at != 0) {
      SizeT bytes;
      const UInt c = control(at, &bytes);
      if ((SizeT)(end - to) + 12 > size) {
         VG_(strcpy)(end, "...");
         return to;
      }
      if (c == '\n' || c == '\t' || c == '\r')
         end += VG_(sprintf)(end, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : 'r');
      else if (c != 0)
         end += VG_(sprintf)(end, "\\u%04x", c);
      else
         *end++ = (HChar)*at;
      at += bytes;
   }
   *end = 0;
   return to;
}

void tsl_die(const HChar *format, ...)
{
   va_list args;
   HChar line[2000], printable[TSL_PRINTABLE];
   va_start(args, format);
   VG_(vsnprintf)(line, sizeof line, format, args);
   va_end(args);
   VG_(fmsg)("tslmap: %s\n", tsl_printable(printable, sizeof printable, line));
   VG_(message_flush)();
   VG_(exit)(1);
}

Long tsl_syscall(Long number, Long a, Long b, Long c, Long d, Long e, Long f)
{
   register Long r10 __asm__("r10") = d;
   register Long r8 __asm__("r8") = e;
   register Long r9 __asm__("r9") = f;
   Long result;
   __asm__ volatile("syscall"
                    : "=a"(result)
                    : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                    : "rcx", "r11", "memory");
   return result;
}

ULong tsl_now(void)
{
   struct vki_timeval now;
   VG_(gettimeofday)(&now, NULL);
   return now.tv_sec * 1000000ull + now.tv_usec;
}

/*------------------------------------------------------------*/
/*--- Memory                                               ---*/
/*------------------------------------------------------------*/

#define HUGE_PAGE (2ul << 20)

static void *engine_map(void *ctx, size_t bytes)
{
   void *p = tsl_shadow_alloc(bytes);
   if (p == NULL)
      tsl_die("out of memory: %'lu bytes were needed to score the accesses. The engine takes "
              "about 8 bytes for each distinct word the program touches.", bytes);
   if (bytes >= HUGE_PAGE)
      tsl_syscall(__NR_madvise, (Long)p, bytes, 14 /* MADV_HUGEPAGE */, 0, 0, 0);
   return p;
}

static void engine_unmap(void *ctx, void *p, size_t bytes)
{
   VG_(am_munmap_valgrind)((Addr)p, bytes);
}

static void engine_fail(void *ctx, const char *message) { tsl_die("%s", message); }

tsl_env tsl_engine_env(void)
{
   return (tsl_env){engine_map, engine_unmap, engine_fail, NULL};
}

void *tsl_larger(const HChar *who, void *table, UInt *size, UInt least, SizeT each)
{
   const SizeT before = *size;
   *size = 2 * least + 1024;
   table = VG_(realloc)(who, table, *size * each);
   VG_(memset)((HChar *)table + before * each, 0, (*size - before) * each);
   return table;
}

XArray *tsl_list(const HChar *who, SizeT each)
{
   return VG_(newXA)(VG_(malloc), who, VG_(free), each);
}

/*------------------------------------------------------------*/
/*--- Text                                                 ---*/
/*------------------------------------------------------------*/

const HChar *tsl_decimal(HChar *to, SizeT size, Double x, UInt decimals)
{
   ULong scale = 1, v;
   UInt i;
   for (i = 0; i < decimals; i++)
      scale *= 10;
   v = (ULong)(x * (Double)scale + 0.5);
   if (decimals == 0)
      VG_(snprintf)(to, size, "%llu", v);
   else
      VG_(snprintf)(to, size, "%llu.%0*llu", v / scale, (Int)decimals, v % scale);
   return to;
}

#define MAX_TEXT 1024
#define PAGE_BYTES 4096u

const HChar *tsl_client_text(Addr a)
{
   static HChar copy[MAX_TEXT];
   UInt n = 0;
   while (n + 1 < MAX_TEXT) {
      if ((n == 0 || (a + n) % PAGE_BYTES == 0)
          && !VG_(am_is_valid_for_client)(a + n, 1, VKI_PROT_READ))
         break;
      if (*(const HChar *)(a + n) == 0)
         break;
      copy[n] = *(const HChar *)(a + n);
      n++;
   }
   copy[n] = 0;
   return copy;
}
