/*--------------------------------------------------------------------*/
/*--- tslmap: dependent loads for Java.         tsl_jni_depends.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.locality.pass.DependenceBridge: no logic, only the
   passing on of arguments. */

#include <stdlib.h>

#include "tsl_depends.h"
#include "tsl_jni_host.h"

typedef struct {
   tsl_host host;
   tsl_memory memory;
   tsl_depends depends;
} handle;

static handle *from(jlong number)
{
   return (handle *)(intptr_t)number;
}

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL Java_org_tslmap_locality_pass_DependenceBridge_##name

NATIVE(jlong, open)(JNIEnv *env, jclass c, jint line_shift)
{
   handle *h = calloc(1, sizeof *h);
   (void)env, (void)c;
   if (h == NULL)
      return 0;
   h->memory.env = tsl_host_env(&h->host);
   tsl_depends_init(&h->depends, &h->memory, (unsigned)line_shift, TSL_DEPENDS_ALL);
   return (jlong)(intptr_t)h;
}

NATIVE(void, close)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_host_close(from(number));
}

NATIVE(void, define)
(JNIEnv *env, jclass c, jlong number, jlong guest, jint accesses, jlong is_load,
 jboolean leaves)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_depends_define(&h->depends, (uint64_t)guest,
                                   (uint32_t)accesses, (tsl_set)is_load, leaves));
}

/* Three numbers each: what and, 32 bits higher, which; registers; loads. */
NATIVE(void, values)
(JNIEnv *env, jclass c, jlong number, jint block, jlongArray sources)
{
   handle *h = from(number);
   const jint n = (*env)->GetArrayLength(env, sources) / 3;
   (void)c;
   TSL_HOST_TRY_WITH(
      env, &h->host, sources, s,
      tsl_depends_values(&h->depends, (uint32_t)block, s, (uint32_t)n));
}

/* A move in 64 bits: the register, and 32 bits higher those that it comes from. */
NATIVE(void, passage)
(JNIEnv *env, jclass c, jlong number, jlong start, jlong to, jlongArray moves)
{
   handle *h = from(number);
   const jint n = (*env)->GetArrayLength(env, moves);
   (void)c;
   TSL_HOST_TRY_WITH(env, &h->host, moves, m,
                     tsl_between_passage(&h->depends.between, (uint64_t)start, (uint64_t)to, m,
                                         (uint32_t)n));
}

NATIVE(void, accesses)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong addresses, jlong labels,
 jlong misses, jint count, jlong runs, jint run_count)
{
   handle *h = from(number);
   const tsl_depends_batch b = {(const uint64_t *)(intptr_t)addresses,
                                (const uint32_t *)(intptr_t)labels,
                                (const uint8_t *)(intptr_t)misses,
                                (uint32_t)count,
                                (const uint32_t *)(intptr_t)runs,
                                (uint32_t)run_count,
                                (uint32_t)thread};
   (void)c;
   TSL_HOST_TRY(env, &h->host, tsl_depends_accesses(&h->depends, &b));
}

NATIVE(void, burst)(JNIEnv *env, jclass c, jlong number)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host, tsl_depends_burst(&h->depends));
}

static jlongArray numbers_of(JNIEnv *env, const tsl_dependent *of, uint32_t places)
{
   const uint32_t labels = places == 0 ? 0 : places - 1; /* the first place is of no label */
   jlongArray to = (*env)->NewLongArray(env, (jsize)(TSL_DEPENDENT_NUMBERS * labels));
   if (to != NULL && labels > 0)
      (*env)->SetLongArrayRegion(env, to, 0, (jsize)(TSL_DEPENDENT_NUMBERS * labels),
                                 (const jlong *)(const void *)(of + 1));
   return to;
}

/* The counts of each label, as tsl_dependent has them, before bursts and in them. */
NATIVE(jlongArray, labels)(JNIEnv *env, jclass c, jlong number, jboolean in_bursts)
{
   const tsl_depends *d = &from(number)->depends;
   (void)c;
   if (d->in_bursts && !in_bursts)
      return numbers_of(env, d->before, d->places_before);
   return numbers_of(env, d->of, in_bursts && !d->in_bursts ? 0 : d->places);
}

/* Of each block: how often it ran, and mispredicted branches. */
NATIVE(jlongArray, blocks)(JNIEnv *env, jclass c, jlong number)
{
   const tsl_depends *d = &from(number)->depends;
   jlongArray to = (*env)->NewLongArray(env, (jsize)(2 * d->blocks));
   uint32_t i;
   (void)c;
   for (i = 0; to != NULL && i < d->blocks; i++) {
      const jlong two[] = {(jlong)d->block[i].executions,
                           (jlong)d->block[i].mispredictions};
      (*env)->SetLongArrayRegion(env, to, (jsize)(2 * i), 2, two);
   }
   return to;
}
