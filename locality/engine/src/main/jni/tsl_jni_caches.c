/*--------------------------------------------------------------------*/
/*--- tslmap: simulated caches, for Java.       tsl_jni_caches.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.locality.CacheBridge: no logic, only the passing
   on of arguments. */

#include <stdlib.h>

#include "tsl_caches.h"
#include "tsl_jni_host.h"

typedef struct {
   tsl_host host;
   tsl_caches *caches;
} handle;

static handle *from(jlong number)
{
   return (handle *)(intptr_t)number;
}

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL Java_org_tslmap_locality_CacheBridge_##name

NATIVE(void, close)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_host_close(from(number));
}

NATIVE(jlong, open)
(JNIEnv *env, jclass c, jlongArray sets, jintArray geometry, jboolean is_shared)
{
   const jint caches = (*env)->GetArrayLength(env, sets);
   tsl_cache_params params[TSL_CACHES];
   jlong set[TSL_CACHES];
   jint number[3 * TSL_CACHES], i;
   handle *h;
   tsl_env surroundings;
   (void)c;
   if (caches > (jint)TSL_CACHES || (h = calloc(1, sizeof *h)) == NULL)
      return 0;
   (*env)->GetLongArrayRegion(env, sets, 0, caches, set);
   (*env)->GetIntArrayRegion(env, geometry, 0, 3 * caches, number);
   for (i = 0; i < caches; i++)
      params[i] = (tsl_cache_params){(uint64_t)set[i], (uint32_t)number[3 * i],
                                     (uint32_t)number[3 * i + 1],
                                     number[3 * i + 2]};
   surroundings = tsl_host_env(&h->host);
   if (setjmp(h->host.back) == 0)
      h->caches =
         tsl_caches_new(params, (unsigned)caches, is_shared, &surroundings);
   return tsl_host_opened(h, h->caches);
}

NATIVE(void, labels)
(JNIEnv *env, jclass c, jlong number, jintArray bytes, jint count)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY_WITH(env, &h->host, bytes, b,
                     tsl_caches_labels(h->caches, b, (uint32_t)count));
}

NATIVE(void, accesses)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong addresses,
 jlong labels, jlong contexts, jint n)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_caches_accesses(h->caches, (uint32_t)thread,
                                    (const uint64_t *)(intptr_t)addresses,
                                    (const uint32_t *)(intptr_t)labels,
                                    (const uint32_t *)(intptr_t)contexts,
                                    (size_t)n));
}

static void give(JNIEnv *env, const tsl_cache_misses *misses, jlongArray to)
{
   (*env)->SetLongArrayRegion(env, to, 0, (*env)->GetArrayLength(env, to),
                              (const jlong *)misses);
}

NATIVE(void, ofLabel)
(JNIEnv *env, jclass c, jlong number, jint thread, jint label, jlongArray to)
{
   tsl_cache_misses misses[TSL_CACHES];
   (void)c;
   tsl_caches_of_label(from(number)->caches, (uint32_t)thread, (uint32_t)label,
                       misses);
   give(env, misses, to);
}

NATIVE(void, ofContext)
(JNIEnv *env, jclass c, jlong number, jint context, jlongArray to)
{
   tsl_cache_misses misses[TSL_CACHES];
   (void)c;
   tsl_caches_of_context(from(number)->caches, (uint32_t)context, misses);
   give(env, misses, to);
}
