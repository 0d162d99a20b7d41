/*--------------------------------------------------------------------*/
/*--- tslmap: the labelling pass for Java.        tsl_jni_pass.c ---*/
/*--------------------------------------------------------------------*/

/* The native half of org.tslmap.locality.pass.PassBridge: no logic, only the
   passing on of arguments. */

#include <stdlib.h>

#include "tsl_jni_host.h"
#include "tsl_pass.h"

typedef struct {
   tsl_host host;
   tsl_pass *pass;
} handle;

static handle *from(jlong number)
{
   return (handle *)(intptr_t)number;
}

#define NATIVE(type, name)                                                     \
   JNIEXPORT type JNICALL Java_org_tslmap_locality_pass_PassBridge_##name

static void *hold(JNIEnv *env, jarray array)
{
   return array == NULL ? NULL
                        : (*env)->GetPrimitiveArrayCritical(env, array, NULL);
}

/* mode: JNI_ABORT for what was only read, otherwise 0. */
static void let_go(JNIEnv *env, jarray array, void *at, jint mode)
{
   if (at != NULL)
      (*env)->ReleasePrimitiveArrayCritical(env, array, at, mode);
}

/*--------------------------------------------------------------------*/
/*--- Making, defining, freeing                                    ---*/
/*--------------------------------------------------------------------*/

NATIVE(jlong, open)
(JNIEnv *env, jclass c, jintArray shifts, jboolean with_data, jboolean with_calls,
 jint depth, jboolean complete, jboolean from_start,
 jboolean takes_words, jboolean selects, jboolean shows_decoded,
 jboolean decodes_only, jboolean with_runs)
{
   tsl_pass_options o = {.with_data = with_data,
                         .with_calls = with_calls,
                         .depth = depth,
                         .complete = complete,
                         .from_start = from_start,
                         .takes_words = takes_words,
                         .selects = selects,
                         .shows_decoded = shows_decoded,
                         .decodes_only = decodes_only,
                         .with_runs = with_runs};
   handle *h = calloc(1, sizeof(handle));
   tsl_env surroundings;
   (void)c;
   if (h == NULL)
      return 0;
   o.granularities = tsl_host_numbers(env, shifts, o.shift, TSL_GRANULARITIES);
   surroundings = tsl_host_env(&h->host);
   if (setjmp(h->host.back) == 0)
      h->pass = tsl_pass_new(&o, &surroundings);
   return tsl_host_opened(h, h->pass);
}

NATIVE(void, close)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_host_close(from(number));
}

NATIVE(void, sites)
(JNIEnv *env, jclass c, jlong number, jintArray functions, jintArray bytes,
 jbyteArray flags)
{
   handle *h = from(number);
   const jint n = (*env)->GetArrayLength(env, functions);
   jint *f = hold(env, functions);
   jint *b = hold(env, bytes);
   jbyte *k = hold(env, flags);
   (void)c;
   if (h->host.failed == NULL && setjmp(h->host.back) == 0)
      tsl_pass_sites(h->pass, (uint32_t)n, f, (const uint32_t *)b,
                     (const uint8_t *)k);
   let_go(env, flags, k, JNI_ABORT);
   let_go(env, bytes, b, JNI_ABORT);
   let_go(env, functions, f, JNI_ABORT);
   if (h->host.failed != NULL)
      tsl_host_throw(env, &h->host);
}

NATIVE(void, function)(JNIEnv *env, jclass c, jlong number, jint function, jint is)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host, tsl_pass_function(h->pass, (uint32_t)function, (uint8_t)is));
}

NATIVE(void, select)
(JNIEnv *env, jclass c, jlong number, jlong first, jlong to, jintArray threads,
 jlongArray regions, jboolean inclusive)
{
   handle *h = from(number);
   const jint nt = (*env)->GetArrayLength(env, threads);
   const jint nr = (*env)->GetArrayLength(env, regions) / 2;
   jint *t = hold(env, threads);
   jlong *r = hold(env, regions);
   (void)c;
   if (h->host.failed == NULL && setjmp(h->host.back) == 0)
      tsl_pass_select(h->pass, (uint64_t)first, (uint64_t)to,
                      (const uint32_t *)t, (uint32_t)nt,
                      (const tsl_pass_region *)(const void *)r, (uint32_t)nr,
                      inclusive);
   let_go(env, regions, r, JNI_ABORT);
   let_go(env, threads, t, JNI_ABORT);
   if (h->host.failed != NULL)
      tsl_host_throw(env, &h->host);
}

NATIVE(void, phase)(JNIEnv *env, jclass c, jlong number, jboolean wanted)
{
   (void)env, (void)c;
   tsl_pass_phase(from(number)->pass, wanted);
}

NATIVE(void, toggle)
(JNIEnv *env, jclass c, jlong number, jlong start, jlong stop, jboolean flips)
{
   (void)env, (void)c;
   tsl_pass_toggle(from(number)->pass, (uint64_t)start, (uint64_t)stop, flips);
}

NATIVE(void, define)
(JNIEnv *env, jclass c, jlong number, jlong header, jint function, jint flags,
 jintArray sites, jintArray words, jlongArray offsets, jbyteArray kinds)
{
   handle *h = from(number);
   const jint n = (*env)->GetArrayLength(env, sites);
   jint *s = hold(env, sites);
   jint *w = hold(env, words);
   jlong *o = hold(env, offsets);
   jbyte *k = hold(env, kinds);
   (void)c;
   if (h->host.failed == NULL && setjmp(h->host.back) == 0)
      tsl_events_define(&h->pass->events, (uint64_t)header, function,
                        (unsigned)flags, (uint32_t)n, (const uint32_t *)s,
                        (const uint32_t *)w, (const uint64_t *)o,
                        (const uint8_t *)k);
   let_go(env, kinds, k, JNI_ABORT);
   let_go(env, offsets, o, JNI_ABORT);
   let_go(env, words, w, JNI_ABORT);
   let_go(env, sites, s, JNI_ABORT);
   if (h->host.failed != NULL)
      tsl_host_throw(env, &h->host);
}

NATIVE(jlong, header)(JNIEnv *env, jclass c, jlong number, jint block)
{
   const tsl_events *e = &from(number)->pass->events;
   (void)env, (void)c;
   return block >= 0 && (uint32_t)block < e->blocks
             ? (jlong)e->block[block].header
             : 0;
}

/*--------------------------------------------------------------------*/
/*--- Words                                                        ---*/
/*--------------------------------------------------------------------*/

NATIVE(void, begin)
(JNIEnv *env, jclass c, jlong number, jlongArray words, jint first, jint end)
{
   jlong *w = hold(env, words);
   (void)c;
   tsl_events_begin(&from(number)->pass->events, (const uint64_t *)w + first,
                    (size_t)(end - first));
   let_go(env, words, w, JNI_ABORT);
}

/* at[0] is the index of the first word that is left, and is moved. */
static jint decode(JNIEnv *env, jlong number, jlongArray words, jint end,
                   jintArray at, int counts)
{
   handle *h = from(number);
   volatile jint status = 0;
   jint i;
   size_t place;
   jlong *w;
   (*env)->GetIntArrayRegion(env, at, 0, 1, &i);
   place = (size_t)i;
   w = hold(env, words);
   if (w == NULL)
      return 0;
   if (h->host.failed == NULL && setjmp(h->host.back) == 0) {
      if (counts) {
         const tsl_events_status s = tsl_events_count(
            &h->pass->events, (const uint64_t *)w, &place, (size_t)end);
         status = s == TSL_EVENTS_DONE         ? TSL_PASS_DONE
                  : s == TSL_EVENTS_NOT_HEADER ? TSL_PASS_NOT_HEADER
                  : s == TSL_EVENTS_CUT        ? TSL_PASS_CUT
                                               : TSL_PASS_STRAY;
      } else {
         status = (jint)tsl_pass_words(h->pass, (const uint64_t *)w, &place,
                                       (size_t)end);
      }
   }
   let_go(env, words, w, JNI_ABORT);
   i = (jint)place;
   (*env)->SetIntArrayRegion(env, at, 0, 1, &i);
   if (h->host.failed != NULL)
      tsl_host_throw(env, &h->host);
   return status;
}

NATIVE(jint, words)
(JNIEnv *env, jclass c, jlong number, jlongArray words, jint end, jintArray at)
{
   (void)c;
   return decode(env, number, words, end, at, 0);
}

NATIVE(jint, count)
(JNIEnv *env, jclass c, jlong number, jlongArray words, jint end, jintArray at)
{
   (void)c;
   return decode(env, number, words, end, at, 1);
}

NATIVE(jint, flush)(JNIEnv *env, jclass c, jlong number)
{
   handle *h = from(number);
   volatile jint status = 0;
   (void)c;
   TSL_HOST_TRY(env, &h->host, status = (jint)tsl_pass_flush(h->pass));
   return status;
}

/* The batch that labelled accesses go into: addresses, labels, contexts, runs. */
NATIVE(void, batch)
(JNIEnv *env, jclass c, jlong number, jlong memory, jint capacity)
{
   char *at = (char *)(intptr_t)memory;
   tsl_batch b;
   (void)env, (void)c;
   b.address = (uint64_t *)(void *)at;
   b.label = (uint32_t *)(void *)(at + 8 * (size_t)capacity);
   b.context = (uint32_t *)(void *)(at + 12 * (size_t)capacity);
   b.run = (uint32_t *)(void *)(at + 16 * (size_t)capacity);
   b.capacity = (uint32_t)capacity;
   b.count = b.warm = b.runs = 0;
   b.thread = 0;
   tsl_pass_batch(from(number)->pass, &b);
}

/* What was decoded and comes to be labelled next. */
NATIVE(jint, decoded)
(JNIEnv *env, jclass c, jlong number, jlongArray addresses, jintArray sites)
{
   const tsl_decoded *d = from(number)->pass->decoded;
   const jint n = (jint)d->count;
   (void)c;
   if (addresses == NULL || n > (*env)->GetArrayLength(env, addresses))
      return n;
   (*env)->SetLongArrayRegion(env, addresses, 0, n, (const jlong *)d->address);
   (*env)->SetIntArrayRegion(env, sites, 0, n, (const jint *)d->site);
   return n;
}

/* Totals: blocks, words, thread words, loads, stores; loads and stores that were
   labelled; the same of all, and accesses that were picked out; accesses that were
   taken; of the batch: accesses, thread, and those that the next one must have
   room for; the thread of what was decoded, how many labels there are; words of
   runs in the batch; blocks that start; of the batch: accesses that are not scored; threads that
   made some. */
NATIVE(void, state)(JNIEnv *env, jclass c, jlong number, jlongArray to)
{
   const tsl_pass *p = from(number)->pass;
   const tsl_event_totals *t = &p->events.totals;
   const int wide = p->options.takes_words;
   const jlong state[] = {(jlong)t->blocks,
                          (jlong)t->words,
                          (jlong)t->threads,
                          (jlong)t->loads,
                          (jlong)t->stores,
                          (jlong)p->loads,
                          (jlong)p->stores,
                          (jlong)(wide ? p->wide.loads : t->loads),
                          (jlong)(wide ? p->wide.all_stores : t->stores),
                          (jlong)p->made,
                          (jlong)p->position,
                          (jlong)p->batch.count,
                          (jlong)p->batch.thread,
                          (jlong)p->wanted,
                          (jlong)p->events.thread,
                          p->events.has_thread,
                          p->options.with_data ? (jlong)p->cells.cells
                                               : (jlong)p->sites,
                          (jlong)p->batch.runs,
                          (jlong)p->start.seen,
                          (jlong)p->batch.warm,
                          (jlong)p->warm.threads};
   (void)c;
   (*env)->SetLongArrayRegion(env, to, 0, sizeof state / sizeof *state, state);
}

NATIVE(void, warm)
(JNIEnv *env, jclass c, jlong number, jint function, jboolean is)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host, tsl_warm_set(&h->pass->warm, (uint32_t)function, is));
}

/* Of the threads that made accesses which are not scored, the one at an index: its number, and
   behind it accesses by site. */
NATIVE(jlongArray, warmOf)(JNIEnv *env, jclass c, jlong number, jint index)
{
   const tsl_warm_thread *t = &from(number)->pass->warm.thread[index];
   const jlong thread = (jlong)t->thread;
   jlongArray to = (*env)->NewLongArray(env, (jsize)t->sites + 1);
   (void)c;
   if (to == NULL)
      return NULL;
   (*env)->SetLongArrayRegion(env, to, 0, 1, &thread);
   (*env)->SetLongArrayRegion(env, to, 1, (jsize)t->sites, (const jlong *)(const void *)t->of);
   return to;
}

/* Site and object of labels from a number on; gives how many. */
NATIVE(jint, labels)
(JNIEnv *env, jclass c, jlong number, jint first, jintArray to)
{
   const tsl_pass *p = from(number)->pass;
   const uint32_t capacity = (uint32_t)(*env)->GetArrayLength(env, to) / 2;
   const uint32_t all = p->options.with_data ? p->cells.cells : p->sites;
   jint *at = hold(env, to);
   uint32_t i;
   (void)c;
   for (i = 0; i < capacity && (uint32_t)first + i < all; i++) {
      const uint32_t label = (uint32_t)first + i;
      at[2 * i] = p->options.with_data ? p->cells.cell[label].site : (jint)label;
      at[2 * i + 1] = p->options.with_data ? p->cells.cell[label].object : 0;
   }
   let_go(env, to, at, 0);
   return (jint)i;
}

/*--------------------------------------------------------------------*/
/*--- Places                                                       ---*/
/*--------------------------------------------------------------------*/

/* Address, site, thread. */
NATIVE(void, asked)(JNIEnv *env, jclass c, jlong number, jlongArray to)
{
   const tsl_pass_access a = tsl_pass_asked(from(number)->pass);
   const jlong asked[] = {(jlong)a.address, (jlong)a.site, (jlong)a.thread};
   (void)c;
   (*env)->SetLongArrayRegion(env, to, 0, 3, asked);
}

NATIVE(void, found)(JNIEnv *env, jclass c, jlong number, jint object)
{
   const tsl_place place = {.object = object, .range = TSL_NOTHING};
   (void)env, (void)c;
   tsl_pass_found(from(number)->pass, &place);
}

/* Where in a stack that is: function, site and offset of the frame, and of the
   callee's; whether it is in one. */
NATIVE(jboolean, askedSpot)(JNIEnv *env, jclass c, jlong number, jlongArray to)
{
   tsl_spot s;
   (void)c;
   if (tsl_pass_asked_spot(from(number)->pass, &s) == NULL)
      return JNI_FALSE;
   const jlong spot[] = {s.function, s.site,        s.offset,
                         s.callee,   s.callee_site, s.callee_offset};
   (*env)->SetLongArrayRegion(env, to, 0, 6, spot);
   return JNI_TRUE;
}

NATIVE(void, foundSpot)
(JNIEnv *env, jclass c, jlong number, jint object, jlong low, jlong bytes,
 jboolean of_callee)
{
   handle *h = from(number);
   const tsl_spot_answer answer = {low, (uint64_t)bytes, object, of_callee};
   (void)c;
   TSL_HOST_TRY(env, &h->host, tsl_pass_found_spot(h->pass, &answer));
}

/*--------------------------------------------------------------------*/
/*--- Memory                                                       ---*/
/*--------------------------------------------------------------------*/

NATIVE(jint, place)
(JNIEnv *env, jclass c, jlong number, jlong start, jlong bytes, jint object)
{
   handle *h = from(number);
   volatile jint range = 0;
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                range = (jint)tsl_space_add(&h->pass->space, (uint64_t)start,
                                            (uint64_t)bytes, object);
                tsl_space_place(&h->pass->space, (uint32_t)range));
   return range;
}

NATIVE(void, remove)(JNIEnv *env, jclass c, jlong number, jint range)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_space_remove(&h->pass->space, (uint32_t)range);
                tsl_space_release(&h->pass->space, (uint32_t)range));
}

NATIVE(void, removeAt)(JNIEnv *env, jclass c, jlong number, jlong start)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_space_remove_at(&h->pass->space, (uint64_t)start));
}

NATIVE(void, map)
(JNIEnv *env, jclass c, jlong number, jlong start, jlong bytes, jint object,
 jboolean anonymous)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_space_map(&h->pass->space, (uint64_t)start,
                              (uint64_t)bytes, object, anonymous));
}

NATIVE(void, unmap)
(JNIEnv *env, jclass c, jlong number, jlong start, jlong bytes)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_space_unmap(&h->pass->space, (uint64_t)start,
                                (uint64_t)bytes));
}

NATIVE(jboolean, isAnonymous)(JNIEnv *env, jclass c, jlong number, jlong address)
{
   const tsl_mapping *m =
      tsl_space_mapping(&from(number)->pass->space, (uint64_t)address);
   (void)env, (void)c;
   return m != NULL && m->anonymous;
}

NATIVE(void, renameMapping)
(JNIEnv *env, jclass c, jlong number, jlong address, jint object)
{
   tsl_space *s = &from(number)->pass->space;
   tsl_mapping *m = tsl_space_mapping(s, (uint64_t)address);
   (void)env, (void)c;
   if (m != NULL) {
      m->anonymous = 0;
      s->range[m->range].object = object;
      tsl_space_end(s, m->range);
   }
}

NATIVE(jint, rangeAt)(JNIEnv *env, jclass c, jlong number, jlong address)
{
   (void)env, (void)c;
   return (jint)tsl_space_at(&from(number)->pass->space, (uint64_t)address);
}

NATIVE(jint, object)(JNIEnv *env, jclass c, jlong number, jint range)
{
   (void)env, (void)c;
   return from(number)->pass->space.range[range].object;
}

NATIVE(void, setObject)
(JNIEnv *env, jclass c, jlong number, jint range, jint object)
{
   (void)env, (void)c;
   from(number)->pass->space.range[range].object = object;
}

/*--------------------------------------------------------------------*/
/*--- Threads and their calls                                      ---*/
/*--------------------------------------------------------------------*/

NATIVE(void, gap)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   tsl_pass_gap(from(number)->pass);
}

NATIVE(void, threadEnds)(JNIEnv *env, jclass c, jlong number, jint thread)
{
   (void)env, (void)c;
   tsl_pass_thread_ends(from(number)->pass, (uint32_t)thread);
}

static tsl_stack *stack_of(jlong number, jint thread)
{
   return &tsl_pass_thread_of(from(number)->pass, (uint32_t)thread)->stack;
}

NATIVE(void, interrupted)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong address)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_stack_interrupted(stack_of(number, thread),
                                      (uint64_t)address));
}

NATIVE(void, countsNoCalls)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   from(number)->pass->tree.counts = 0;
}

NATIVE(void, called)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong address, jint site)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_stack_call(stack_of(number, thread), (uint64_t)address,
                               site));
}

NATIVE(void, returned)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong address)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_stack_returned(stack_of(number, thread),
                                   (uint64_t)address));
}

NATIVE(void, entered)
(JNIEnv *env, jclass c, jlong number, jint thread, jint function,
 jboolean at_entry, jboolean has_entry)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                tsl_stack_enter(stack_of(number, thread), function, at_entry,
                                has_entry));
}

/* The frame an address is in. */
NATIVE(jint, frameAt)
(JNIEnv *env, jclass c, jlong number, jint thread, jlong address)
{
   handle *h = from(number);
   volatile jint frame = 0;
   (void)c;
   TSL_HOST_TRY(env, &h->host,
                frame = (jint)tsl_stack_frame_at(stack_of(number, thread),
                                                 (uint64_t)address));
   return frame;
}

/* The number of the top frame, the site that returned last; CFA, function, node
   and call site of a frame, of the top one if it is below 0. */
NATIVE(void, frame)
(JNIEnv *env, jclass c, jlong number, jint thread, jint frame, jlongArray to)
{
   handle *h = from(number);
   const tsl_stack *volatile s = NULL;
   (void)c;
   TSL_HOST_TRY(env, &h->host, s = stack_of(number, thread));
   if (s != NULL) {
      const tsl_frame *f = &s->frame[frame < 0 ? s->top : (uint32_t)frame];
      const jlong values[] = {s->top,      s->returned_from, (jlong)f->cfa,
                              f->function, f->node,          f->call_site};
      (*env)->SetLongArrayRegion(env, to, 0, 6, values);
   }
}

/* How many nodes the calling context tree has. */
NATIVE(jint, nodes)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jint)from(number)->pass->tree.nodes;
}

/* Parent, function, call site, calls, loads, stores of a node. */
NATIVE(void, node)(JNIEnv *env, jclass c, jlong number, jint node, jlongArray to)
{
   const tsl_node *n = &from(number)->pass->tree.node[node];
   const jlong values[] = {n->parent,      n->function,     n->call_site,
                           (jlong)n->calls, (jlong)n->loads, (jlong)n->stores};
   (void)c;
   (*env)->SetLongArrayRegion(env, to, 0, 6, values);
}

/*--------------------------------------------------------------------*/
/*--- Results                                                      ---*/
/*--------------------------------------------------------------------*/

NATIVE(void, finish)(JNIEnv *env, jclass c, jlong number)
{
   handle *h = from(number);
   (void)c;
   TSL_HOST_TRY(env, &h->host, tsl_pass_finish(h->pass));
}

/* Strides of a cell with their counts and the errors in these; gives how many
   strides were counted. */
NATIVE(jlong, strides)(JNIEnv *env, jclass c, jlong number, jint cell, jlongArray to)
{
   const tsl_cell *one = &from(number)->pass->cells.cell[cell];
   (void)c;
   if (one->places > 0)
      (*env)->SetLongArrayRegion(env, to, 0, 3 * (jint)one->places,
                                 (const jlong *)(const void *)one->at);
   return (jlong)one->strides;
}

/* What groups of labels, or of contexts, touched, by granularity, and one of how
   many regions it is told from. */
NATIVE(void, footprints)
(JNIEnv *env, jclass c, jlong number, jboolean of_contexts, jintArray group_of,
 jintArray part_of, jlongArray to)
{
   handle *h = from(number);
   const jint owners = (*env)->GetArrayLength(env, group_of);
   const jint groups = (*env)->GetArrayLength(env, part_of);
   tsl_group *result = calloc((size_t)groups + 1, sizeof *result);
   jint *g, *p, i;
   (void)c;
   if (result == NULL)
      return;
   g = hold(env, group_of);
   p = hold(env, part_of);
   if (h->host.failed == NULL && setjmp(h->host.back) == 0)
      tsl_touched_groups(of_contexts ? &h->pass->context_words.touched
                                     : &h->pass->cells.touched,
                         g, (uint32_t)owners, p, (uint32_t)groups, result);
   let_go(env, part_of, p, JNI_ABORT);
   let_go(env, group_of, g, JNI_ABORT);
   if (h->host.failed == NULL)
      for (i = 0; i < groups; i++) {
         const jint n = (jint)h->pass->options.granularities;
         const jlong one_of = (jlong)1 << result[i].level;
         (*env)->SetLongArrayRegion(env, to, (n + 1) * i, n,
                                    (const jlong *)result[i].touched);
         (*env)->SetLongArrayRegion(env, to, (n + 1) * i + n, 1, &one_of);
      }
   free(result);
   if (h->host.failed != NULL)
      tsl_host_throw(env, &h->host);
}

NATIVE(jlong, bytes)(JNIEnv *env, jclass c, jlong number)
{
   (void)env, (void)c;
   return (jlong)from(number)->pass->memory.bytes;
}
