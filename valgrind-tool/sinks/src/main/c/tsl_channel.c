/*--------------------------------------------------------------------*/
/*--- tslmap: the connection to the collector.       tsl_channel.c ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#include "tsl_channel.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vkiscnums.h"

#include "tsl_heirs.h"
#include "tsl_options.h"
#include "tsl_stretch.h"
#include "tsl_wait.h"
#include "tsl_token.h"

/* In the core, without headers for tools. */
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

#define MISUNDERSTOOD 71 /* EPROTO */

static const HChar *explain(Long error)
{
   switch (-error) {
   case 32 /* EPIPE */:
   case 104 /* ECONNRESET */: return "the other end has closed it";
   case 111 /* ECONNREFUSED */: return "nothing listens there";
   case VKI_ENOENT: return "there is no such socket";
   case VKI_EACCES: return "permission denied";
   case VKI_EMFILE: return "no file descriptor is left, see ulimit -n";
   case VKI_EINTR: return "a signal waits, and nothing is read there";
   case TSL_NO_ANSWER: return "no answer";
   case MISUNDERSTOOD: return "expected its answer, found another one; use a collector "
                              "of this tool's version";
   default: return "the system does not allow it";
   }
}

/* Connects a socket of a family: the descriptor or -errno. */
static Long connect_socket(Int family, const void *address, SizeT size)
{
   const Int s = VG_(socket)(family, 1 /* SOCK_STREAM */, 0);
   tsl_wait wait = tsl_wait_begin(s, True);
   Long r;
   if (s < 0)
      return -VKI_EMFILE;
   widen(s);
   tsl_wait_prepare(s);
   /* A second call goes on with what the first began. */
   do
      r = tsl_syscall(__NR_connect, s, (Long)address, size, 0, 0, 0);
   while (r < 0 && tsl_wait_goes_on(&wait, &r));
   if (r < 0 && r != -106 /* EISCONN */) {
      VG_(close)(s);
      return r;
   }
   return VG_(safe_fd)(s);
}

/* Connects to --tsl-connect: a file descriptor, or -errno and the reason. */
static Int connect(const HChar **why)
{
   unix_address u;
   inet_address in;
   Long r;
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
      r = connect_socket(1, &u, sizeof u);
   } else {
      if (!parse_inet(tsl_opt.connect, &in)) {
         *why = "expected HOST:PORT with a numeric IPv4 address (or localhost) and a port of "
                "1..65535, or unix:PATH";
         return -VKI_EINVAL;
      }
      r = connect_socket(2, &in, sizeof in);
   }
   if (r < 0)
      *why = explain(r);
   else if ((*why = tsl_token_present((Int)r)) != NULL) {
      VG_(close)((Int)r);
      return -VKI_EINVAL;
   }
   return (Int)r;
}

/*------------------------------------------------------------*/
/*--- Bytes                                                ---*/
/*------------------------------------------------------------*/

static Int fd = -1;
static ULong sent; /* bytes */
static Bool gone;  /* the collector; so it is for processes that are forked later */
static Bool restricted; /* the program has given up system calls */

/* Frames are collected here and sent together. */
#define ENOUGH (64 * 1024)
static UChar *pending;
static SizeT pending_size, pending_used;
static SizeT frame; /* where the last one begins */

/* What becomes of the program then. */
static const HChar *consequence(void)
{
   return tsl_opt.stop_on_loss ? "--tsl-on-loss=stop ends the program" : "the program goes on untraced";
}

/* Nobody takes this process's stream any more. */
static void give_up(void)
{
   tsl_channel_close();
   if (tsl_opt.stop_on_loss) {
      VG_(message_flush)();
      VG_(exit)(1);
   }
   gone = True;
   tsl_stretch_give_up();
}

void tsl_channel_open(Bool forked)
{
   const HChar *why;
   Long r;
   tsl_channel_close();
   sent = 0;
   pending_used = 0;
   if (gone)
      return; /* which the process before has said */
   why = "it may not use sockets any more";
   if (!forked)
      tsl_token_read();
   r = restricted ? -1 : connect(&why);
   if (r >= 0) {
      fd = (Int)r;
   } else if (forked || tsl_heirs_is_one()) {
      VG_(umsg)("process %d, started by %d, cannot reach the collector %s (%s): %s.\n",
                VG_(getpid)(), VG_(getppid)(), tsl_opt.connect, why, consequence());
      give_up();
   } else {
      if (r == -VKI_EINVAL)
         tsl_die("--tsl-connect=%s: %s.", tsl_opt.connect, why);
      tsl_die("--tsl-connect=%s: %s (error %lld). Start a collector there with `tslmap collect "
              "--listen %s`, or let `tslmap run` do both.", tsl_opt.connect, why, -r,
              tsl_opt.connect);
   }
}

Bool tsl_channel_is_open(void) { return fd >= 0; }
Bool tsl_channel_answers(void) { return fd >= 0 && !restricted; }
void tsl_channel_restrict(void) { restricted = True; }

void tsl_channel_hide(Int descriptor)
{
   if (descriptor == fd && fd >= 0)
      fd = VG_(safe_fd)(fd);
}

ULong tsl_channel_sent(void) { return sent; }

void tsl_channel_close(void)
{
   if (fd >= 0)
      VG_(close)(fd);
   fd = -1;
}

static void lost(Long error)
{
   if (tsl_token_is_missed(fd))
      VG_(umsg)("The collector %s asks for a token: name a file that holds it with "
                "--tsl-token-file, or set TSLMAP_TOKEN.\n", tsl_opt.connect);
   VG_(umsg)("The connection to the collector %s is lost (error %lld, %s) after %'llu bytes: %s.\n",
             tsl_opt.connect, -error, explain(error), sent, consequence());
   give_up();
}

/* One system call: bytes that were taken, or -errno. */
static Long send_some(const void *bytes, SizeT n)
{
   ULong broken_pipe = 1ull << (VKI_SIGPIPE - 1);
   struct vki_timespec now = {0, 0};
   Long r;
   if (!restricted)
      return tsl_syscall(__NR_sendto, fd, (Long)bytes, n, 0x4000 /* MSG_NOSIGNAL */, 0, 0);
   r = tsl_syscall(__NR_write, fd, (Long)bytes, n, 0, 0, 0);
   if (r == -32 /* EPIPE */) /* the signal, which waits, is not the program's */
      tsl_syscall(__NR_rt_sigtimedwait, (Long)&broken_pipe, 0, (Long)&now, sizeof broken_pipe, 0, 0);
   return r;
}

/* Waits until everything is taken: this is what slows the program down to the
   speed of the collector. */
static void send_bytes(const void *bytes, SizeT n)
{
   const UChar *p = bytes;
   tsl_wait wait = tsl_wait_begin(fd, !restricted);
   while (n > 0 && fd >= 0) {
      Long r = send_some(p, n);
      if (r > 0) {
         tsl_wait_progress(&wait);
         p += r;
         n -= r;
         sent += r;
      } else if (!tsl_wait_goes_on(&wait, &r)) {
         lost(r);
      }
   }
}

void tsl_channel_flush(void)
{
   send_bytes(pending, pending_used);
   pending_used = 0;
}

#define LONGEST_ANSWER (16u * 1024 * 1024)

void tsl_channel_misunderstood(void) { lost(-MISUNDERSTOOD); }

const UChar *tsl_channel_answer(tsl_frame_type type, UInt *bytes)
{
   static UChar *answer;
   struct {
      UInt bytes;
      UShort type, reserved;
   } header;
   Long r;
   tsl_channel_flush();
   if (!tsl_channel_answers())
      return NULL;
   r = tsl_wait_receive(fd, &header, sizeof header);
   if (r == 0 && (header.type != type || header.bytes > LONGEST_ANSWER))
      r = -MISUNDERSTOOD;
   if (r == 0) {
      VG_(free)(answer);
      answer = VG_(malloc)("tsl.answer", header.bytes + 1);
      r = tsl_wait_receive(fd, answer, header.bytes);
   }
   if (r != 0) {
      lost(r);
      return NULL;
   }
   *bytes = header.bytes;
   return answer;
}

/*------------------------------------------------------------*/
/*--- Frames                                               ---*/
/*------------------------------------------------------------*/

static void add(const void *bytes, SizeT n)
{
   if (pending_used + n > pending_size) {
      pending_size = 2 * (pending_used + n);
      pending = VG_(realloc)("tsl.pending", pending, pending_size);
   }
   VG_(memcpy)(pending + pending_used, bytes, n);
   pending_used += n;
}

static void put(const HChar *fields, va_list args)
{
   for (; *fields != 0; fields++) {
      if (*fields == 's') {
         const HChar *text = va_arg(args, const HChar *);
         const UInt n = (UInt)VG_(strlen)(text);
         add(&n, sizeof n);
         add(text, n);
      } else {
         const ULong v = *fields == '8' ? va_arg(args, ULong) : va_arg(args, UInt);
         add(&v, (SizeT)(*fields - '0'));
      }
   }
}

void tsl_channel_put(const HChar *fields, ...)
{
   va_list args;
   va_start(args, fields);
   put(fields, args);
   va_end(args);
}

void tsl_channel_begin(tsl_frame_type type)
{
   frame = pending_used;
   tsl_channel_put("422", 0, type, 0);
}

void tsl_channel_end(void)
{
   static const UChar zeros[8];
   const SizeT payload = pending_used - frame - TSL_WIRE_HEADER;
   UInt padded;
   add(zeros, -payload % 8);
   padded = (UInt)(pending_used - frame - TSL_WIRE_HEADER);
   VG_(memcpy)(pending + frame, &padded, sizeof padded);
   if (pending_used >= ENOUGH)
      tsl_channel_flush();
}

void tsl_channel_frame(tsl_frame_type type, const HChar *fields, ...)
{
   va_list args;
   tsl_channel_begin(type);
   va_start(args, fields);
   put(fields, args);
   va_end(args);
   tsl_channel_end();
}

void tsl_channel_events(ULong *words, SizeT n, ULong position)
{
   tsl_channel_flush();
   words[-2] = 8 * (n + 1) | (ULong)TSL_FRAME_EVENTS << 32;
   words[-1] = position;
   send_bytes(words - 2, 8 * (n + 2));
}
