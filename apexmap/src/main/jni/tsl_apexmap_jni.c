/*--------------------------------------------------------------------*/
/*--- tslmap: the Apex-Map probe for Java.      tsl_apexmap_jni.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.apexmap.NativeProbe: no logic, only the passing
   on of arguments. */

#include <jni.h>
#include <sys/resource.h>

#include "tsl_core.h"
#include "tsl_index.h"
#include "tsl_probe.h"

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL Java_org_tslmap_apexmap_NativeProbe_##name

static tsl_probe *from(jlong number)
{
   return (tsl_probe *)(intptr_t)number;
}

static void throw_error(JNIEnv *env, const char *error)
{
   jclass type = (*env)->FindClass(env, "org/tslmap/apexmap/ProbeException");
   if (type != NULL)
      (*env)->ThrowNew(env, type, error);
}

NATIVE(jint, processors)(JNIEnv *env, jclass c)
{
   (void)env, (void)c;
   return (jint)tsl_processors();
}

NATIVE(jlong, open)
(JNIEnv *env, jclass c, jlong words, jint threads, jboolean shared,
 jboolean huge_pages)
{
   char error[TSL_ERROR_CAPACITY];
   tsl_probe *p = tsl_probe_open((uint64_t)words, (unsigned)threads, shared,
                                 huge_pages, error);
   (void)c;
   if (p == NULL)
      throw_error(env, error);
   return (jlong)(intptr_t)p;
}

NATIVE(void, run)
(JNIEnv *env, jclass c, jlong number, jint length, jint stride, jdouble alpha,
 jint operation, jboolean dependent, jint visits, jlong blocks, jlong warm,
 jlong seed, jlongArray times)
{
   const tsl_run run = {(size_t)length,     (size_t)stride,
                        alpha,              (tsl_operation)operation,
                        dependent,          (size_t)visits,
                        (uint64_t)blocks,   (uint64_t)warm,
                        (uint64_t)seed};
   const jsize threads = (*env)->GetArrayLength(env, times) / 2;
   tsl_time taken[threads];
   char error[TSL_ERROR_CAPACITY];
   jsize t;
   (void)c;
   if (!tsl_probe_run(from(number), &run, taken, error)) {
      throw_error(env, error);
      return;
   }
   for (t = 0; t < threads; t++) {
      const jlong both[2] = {(jlong)taken[t].nanoseconds,
                             (jlong)taken[t].ticks};
      (*env)->SetLongArrayRegion(env, times, 2 * t, 2, both);
   }
}

NATIVE(void, verify)(JNIEnv *env, jclass c, jlong number)
{
   char error[TSL_ERROR_CAPACITY];
   (void)c;
   if (!tsl_probe_verify(from(number), error))
      throw_error(env, error);
}

NATIVE(void, close)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_probe_close(from(number));
}

NATIVE(void, starts)
(JNIEnv *env, jclass c, jlong blocks, jlong step, jdouble alpha, jlong seed,
 jlongArray starts)
{
   const jsize n = (*env)->GetArrayLength(env, starts);
   jlong *to = (*env)->GetPrimitiveArrayCritical(env, starts, NULL);
   tsl_index index;
   (void)c;
   if (to == NULL)
      return;
   tsl_index_init(&index, (uint64_t)blocks, (uint64_t)step, alpha,
                  (uint64_t)seed);
   tsl_index_fill(&index, (uint64_t *)to, (size_t)n);
   (*env)->ReleasePrimitiveArrayCritical(env, starts, to, 0);
}

NATIVE(jlong, childrenNanoseconds)(JNIEnv *env, jclass c)
{
   struct rusage used;
   (void)env, (void)c;
   getrusage(RUSAGE_CHILDREN, &used);
   return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000000ll
          + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000ll;
}

static void put_time(JNIEnv *env, jlongArray taken, tsl_time begin)
{
   const jlong time = (jlong)tsl_time_between(begin, tsl_time_end()).nanoseconds;
   (*env)->SetLongArrayRegion(env, taken, 0, 1, &time);
}

NATIVE(jlong, core)(JNIEnv *env, jclass c, jint kernel, jlong rounds, jlongArray taken)
{
   const tsl_time begin = tsl_time_begin();
   const uint64_t operations = tsl_core_run((tsl_core_kernel)kernel, (uint64_t)rounds);
   (void)c;
   put_time(env, taken, begin);
   return (jlong)operations;
}

NATIVE(jlong, corePairs)
(JNIEnv *env, jclass c, jlong number, jlong words, jboolean chain, jlong rounds,
 jlongArray taken)
{
   const uint64_t *memory = tsl_probe_memory(from(number), 0);
   const tsl_time begin = tsl_time_begin();
   const uint64_t pairs =
      tsl_core_pairs(memory, (uint64_t)words, chain, (uint64_t)rounds);
   (void)c;
   put_time(env, taken, begin);
   return (jlong)pairs;
}

NATIVE(jint, corePairInstructions)(JNIEnv *env, jclass c)
{
   (void)env, (void)c;
   return TSL_CORE_PAIR_INSTRUCTIONS;
}

NATIVE(jlong, coreMixed)
(JNIEnv *env, jclass c, jlong number, jlong words, jint work, jlong rounds,
 jlongArray taken)
{
   const uint64_t *memory = tsl_probe_memory(from(number), 0);
   const tsl_time begin = tsl_time_begin();
   const uint64_t loads =
      tsl_core_mixed(memory, (uint64_t)words, work, (uint64_t)rounds);
   (void)c;
   put_time(env, taken, begin);
   return (jlong)loads;
}

NATIVE(jlong, firstTouches)(JNIEnv *env, jclass c, jlong pages, jlongArray taken)
{
   const tsl_time begin = tsl_time_begin();
   const uint64_t touched = tsl_first_touches((uint64_t)pages);
   (void)c;
   put_time(env, taken, begin);
   return (jlong)touched;
}

NATIVE(jlong, chain)(JNIEnv *env, jclass c, jlong steps)
{
   const tsl_time begin = tsl_time_begin();
   (void)env, (void)c;
   tsl_chain((uint64_t)steps);
   return (jlong)tsl_time_between(begin, tsl_time_end()).nanoseconds;
}
