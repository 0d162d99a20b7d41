/*--------------------------------------------------------------------*/
/*--- tslmap: the codec for Java.                 tsl_jni_codec.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.locality.codec.CodecBridge: no logic, only
   memory from the system and the passing on of arguments. */

#include <jni.h>
#include <sys/mman.h>

#include "tsl_codec.h"

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL Java_org_tslmap_locality_codec_CodecBridge_##name

/* Zeroed memory, of which only what is touched is real; NULL if there is none. */
static void *reserve(size_t bytes)
{
   void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   return p == MAP_FAILED ? NULL : p;
}

static tsl_packer *packer(jlong number)
{
   return (tsl_packer *)(intptr_t)number;
}

static tsl_unpacker *unpacker(jlong number)
{
   return (tsl_unpacker *)(intptr_t)number;
}

/*--------------------------------------------------------------------*/
/*--- Packing                                                      ---*/
/*--------------------------------------------------------------------*/

NATIVE(jlong, newPacker)(JNIEnv *env, jclass c)
{
   void *p = reserve(tsl_packer_bytes());
   (void)env, (void)c;
   return p == NULL ? 0 : (jlong)(intptr_t)tsl_packer_init(p);
}

NATIVE(void, freePacker)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   munmap(packer(number), tsl_packer_bytes());
}

NATIVE(jboolean, add)
(JNIEnv *env, jclass c, jlong number, jlongArray words, jint count)
{
   void *at = (*env)->GetPrimitiveArrayCritical(env, words, NULL);
   int failed;
   (void)c;
   if (at == NULL)
      return JNI_FALSE;
   failed = tsl_packer_add(packer(number), at, (uint32_t)count);
   (*env)->ReleasePrimitiveArrayCritical(env, words, at, JNI_ABORT);
   return failed ? JNI_FALSE : JNI_TRUE;
}

NATIVE(jboolean, addBuffer)
(JNIEnv *env, jclass c, jlong number, jobject words, jint count)
{
   const uint64_t *at = (*env)->GetDirectBufferAddress(env, words);
   (void)c;
   return tsl_packer_add(packer(number), at, (uint32_t)count)
             ? JNI_FALSE
             : JNI_TRUE;
}

NATIVE(jint, words)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jint)tsl_packer_words(packer(number));
}

NATIVE(jint, size)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jint)tsl_packer_size(packer(number));
}

NATIVE(jbyteArray, finish)(JNIEnv *env, jclass c, jlong number)
{
   const jsize size = (jsize)tsl_packer_close(packer(number));
   jbyteArray block = (*env)->NewByteArray(env, size);
   (void)c;
   if (block != NULL)
      (*env)->SetByteArrayRegion(
         env, block, 0, size, (const jbyte *)tsl_packer_block(packer(number)));
   return block;
}

/*--------------------------------------------------------------------*/
/*--- Unpacking                                                    ---*/
/*--------------------------------------------------------------------*/

NATIVE(jlong, newUnpacker)(JNIEnv *env, jclass c)
{
   void *p = reserve(tsl_unpacker_bytes());
   (void)env, (void)c;
   return p == NULL ? 0 : (jlong)(intptr_t)tsl_unpacker_init(p);
}

NATIVE(void, freeUnpacker)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   munmap(unpacker(number), tsl_unpacker_bytes());
}

NATIVE(jint, load)
(JNIEnv *env, jclass c, jlong number, jbyteArray block, jint size)
{
   void *at = (*env)->GetPrimitiveArrayCritical(env, block, NULL);
   int64_t words;
   (void)c;
   if (at == NULL)
      return -1;
   words = tsl_unpacker_open(unpacker(number), at, (size_t)size);
   (*env)->ReleasePrimitiveArrayCritical(env, block, at, JNI_ABORT);
   return (jint)words;
}

NATIVE(jint, next)
(JNIEnv *env, jclass c, jlong number, jlongArray words, jint wanted)
{
   const jsize capacity = (*env)->GetArrayLength(env, words);
   void *at = (*env)->GetPrimitiveArrayCritical(env, words, NULL);
   int64_t n;
   (void)c;
   if (at == NULL)
      return -1;
   n = tsl_unpacker_next(unpacker(number), at, (uint32_t)capacity,
                         (uint32_t)wanted);
   (*env)->ReleasePrimitiveArrayCritical(env, words, at, 0);
   return (jint)n;
}
