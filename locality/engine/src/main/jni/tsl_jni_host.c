/*--------------------------------------------------------------------*/
/*--- tslmap: memory and failures behind JNI.     tsl_jni_host.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_jni_host.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define HUGE_PAGE ((size_t)2 << 20)
#define RESERVE ((size_t)128 << 20)
/* What is kept for later, in all: about what four short processes need. */
#define SPARE_BYTES ((size_t)16 << 20)
#define SPARE_PIECES 512u

static void fail(void *ctx, const char *message)
{
   tsl_host *h = ctx;
   h->failed = message;
   longjmp(h->back, 1);
}

/* What all objects share. Where the system limits addresses (ulimit -v), Java
   needs some of them to say that there are no more, and to go on. */
static struct {
   pthread_mutex_t lock;
   size_t limit; /* bytes that may be mapped, 0 for any number */
   size_t used;
   void *reserve; /* addresses without memory, or NULL */
   tsl_mapped spare[SPARE_PIECES]; /* given back, mapped still; newest last */
   size_t spares, spare_bytes;
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void give_up_reserve(void)
{
   pthread_mutex_lock(&shared.lock);
   if (shared.reserve != NULL)
      munmap(shared.reserve, RESERVE);
   shared.reserve = NULL;
   while (shared.spares > 0) {
      const tsl_mapped one = shared.spare[--shared.spares];
      munmap(one.p, one.bytes);
   }
   shared.spare_bytes = 0;
   pthread_mutex_unlock(&shared.lock);
}

void tsl_host_limit(size_t bytes)
{
   struct rlimit addresses;
   pthread_mutex_lock(&shared.lock);
   shared.limit = bytes;
   if (shared.reserve == NULL && getrlimit(RLIMIT_AS, &addresses) == 0
       && addresses.rlim_cur != RLIM_INFINITY) {
      void *p = mmap(NULL, RESERVE, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      shared.reserve = p == MAP_FAILED ? NULL : p;
   }
   pthread_mutex_unlock(&shared.lock);
}

/* Whether so many bytes more may be mapped; counts them if so. */
static int take(size_t bytes)
{
   int fits;
   pthread_mutex_lock(&shared.lock);
   fits = shared.limit == 0 || shared.used + bytes <= shared.limit;
   if (fits)
      shared.used += bytes;
   pthread_mutex_unlock(&shared.lock);
   return fits;
}

static void give_back(size_t bytes)
{
   pthread_mutex_lock(&shared.lock);
   shared.used -= bytes;
   pthread_mutex_unlock(&shared.lock);
}

/* A zeroed spare piece of this size, or NULL. */
static void *spare_of(size_t bytes)
{
   void *p = NULL;
   size_t i;
   pthread_mutex_lock(&shared.lock);
   for (i = shared.spares; i > 0 && p == NULL; i--)
      if (shared.spare[i - 1].bytes == bytes) {
         p = shared.spare[i - 1].p;
         shared.spare[i - 1] = shared.spare[--shared.spares];
         shared.spare_bytes -= bytes;
      }
   pthread_mutex_unlock(&shared.lock);
   return p == NULL ? NULL : memset(p, 0, bytes);
}

/* Gives a piece back, to the next that needs one of its size or to the system:
   every process of a program needs the same ones, and the system takes longer
   to clear and to unmap them than most short processes run. */
static void put_away(tsl_mapped one)
{
   int kept;
   give_back(one.bytes);
   pthread_mutex_lock(&shared.lock);
   kept = one.bytes < HUGE_PAGE && shared.spares < SPARE_PIECES
          && shared.spare_bytes + one.bytes <= SPARE_BYTES;
   if (kept) {
      shared.spare[shared.spares++] = one;
      shared.spare_bytes += one.bytes;
   }
   pthread_mutex_unlock(&shared.lock);
   if (!kept)
      munmap(one.p, one.bytes);
}

static int remember(tsl_host *h, void *p, size_t bytes)
{
   if (h->used == h->capacity) {
      const size_t capacity = 2 * h->capacity + 64;
      tsl_mapped *larger = realloc(h->mapped, capacity * sizeof(tsl_mapped));
      if (larger == NULL)
         return 0;
      h->mapped = larger;
      h->capacity = capacity;
   }
   h->mapped[h->used++] = (tsl_mapped){p, bytes};
   return 1;
}

/* Large pieces start where huge pages can, and ask for them. */
static void *map_aligned(size_t bytes)
{
   const size_t extra = bytes >= HUGE_PAGE ? HUGE_PAGE : 0;
   char *p = mmap(NULL, bytes + extra, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   size_t before;
   if (p == MAP_FAILED || extra == 0)
      return p;
   before = (HUGE_PAGE - (size_t)p % HUGE_PAGE) % HUGE_PAGE;
   if (before > 0)
      munmap(p, before);
   if (extra > before)
      munmap(p + before + bytes, extra - before);
   madvise(p + before, bytes, MADV_HUGEPAGE);
   return p + before;
}

static void *map(void *ctx, size_t bytes)
{
   tsl_host *h = ctx;
   void *p;
   if (!take(bytes))
      fail(h, "no more memory for the locality engine: the limit is reached");
   p = spare_of(bytes);
   if (p == NULL)
      p = map_aligned(bytes);
   if (p == MAP_FAILED || !remember(h, p, bytes)) {
      if (p != MAP_FAILED)
         munmap(p, bytes);
      give_back(bytes);
      give_up_reserve();
      fail(h, "no more memory for the locality engine: the system has none");
   }
   return p;
}

static void unmap(void *ctx, void *p, size_t bytes)
{
   tsl_host *h = ctx;
   size_t i = h->used;
   while (i > 0 && h->mapped[i - 1].p != p)
      i--;
   if (i > 0)
      h->mapped[i - 1] = h->mapped[--h->used];
   put_away((tsl_mapped){p, bytes});
}

tsl_env tsl_host_env(tsl_host *h)
{
   const tsl_env env = {map, unmap, fail, h};
   return env;
}

void tsl_host_close(void *object)
{
   tsl_host *h = object;
   size_t i;
   for (i = 0; i < h->used; i++)
      put_away(h->mapped[i]);
   free(h->mapped);
   free(object);
}

jlong tsl_host_opened(void *object, const void *made)
{
   if (made != NULL)
      return (jlong)(intptr_t)object;
   tsl_host_close(object);
   return 0;
}

void tsl_host_throw(JNIEnv *env, const tsl_host *h)
{
   (*env)->ThrowNew(env,
                    (*env)->FindClass(env, "java/lang/IllegalStateException"),
                    h->failed);
}

unsigned tsl_host_numbers(JNIEnv *env, jintArray from, unsigned *to,
                          unsigned capacity)
{
   const jsize n = (*env)->GetArrayLength(env, from);
   if (n > (jsize)capacity)
      return 0;
   (*env)->GetIntArrayRegion(env, from, 0, n, (jint *)to);
   return (unsigned)n;
}
