/*--------------------------------------------------------------------*/
/*--- tslmap: the locality engine for Java.             tsl_jni.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.locality.NativeBridge: no logic, only the passing
   on of arguments. */

#include <stdlib.h>

#include "tsl_jni_host.h"

typedef struct {
   tsl_host host;
   tsl_engine *engine;
   tsl_params params;
} handle;

static handle *from(jlong number)
{
   return (handle *)(intptr_t)number;
}

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL Java_org_tslmap_locality_NativeBridge_##name

/*--------------------------------------------------------------------*/
/*--- Making, feeding, freeing                                     ---*/
/*--------------------------------------------------------------------*/

NATIVE(jboolean, available)(JNIEnv *env, jclass c, jint variant)
{
   (void)env, (void)c;
   return tsl_variant_available((tsl_variant)variant) ? JNI_TRUE : JNI_FALSE;
}

NATIVE(void, limit)(JNIEnv *env, jclass c, jlong bytes)
{
   (void)env, (void)c;
   tsl_host_limit((size_t)bytes);
}

NATIVE(jlong, open)
(JNIEnv *env, jclass c, jintArray shifts, jint window, jint imax, jboolean history_process, jlong time_window, jint variant)
{
   handle *h = calloc(1, sizeof(handle));
   tsl_env surroundings;
   (void)c;
   if (h == NULL)
      return 0;
   surroundings = tsl_host_env(&h->host);
   h->params.granularities =
      tsl_host_numbers(env, shifts, h->params.shift, TSL_GRANULARITIES);
   h->params.window = (unsigned)window;
   h->params.imax = (unsigned)imax;
   h->params.history_process = history_process;
   h->params.time_window = (unsigned long long)time_window;
   if (setjmp(h->host.back) == 0)
      h->engine =
         tsl_engine_new(&h->params, &surroundings, (tsl_variant)variant);
   return tsl_host_opened(h, h->engine);
}

NATIVE(void, close)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_host_close(from(number));
}

NATIVE(void, tune)
(JNIEnv *env, jclass c, jlong number, jint axis_min, jint axis_spare,
 jint batch)
{
   const tsl_tuning t = {(unsigned)axis_min, (unsigned)axis_spare,
                         (unsigned)batch};
   (void)env, (void)c;
   tsl_engine_tune(from(number)->engine, &t);
}

/* The batch's arrays; none of them is written to. */
typedef struct {
   jarray of[3]; /* addresses, sites, contexts (or NULL) */
   void *at[3];
} batch;

static int hold(JNIEnv *env, batch *b)
{
   int i;
   for (i = 0; i < 3; i++)
      b->at[i] = NULL;
   for (i = 0; i < 3; i++) {
      if (b->of[i] == NULL)
         continue;
      b->at[i] = (*env)->GetPrimitiveArrayCritical(env, b->of[i], NULL);
      if (b->at[i] == NULL)
         return 0;
   }
   return 1;
}

static void release(JNIEnv *env, const batch *b)
{
   int i;
   for (i = 3; i-- > 0;)
      if (b->at[i] != NULL)
         (*env)->ReleasePrimitiveArrayCritical(env, b->of[i], b->at[i],
                                               JNI_ABORT);
}

NATIVE(void, accesses)
(JNIEnv *env, jclass c, jlong number, jint thread, jlongArray addresses,
 jintArray sites, jintArray contexts, jint count)
{
   handle *h = from(number);
   (void)c;
   if (h->host.failed == NULL) {
      batch b = {{addresses, sites, contexts}, {NULL, NULL, NULL}};
      if (hold(env, &b) && setjmp(h->host.back) == 0)
         tsl_engine_accesses_in(h->engine, (uint32_t)thread, b.at[0], b.at[1],
                                b.at[2], (size_t)count);
      release(env, &b);
   }
   if (h->host.failed != NULL)
      tsl_host_throw(env, &h->host);
}

/* Accesses in memory that is not Java's. The contexts may be 0. */
NATIVE(void, accessesAt)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong addresses, jlong sites,
 jlong contexts, jint count, jlong misses)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_engine_tell_misses(h->engine, (uint8_t *)(intptr_t)misses);
                tsl_engine_accesses_in(h->engine, (uint32_t)thread,
                                       (const uint64_t *)(intptr_t)addresses,
                                       (const uint32_t *)(intptr_t)sites,
                                       (const uint32_t *)(intptr_t)contexts,
                                       (size_t)count);
                tsl_engine_tell_misses(h->engine, NULL));
}

/* The same of accesses that are not counted. */
NATIVE(void, warmAt)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong addresses, jint count, jlong misses)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_engine_tell_misses(h->engine, (uint8_t *)(intptr_t)misses);
                tsl_engine_warm(h->engine, (uint32_t)thread,
                                (const uint64_t *)(intptr_t)addresses, (size_t)count);
                tsl_engine_tell_misses(h->engine, NULL));
}

/*--------------------------------------------------------------------*/
/*--- Reading                                                      ---*/
/*--------------------------------------------------------------------*/

NATIVE(jlong, address)(JNIEnv *env, jclass c, jobject buffer)
{
   (void)c;
   return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

NATIVE(jstring, variant)(JNIEnv *env, jclass c, jlong number)
{
   (void)c;
   return (*env)->NewStringUTF(env, tsl_engine_variant(from(number)->engine));
}

NATIVE(jlong, count)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jlong)tsl_engine_count(from(number)->engine);
}

NATIVE(jlong, bytes)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jlong)tsl_engine_bytes(from(number)->engine);
}

NATIVE(jint, threads)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jint)tsl_engine_threads(from(number)->engine);
}

NATIVE(jint, threadNumber)(JNIEnv *env, jclass c, jlong number, jint index)
{
   (void)env, (void)c;
   return (jint)tsl_engine_thread_id(from(number)->engine, (size_t)index);
}

enum { OF_THREAD, OF_CONTEXTS };

/* Records of labels from first[0] on, which becomes the first one left out. */
NATIVE(jint, records)
(JNIEnv *env, jclass c, jlong number, jint what, jint index, jintArray first,
 jlongArray records)
{
   handle *h = from(number);
   const size_t capacity = (size_t)(*env)->GetArrayLength(env, records);
   size_t used;
   uint64_t *to;
   uint32_t label;
   (void)c;
   (*env)->GetIntArrayRegion(env, first, 0, 1, (jint *)&label);
   to = (*env)->GetPrimitiveArrayCritical(env, records, NULL);
   if (to == NULL)
      return 0;
   if (what == OF_THREAD)
      used =
         tsl_engine_read_sites(h->engine, (size_t)index, &label, to, capacity);
   else
      used = tsl_engine_read_contexts(h->engine, &label, to, capacity);
   (*env)->ReleasePrimitiveArrayCritical(env, records, to, 0);
   (*env)->SetIntArrayRegion(env, first, 0, 1, (const jint *)&label);
   return (jint)used;
}

NATIVE(void, track)(JNIEnv *env, jclass c, jlong number, jint log2_n)
{
   handle *h = from(number);
   (void)c;
   if (h->host.failed == NULL && setjmp(h->host.back) == 0)
      tsl_engine_track(h->engine, (unsigned)log2_n);
   if (h->host.failed != NULL)
      tsl_host_throw(env, &h->host);
}

NATIVE(jint, changes)
(JNIEnv *env, jclass c, jlong number, jint index, jlongArray records)
{
   const size_t capacity = (size_t)(*env)->GetArrayLength(env, records);
   uint64_t *to = (*env)->GetPrimitiveArrayCritical(env, records, NULL);
   size_t used = 0;
   (void)c;
   if (to == NULL)
      return 0;
   used = tsl_engine_read_changes(from(number)->engine, (size_t)index, to,
                                  capacity);
   (*env)->ReleasePrimitiveArrayCritical(env, records, to, 0);
   return (jint)used;
}

NATIVE(jlong, footprint)
(JNIEnv *env, jclass c, jlong number, jint index, jint g)
{
   (void)env, (void)c;
   return (jlong)tsl_engine_footprint(from(number)->engine, (size_t)index,
                                      (tsl_granularity)g);
}

NATIVE(jlong, processFootprint)(JNIEnv *env, jclass c, jlong number, jint g)
{
   handle *h = from(number);
   volatile jlong footprint = 0;
   (void)c;
   if (setjmp(h->host.back) == 0)
      footprint =
         (jlong)tsl_engine_process_footprint(h->engine, (tsl_granularity)g);
   else
      tsl_host_throw(env, &h->host);
   return footprint;
}

NATIVE(jint, windows)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jint)tsl_engine_windows(from(number)->engine);
}

enum { OF_WINDOW, OF_TOTAL };

/* Histograms are passed as longs: first touches, the reuse entries, strides. */
static void read_counts(JNIEnv *env, jlong number, int what, jint index,
                        jint g, jlongArray counts)
{
   handle *h = from(number);
   jlong *to = (*env)->GetPrimitiveArrayCritical(env, counts, NULL);
   tsl_histogram histogram;
   int i;
   if (to == NULL)
      return;
   histogram.strides = (uint64_t *)to + 1 + TSL_REUSE_BINS;
   tsl_histogram_clear(&histogram, &h->params);
   if (what == OF_WINDOW)
      tsl_engine_window(h->engine, (size_t)index, (tsl_granularity)g,
                        &histogram);
   else
      tsl_engine_total(h->engine, (tsl_granularity)g, &histogram);
   to[0] = (jlong)histogram.cold;
   for (i = 0; i < TSL_REUSE_BINS; i++)
      to[1 + i] = (jlong)histogram.reuse[i];
   (*env)->ReleasePrimitiveArrayCritical(env, counts, to, 0);
}

NATIVE(void, window)
(JNIEnv *env, jclass c, jlong number, jint index, jint g, jlongArray counts)
{
   (void)c;
   read_counts(env, number, OF_WINDOW, index, g, counts);
}

NATIVE(void, total)
(JNIEnv *env, jclass c, jlong number, jint g, jlongArray counts)
{
   (void)c;
   read_counts(env, number, OF_TOTAL, 0, g, counts);
}
