/*--------------------------------------------------------------------*/
/*--- tslmap: memory and failures behind JNI.     tsl_jni_host.h ---*/
/*--------------------------------------------------------------------*/

/* What a native object needs of the system: memory, and a way back to the call
   from Java when it cannot go on (no memory, a limit met), which then throws.
   Such an object can only be closed; its memory is given back mapping by
   mapping. */

#ifndef TSL_JNI_HOST_H
#define TSL_JNI_HOST_H

#include <jni.h>
#include <setjmp.h>

#include "tsl_engine.h"

typedef struct {
   void *p;
   size_t bytes;
} tsl_mapped;

typedef struct {
   tsl_mapped *mapped;
   size_t used, capacity;
   const char *failed; /* why the object cannot go on, or NULL */
   jmp_buf back;
} tsl_host;

/* The host's functions for an object's environment. */
tsl_env tsl_host_env(tsl_host *h);

/* Limits what all objects together may map; 0 for no limit. What is kept for the
   next object, at most 16 MiB, is not counted. */
void tsl_host_limit(size_t bytes);

/* Gives all memory back, then frees the object, which begins with its host. */
void tsl_host_close(void *object);

/* The number that Java knows an object by, or 0, and the object is closed, if what it
   is to hold could not be made. */
jlong tsl_host_opened(void *object, const void *made);

/* Throws what made the object fail. */
void tsl_host_throw(JNIEnv *env, const tsl_host *h);

/* Does a statement that may fail; throws if it did, now or before. */
#define TSL_HOST_TRY(env, h, statement)                                        \
   do {                                                                        \
      if ((h)->failed == NULL && setjmp((h)->back) == 0) {                     \
         statement;                                                            \
      }                                                                        \
      if ((h)->failed != NULL)                                                 \
         tsl_host_throw(env, h);                                               \
   } while (0)

/* The same with an array of Java's, which the statement only reads, at `at`. */
#define TSL_HOST_TRY_WITH(env, h, array, at, statement)                        \
   do {                                                                        \
      const void *at = (*env)->GetPrimitiveArrayCritical(env, array, NULL);    \
      if (at == NULL)                                                          \
         break;                                                                \
      if ((h)->failed == NULL && setjmp((h)->back) == 0) {                     \
         statement;                                                            \
      }                                                                        \
      (*env)->ReleasePrimitiveArrayCritical(env, array, (void *)at,            \
                                            JNI_ABORT);                        \
      if ((h)->failed != NULL)                                                 \
         tsl_host_throw(env, h);                                               \
   } while (0)

/* Numbers of an array of Java's, `capacity` at most; gives how many there are. */
unsigned tsl_host_numbers(JNIEnv *env, jintArray from, unsigned *to,
                          unsigned capacity);

#endif /* TSL_JNI_HOST_H */
