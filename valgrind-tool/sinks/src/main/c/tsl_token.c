/*--------------------------------------------------------------------*/
/*--- tslmap: the token a collector may ask for.       tsl_token.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_token.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

#include "tsl_options.h"
#include "tsl_wait.h"
#include "tsl_wire.h"

#define LEAST 16
#define MOST 128
#define VARIABLE "TSLMAP_TOKEN"

static HChar token[MOST + 2];
static SizeT length; /* 0: there is none */

static void read_file(const HChar *file)
{
   const SysRes opened = VG_(open)(file, VKI_O_RDONLY, 0);
   struct vg_stat stat;
   Int n;
   if (sr_isError(opened))
      tsl_die("--tsl-token-file=%s: the file cannot be read (error %lu).", file, sr_Err(opened));
   if (VG_(fstat)((Int)sr_Res(opened), &stat) != 0 || (stat.mode & 077) != 0)
      tsl_die("--tsl-token-file=%s: expected a file that only its owner can read, found one that "
              "others can use: chmod 600 it.", file);
   n = VG_(read)((Int)sr_Res(opened), token, sizeof token);
   VG_(close)((Int)sr_Res(opened));
   length = n < 0 ? 0 : (SizeT)n;
   if (length > 0 && token[length - 1] == '\n')
      length--;
}

void tsl_token_read(void)
{
   const HChar *from = tsl_opt.token_file;
   const HChar *variable = VG_(getenv)(VARIABLE);
   SizeT i;
   if (from != NULL) {
      read_file(from);
   } else if (variable != NULL && variable[0] != 0) {
      from = VARIABLE;
      length = VG_(strlen)(variable);
      VG_(memcpy)(token, variable, length < sizeof token ? length : sizeof token);
   } else {
      return;
   }
   if (length < LEAST || length > MOST)
      tsl_die("expected a token of %d to %d characters in %s, found %lu; make one with: openssl "
              "rand -hex 24", LEAST, MOST, from, length);
   for (i = 0; i < length; i++)
      if (token[i] <= ' ' || token[i] > '~')
         tsl_die("expected a token of printable ASCII characters without space in %s, found "
                 "others; make one with: openssl rand -hex 24", from);
}

const HChar *tsl_token_present(Int socket)
{
   UChar frame[TSL_WIRE_HEADER + 4 + MOST + 8] = {0};
   const UInt payload = (4 + length + 7) / 8 * 8, size = TSL_WIRE_HEADER + payload;
   const UInt characters = (UInt)length;
   ULong answer = 0;
   Long sent;
   if (length == 0 && VG_(strncmp)(tsl_opt.connect, "unix:", 5) == 0)
      return NULL; /* whoever reaches the socket may send, nearly always */
   VG_(memcpy)(frame, &payload, 4);
   frame[4] = TSL_FRAME_TOKEN;
   VG_(memcpy)(frame + TSL_WIRE_HEADER, &characters, 4);
   VG_(memcpy)(frame + TSL_WIRE_HEADER + 4, token, length);
   do
      sent = tsl_syscall(__NR_sendto, socket, (Long)frame, size, 0x4000 /* MSG_NOSIGNAL */, 0, 0);
   while (sent == -VKI_EINTR);
   if (sent != size || tsl_wait_receive(socket, &answer, sizeof answer) != 0)
      return "it did not answer to the token";
   if (answer == TSL_TOKEN_ACCEPTED)
      return NULL;
   return length == 0 ? "it asks for a token; name a file that holds it with --tsl-token-file, or "
                        "set " VARIABLE
                      : "it refuses the token; that of --tsl-token-file or " VARIABLE " must be "
                        "the collector's";
}

Bool tsl_token_is_missed(Int socket)
{
   ULong answer = 0;
   const Int now = 0x40; /* MSG_DONTWAIT */
   return length == 0
          && tsl_syscall(__NR_recvfrom, socket, (Long)&answer, sizeof answer, now, 0, 0)
                == sizeof answer
          && answer == TSL_TOKEN_REFUSED;
}
