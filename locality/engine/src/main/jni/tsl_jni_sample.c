/*--------------------------------------------------------------------*/
/*--- tslmap: estimates from samples, for Java. tsl_jni_sample.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.locality.SampleBridge: no logic, only the passing
   on of arguments. */

#include <stdlib.h>
#include <string.h>

#include "tsl_jni_host.h"
#include "tsl_sample.h"

typedef struct {
   tsl_host host;
   tsl_sample *sample;
   tsl_params params;
   /* What an estimate needs until the end. */
   void *kept[2 + TSL_SAMPLE_LEVELS];
} handle;

static handle *from(jlong number)
{
   return (handle *)(intptr_t)number;
}

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL Java_org_tslmap_locality_SampleBridge_##name

NATIVE(void, close)(JNIEnv *env, jclass c, jlong number)
{
   handle *h = from(number);
   unsigned i;
   (void)env, (void)c;
   for (i = 0; i < 2 + TSL_SAMPLE_LEVELS; i++)
      free(h->kept[i]);
   tsl_host_close(h);
}

NATIVE(jlong, open)
(JNIEnv *env, jclass c, jintArray shifts, jint window, jint imax, jboolean history_process, jint log2_n)
{
   const tsl_sample_params s = {TSL_SAMPLE_CROSSOVER, TSL_SAMPLE_RATE_LOG2,
                                (unsigned)log2_n};
   handle *h = calloc(1, sizeof *h);
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
   if (setjmp(h->host.back) == 0)
      h->sample = tsl_sample_new(&h->params, &s, &surroundings, TSL_AUTO);
   return tsl_host_opened(h, h->sample);
}

NATIVE(void, burst)(JNIEnv *env, jclass c, jlong number, jlong weight)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host, tsl_sample_burst(h->sample, (uint64_t)weight));
}

NATIVE(void, paused)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_sample_paused(from(number)->sample);
}

NATIVE(void, scored)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong addresses,
 jintArray labels, jint n, jlong misses)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY_WITH(env, &h->host, labels, l,
                     tsl_sample_scored(h->sample, (uint32_t)thread,
                                       (const uint64_t *)(intptr_t)addresses,
                                       l, (size_t)n, (uint8_t *)(intptr_t)misses));
}

NATIVE(void, picked)
(JNIEnv *env, jclass c, jlong number, jint label, jlong address, jint words,
 jint lines, jint is_long, jint stands_for, jfloat runs)
{
   handle *h = from(number);
   const tsl_sample_pick pick = {(uint64_t)address,
                                 {(uint32_t)words, (uint32_t)lines},
                                 {is_long & 1, is_long >> 1 & 1},
                                 runs,
                                 (uint32_t)stands_for};
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_sample_long(h->sample, (uint32_t)label, &pick));
}

/* sums: three numbers for each label. */
NATIVE(void, seen)(JNIEnv *env, jclass c, jlong number, jdoubleArray sums)
{
   const jint n = (*env)->GetArrayLength(env, sums) / 3;
   jdouble *to = (*env)->GetPrimitiveArrayCritical(env, sums, NULL);
   (void)c;
   if (to == NULL)
      return;
   tsl_sample_seen(from(number)->sample, (tsl_sample_sums *)to, (uint32_t)n);
   (*env)->ReleasePrimitiveArrayCritical(env, sums, to, 0);
}

/* of: the group of each label; draws: of each group. */
NATIVE(jboolean, draws)(JNIEnv *env, jclass c, jlong number, jintArray of, jintArray draws)
{
   const jint groups = (*env)->GetArrayLength(env, draws);
   jint *group = (*env)->GetIntArrayElements(env, of, NULL);
   uint32_t *counts = calloc((size_t)groups + 1, 2 * sizeof *counts);
   const int is_room = group != NULL && counts != NULL;
   (void)c;
   if (is_room) {
      tsl_sample_draws(from(number)->sample, (const uint32_t *)group, counts, counts + groups);
      (*env)->SetIntArrayRegion(env, draws, 0, groups, (const jint *)counts);
   }
   if (group != NULL)
      (*env)->ReleaseIntArrayElements(env, of, group, JNI_ABORT);
   free(counts);
   return is_room ? JNI_TRUE : JNI_FALSE;
}

/* A copy of an array that stays; `size` bytes each. */
static void *keep(JNIEnv *env, jarray array, size_t size)
{
   const size_t bytes = (size_t)(*env)->GetArrayLength(env, array) * size;
   void *copy = malloc(bytes + 8);
   void *at = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
   if (copy != NULL && at != NULL)
      memcpy(copy, at, bytes);
   if (at != NULL)
      (*env)->ReleasePrimitiveArrayCritical(env, array, at, JNI_ABORT);
   return copy;
}

/* of: for each level the numbers of what labels belong to. */
NATIVE(jboolean, estimate)
(JNIEnv *env, jclass c, jlong number, jlongArray accesses, jobjectArray of,
 jintArray counts, jint exact, jdoubleArray by_bursts, jlong words, jlong lines)
{
   const uint64_t first[] = {(uint64_t)words, (uint64_t)lines};
   handle *h = from(number);
   const jint n = (*env)->GetArrayLength(env, of);
   const jint labels = (*env)->GetArrayLength(env, accesses);
   tsl_sample_level level[TSL_SAMPLE_LEVELS];
   jint count[TSL_SAMPLE_LEVELS], i;
   (void)c;
   (*env)->GetIntArrayRegion(env, counts, 0, n, count);
   h->kept[0] = keep(env, accesses, sizeof(uint64_t));
   h->kept[1 + TSL_SAMPLE_LEVELS] = keep(env, by_bursts, sizeof(double));
   for (i = 0; i < n; i++) {
      h->kept[1 + i] = keep(env, (*env)->GetObjectArrayElement(env, of, i),
                            sizeof(uint32_t));
      level[i].of = h->kept[1 + i];
      level[i].count = (uint32_t)count[i];
      if (h->kept[1 + i] == NULL)
         return JNI_FALSE;
   }
   if (h->kept[0] == NULL || h->kept[1 + TSL_SAMPLE_LEVELS] == NULL)
      return JNI_FALSE;
   TSL_HOST_TRY(env, &h->host,
                tsl_sample_estimate(h->sample, h->kept[0], (uint32_t)labels,
                                    level, (unsigned)n, exact,
                                    h->kept[1 + TSL_SAMPLE_LEVELS], first));
   return JNI_TRUE;
}

/* Counts of first touches, reuse entries, strides 0..imax: those that are not 0, each
   after its index. The array can hold pairs of all; gives how much is used. */
NATIVE(jint, label)
(JNIEnv *env, jclass c, jlong number, jint label, jint g, jlongArray pairs)
{
   handle *h = from(number);
   const jint all = (*env)->GetArrayLength(env, pairs) / 2;
   jlong *to = (*env)->GetPrimitiveArrayCritical(env, pairs, NULL);
   jlong *counts;
   tsl_histogram histogram;
   jint i, used = 0;
   (void)c;
   if (to == NULL)
      return 0;
   counts = to + all;
   histogram.strides = (uint64_t *)(counts + 1 + TSL_REUSE_BINS);
   tsl_histogram_clear(&histogram, &h->params);
   tsl_sample_label(h->sample, (uint32_t)label, (tsl_granularity)g, &histogram);
   counts[0] = (jlong)histogram.cold;
   for (i = 0; i < TSL_REUSE_BINS; i++)
      counts[1 + i] = (jlong)histogram.reuse[i];
   /* Pairs never get ahead of the counts that are still to be read. */
   for (i = 0; i < all; i++) {
      const jlong count = counts[i];
      if (count != 0) {
         to[used++] = i;
         to[used++] = count;
      } else if (i + 8 < all
                 && (counts[i + 1] | counts[i + 2] | counts[i + 3] | counts[i + 4]
                     | counts[i + 5] | counts[i + 6] | counts[i + 7]) == 0) {
         i += 7; /* most strides do not occur */
      }
   }
   (*env)->ReleasePrimitiveArrayCritical(env, pairs, to, 0);
   return used;
}

/* errors: seven numbers for each part. */
NATIVE(void, errors)
(JNIEnv *env, jclass c, jlong number, jintArray part, jdoubleArray errors)
{
   handle *h = from(number);
   const size_t parts = (size_t)(*env)->GetArrayLength(env, errors) / 7;
   tsl_sample_error *e = malloc((parts + 1) * sizeof *e);
   void *of = keep(env, part, sizeof(uint32_t));
   (void)c;
   if (e != NULL && of != NULL && h->host.failed == NULL
       && setjmp(h->host.back) == 0) {
      size_t i;
      tsl_sample_errors(h->sample, of, (uint32_t)parts, e);
      for (i = 0; i < parts; i++) {
         const jdouble row[7] = {
            e[i].draws,       (jdouble)e[i].scored, e[i].temporal[0],
            e[i].spatial[0],  e[i].temporal[1],     e[i].spatial[1],
            e[i].accesses};
         (*env)->SetDoubleArrayRegion(env, errors, (jsize)(7 * i), 7, row);
      }
   }
   free(of);
   free(e);
   if (h->host.failed != NULL)
      tsl_host_throw(env, &h->host);
}
