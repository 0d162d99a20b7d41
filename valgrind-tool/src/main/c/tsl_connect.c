/*--------------------------------------------------------------------*/
/*--- tslmap: reaching the collector.               tsl_connect.c ---*/
/*--------------------------------------------------------------------*/

/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "tsl.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_vkiscnums.h"

/* In the core, without a header for tools. */
extern Int VG_(safe_fd)(Int oldfd);
extern Int VG_(socket)(Int domain, Int type, Int protocol);

typedef struct {
   UShort family;
   HChar path[108];
} unix_address;

typedef struct {
   UShort family;
   UShort port; /* network order */
   UChar host[4];
   UChar pad[8];
} inet_address;

/* "1.2.3.4:567" or "localhost:567". */
static Bool parse_inet(const HChar *text, inet_address *a)
{
   HChar *end;
   Long v;
   UInt i;
   VG_(memset)(a, 0, sizeof *a);
   a->family = 2 /* AF_INET */;
   if (VG_(strncmp)(text, "localhost:", 10) == 0) {
      a->host[0] = 127;
      a->host[3] = 1;
      text += 9;
   } else {
      for (i = 0; i < 4; i++) {
         v = VG_(strtoll10)(text, &end);
         if (end == text || v < 0 || v > 255 || *end != (i < 3 ? '.' : ':'))
            return False;
         a->host[i] = (UChar)v;
         text = end + (i < 3);
      }
   }
   text++;
   v = VG_(strtoll10)(text, &end);
   if (end == text || *end != 0 || v < 1 || v > 65535)
      return False;
   a->port = (UShort)((v >> 8) | (v << 8));
   return True;
}

/* Lets the program run ahead of the collector by more than one buffer: without
   it each buffer waits for a switch between the two, at a third of the speed. The
   kernel grants what it allows. TCP finds its own size. */
static void widen(Int socket)
{
   Int bytes = 1 << 20;
   if (tsl_syscall(__NR_setsockopt, socket, 1 /* SOL_SOCKET */, 32 /* SO_SNDBUFFORCE */,
                   (Long)&bytes, sizeof bytes, 0) < 0)
      tsl_syscall(__NR_setsockopt, socket, 1, 7 /* SO_SNDBUF */, (Long)&bytes, sizeof bytes, 0);
}

static const HChar *explain(Long error)
{
   switch (-error) {
   case 111 /* ECONNREFUSED */: return "nothing listens there";
   case VKI_ENOENT: return "there is no such socket";
   case VKI_EACCES: return "permission denied";
   case 110 /* ETIMEDOUT */: return "no answer";
   default: return "cannot connect";
   }
}

Int tsl_connect(const HChar **why)
{
   unix_address u;
   inet_address in;
   Long r;
   Int fd;
   *why = NULL;
   if (VG_(strncmp)(tsl_opt.connect, "unix:", 5) == 0) {
      const HChar *path = tsl_opt.connect + 5;
      VG_(memset)(&u, 0, sizeof u);
      u.family = 1 /* AF_UNIX */;
      if (path[0] == 0 || VG_(strlen)(path) >= sizeof u.path) {
         *why = "the path of a Unix socket has 1 to 107 characters";
         return -VKI_EINVAL;
      }
      VG_(strcpy)(u.path, path);
      fd = VG_(socket)(1, 1 /* SOCK_STREAM */, 0);
      widen(fd);
      r = fd < 0 ? -VKI_EMFILE : tsl_syscall(__NR_connect, fd, (Long)&u, sizeof u, 0, 0, 0);
   } else {
      if (!parse_inet(tsl_opt.connect, &in)) {
         *why = "expected HOST:PORT with a numeric IPv4 address (or localhost) and a port of "
                "1..65535, or unix:PATH";
         return -VKI_EINVAL;
      }
      fd = VG_(socket)(2, 1, 0);
      r = fd < 0 ? -VKI_EMFILE : tsl_syscall(__NR_connect, fd, (Long)&in, sizeof in, 0, 0, 0);
   }
   if (r < 0) {
      if (fd >= 0)
         VG_(close)(fd);
      *why = explain(r);
      return (Int)r;
   }
   return VG_(safe_fd)(fd);
}
