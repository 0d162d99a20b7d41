/*--------------------------------------------------------------------*/
/*--- tslmap: filter files, for Java.              tsl_jni_rules.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.locality.filter.RulesBridge: no logic, only the
   passing on of arguments. */

#include <stdlib.h>
#include <string.h>

#include "tsl_jni_host.h"
#include "tsl_rules.h"

typedef struct {
   tsl_host host;
   tsl_rules *rules;
} handle;

static handle *from(jlong number)
{
   return (handle *)(intptr_t)number;
}

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL Java_org_tslmap_locality_filter_RulesBridge_##name

NATIVE(void, close)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_host_close(from(number));
}

NATIVE(jlong, open)
(JNIEnv *env, jclass c, jbyteArray text, jintArray line, jbyteArray message)
{
   handle *h = calloc(1, sizeof *h);
   jbyte *t = h == NULL ? NULL : (*env)->GetByteArrayElements(env, text, NULL);
   tsl_rules_error error = {0, ""};
   tsl_env surroundings;
   (void)c;
   if (t == NULL) {
      free(h);
      return 0;
   }
   surroundings = tsl_host_env(&h->host);
   if (setjmp(h->host.back) == 0)
      h->rules = tsl_rules_new((const char *)t,
                               (size_t)(*env)->GetArrayLength(env, text),
                               &surroundings, &error);
   (*env)->ReleaseByteArrayElements(env, text, t, JNI_ABORT);
   if (h->rules != NULL)
      return (jlong)(intptr_t)h;
   if (h->host.failed == NULL) {
      const jint found = (jint)error.line;
      const jsize n = (jsize)strlen(error.message);
      (*env)->SetIntArrayRegion(env, line, 0, 1, &found);
      (*env)->SetByteArrayRegion(env, message, 0, n,
                                 (const jbyte *)error.message);
   }
   tsl_host_close(h);
   return 0;
}

/* A name, ended by a zero; of NULL: NULL. */
static char *name_of(JNIEnv *env, jbyteArray bytes)
{
   const jsize n = bytes == NULL ? 0 : (*env)->GetArrayLength(env, bytes);
   char *name = bytes == NULL ? NULL : malloc((size_t)n + 1);
   if (name == NULL)
      return NULL;
   (*env)->GetByteArrayRegion(env, bytes, 0, n, (jbyte *)name);
   name[n] = 0;
   return name;
}

NATIVE(jlong, ask)
(JNIEnv *env, jclass c, jlong number, jbyteArray file, jbyteArray mangled,
 jbyteArray demangled)
{
   char *name[] = {name_of(env, file), name_of(env, mangled),
                   name_of(env, demangled)};
   const tsl_rules_answer answer =
      tsl_rules_ask(from(number)->rules, name[0], name[1], name[2]);
   unsigned i;
   (void)c;
   for (i = 0; i < 3; i++)
      free(name[i]);
   return (jlong)answer.excluded << 32 | answer.by;
}

NATIVE(jint, count)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jint)tsl_rules_count(from(number)->rules);
}

NATIVE(jbyteArray, rule)
(JNIEnv *env, jclass c, jlong number, jint index, jintArray numbers)
{
   const tsl_rule rule = tsl_rules_get(from(number)->rules, (uint32_t)index);
   const jint values[] = {(jint)rule.line, (jint)rule.of, rule.excludes,
                          rule.matched};
   jbyteArray text = (*env)->NewByteArray(env, (jsize)rule.length);
   (void)c;
   (*env)->SetIntArrayRegion(env, numbers, 0, 4, values);
   if (text != NULL)
      (*env)->SetByteArrayRegion(env, text, 0, (jsize)rule.length,
                                 (const jbyte *)rule.text);
   return text;
}

NATIVE(jint, parts)
(JNIEnv *env, jclass c, jlong number, jint index, jbyteArray joined)
{
   const jsize room = (*env)->GetArrayLength(env, joined);
   char *to = malloc((size_t)room);
   uint32_t parts = 1;
   (void)c;
   if (to == NULL)
      return 1;
   parts = tsl_rules_parts(from(number)->rules, (uint32_t)index, to,
                           (size_t)room);
   (*env)->SetByteArrayRegion(env, joined, 0, (jsize)strlen(to) + 1,
                              (const jbyte *)to);
   free(to);
   return (jint)parts;
}
