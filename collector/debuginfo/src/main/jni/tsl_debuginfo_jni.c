/*--------------------------------------------------------------------*/
/*--- tslmap: debug information for Java.      tsl_debuginfo_jni.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.collector.debuginfo.NativeDebugInformation: no
   logic, only the passing on of arguments. */

#include <jni.h>

#include "tsl_debuginfo.h"

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL                                                      \
      Java_org_tslmap_collector_debuginfo_NativeDebugInformation_##name

static tsl_debuginfo *from(jlong number)
{
   return (tsl_debuginfo *)(intptr_t)number;
}

/* What Java gets of an answer: null if it is empty, and an exception if there
   was no memory. */
static jbyteArray give(JNIEnv *env, tsl_answer *a)
{
   jbyteArray bytes = NULL;
   if (a->failed || a->size > INT32_MAX) {
      jclass type = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
      if (type != NULL)
         (*env)->ThrowNew(env, type, "names out of debug information");
   } else if (a->size > 0) {
      bytes = (*env)->NewByteArray(env, (jsize)a->size);
      if (bytes != NULL)
         (*env)->SetByteArrayRegion(env, bytes, 0, (jsize)a->size,
                                    (const jbyte *)a->bytes);
   }
   tsl_answer_free(a);
   return bytes;
}

NATIVE(jlong, open)
(JNIEnv *env, jclass c, jstring path, jstring directories, jobjectArray why)
{
   char reason[TSL_REASON_CAPACITY];
   tsl_debuginfo *d = NULL;
   const char *file = (*env)->GetStringUTFChars(env, path, NULL);
   const char *folders = (*env)->GetStringUTFChars(env, directories, NULL);
   (void)c;
   if (file != NULL && folders != NULL) {
      d = tsl_debuginfo_open(file, folders, reason);
      if (d == NULL)
         (*env)->SetObjectArrayElement(env, why, 0,
                                       (*env)->NewStringUTF(env, reason));
   }
   if (file != NULL)
      (*env)->ReleaseStringUTFChars(env, path, file);
   if (folders != NULL)
      (*env)->ReleaseStringUTFChars(env, directories, folders);
   return (jlong)(intptr_t)d;
}

NATIVE(void, close)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_debuginfo_close(from(number));
}

#define ANSWER(name)                                                           \
   NATIVE(jbyteArray, name)(JNIEnv * env, jclass c, jlong number)              \
   {                                                                           \
      tsl_answer a;                                                            \
      (void)c;                                                                 \
      tsl_answer_init(&a);                                                     \
      tsl_debuginfo_##name(from(number), &a);                                  \
      return give(env, &a);                                                    \
   }

#define ANSWER_AT(name)                                                        \
   NATIVE(jbyteArray, name)(JNIEnv * env, jclass c, jlong number, jlong pc)    \
   {                                                                           \
      tsl_answer a;                                                            \
      (void)c;                                                                 \
      tsl_answer_init(&a);                                                     \
      tsl_debuginfo_##name(from(number), (uint64_t)pc, &a);                    \
      return give(env, &a);                                                    \
   }

ANSWER(summary)
ANSWER(statics)
ANSWER(functions)
ANSWER(symbols)
ANSWER_AT(function)
ANSWER_AT(frame)
ANSWER_AT(inlined)
ANSWER_AT(signature)
ANSWER_AT(line)

NATIVE(jbyteArray, member)
(JNIEnv *env, jclass c, jlong number, jint type, jlong offset, jstring whole)
{
   const char *name = (*env)->GetStringUTFChars(env, whole, NULL);
   tsl_answer a;
   (void)c;
   tsl_answer_init(&a);
   if (name != NULL) {
      tsl_debuginfo_member(from(number), (uint32_t)type, (uint64_t)offset, name, &a);
      (*env)->ReleaseStringUTFChars(env, whole, name);
   }
   return give(env, &a);
}

NATIVE(jbyteArray, assigned)
(JNIEnv *env, jclass c, jlong number, jlong pc, jint level, jboolean object, jstring whole)
{
   const char *name = (*env)->GetStringUTFChars(env, whole, NULL);
   tsl_answer a;
   (void)c;
   tsl_answer_init(&a);
   if (name != NULL) {
      tsl_debuginfo_assigned(from(number), (uint64_t)pc, (uint32_t)level,
                             object == JNI_TRUE, name, &a);
      (*env)->ReleaseStringUTFChars(env, whole, name);
   }
   return give(env, &a);
}
