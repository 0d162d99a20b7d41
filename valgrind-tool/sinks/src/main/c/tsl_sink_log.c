/*--------------------------------------------------------------------*/
/*--- tslmap: accesses as text.                     tsl_sink_log.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_sinks.h"

#include "tsl_code.h"

/* One access a line, in the form of Lackey's --trace-mem=yes. */

static HChar text[16 * 1024];
static SizeT used;
static UInt thread;

static void print_text(void)
{
   text[used] = 0;
   VG_(printf)("%s", text);
   used = 0;
}

static HChar *put_number(HChar *to, ULong value, UInt base, UInt width)
{
   HChar digits[24];
   UInt n = 0;
   do {
      digits[n++] = "0123456789abcdef"[value % base];
      value /= base;
   } while (value != 0);
   while (n < width)
      digits[n++] = '0';
   while (n > 0)
      *to++ = digits[--n];
   return to;
}

static void print_accesses(UInt t, const ULong *addr, const UInt *site, SizeT n)
{
   SizeT i;
   for (i = 0; i < n; i++) {
      const tsl_site *s = tsl_site_at(site[i]);
      HChar *p;
      if (used + 64 > sizeof text)
         print_text();
      p = text + used;
      *p++ = ' ';
      *p++ = s->kind == TSL_LOAD ? 'L' : 'S';
      *p++ = ' ';
      p = put_number(p, addr[i], 16, 8);
      *p++ = ',';
      p = put_number(p, s->size, 10, 1);
      *p++ = '\n';
      used = p - text;
   }
}

static void log_events(ULong *words, SizeT n)
{
   tsl_decode(words, n, &thread, print_accesses);
   print_text();
}

static void start(Bool forked) { }
static void end(tsl_how how, Int status) { }

const tsl_sink tsl_sink_log = {.start = start, .events = log_events, .counted = True, .end = end};
