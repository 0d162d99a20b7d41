/*--------------------------------------------------------------------*/
/*--- tslmap: counters by label.                      tsl_labels.c ---*/
/*--------------------------------------------------------------------*/

/* See tsl_labels.h for the big picture. */

#include "tsl_labels.h"

#define FIRST_CAPACITY 512u
#define COLD_INDEX 0u
#define FIRST_REUSE 1u
#define FIRST_STRIDE (1u + TSL_REUSE_BINS)

/*--------------------------------------------------------------------*/
/*--- Tables                                                       ---*/
/*--------------------------------------------------------------------*/

void *tsl_larger_table(tsl_memory *m, void *table, size_t used, size_t room)
{
   uint64_t *larger = tsl_map(m, room * sizeof(void *));
   if (table != NULL) {
      tsl_copy64(larger, table, used);
      tsl_unmap(m, table, used * sizeof(void *));
   }
   return larger;
}

void tsl_labels_free(tsl_labels *l, tsl_memory *m)
{
   if (l->of != NULL)
      tsl_unmap(m, l->of, l->capacity * sizeof(tsl_site *));
   if (l->seen != NULL)
      tsl_unmap(m, l->seen, l->capacity * sizeof(tsl_counters *));
   if (l->changed != NULL)
      tsl_unmap(m, l->changed, l->capacity);
}

static void grow(tsl_labels *l, uint32_t label, tsl_memory *m)
{
   uint32_t capacity = l->capacity == 0 ? FIRST_CAPACITY : l->capacity;
   if (label >= TSL_SITE_LIMIT)
      m->env.fail(m->env.ctx, l->limit);
   while (capacity <= label)
      capacity *= 2;
   l->of = tsl_larger_table(m, l->of, l->capacity, capacity);
   if (l->seen != NULL) {
      uint8_t *changed = tsl_map(m, capacity);
      tsl_copy64((uint64_t *)(void *)changed, (uint64_t *)(void *)l->changed,
                 l->capacity / 8);
      tsl_unmap(m, l->changed, l->capacity);
      l->changed = changed;
      l->seen = tsl_larger_table(m, l->seen, l->capacity, capacity);
   }
   l->capacity = capacity;
}

tsl_site *tsl_labels_add(tsl_labels *l, uint32_t label, tsl_arena *arena)
{
   if (label >= l->capacity)
      grow(l, label, arena->memory);
   if (l->of[label] == NULL)
      l->of[label] = tsl_arena_take(arena, sizeof(tsl_site));
   return l->of[label];
}

uint32_t tsl_labels_next(const tsl_labels *l, uint32_t from)
{
   uint32_t label;
   for (label = from; label < l->capacity; label++)
      if (l->of[label] != NULL)
         return label;
   return TSL_NO_SITE;
}

/*--------------------------------------------------------------------*/
/*--- Reading                                                      ---*/
/*--------------------------------------------------------------------*/

/* Writes a pair, which stays only if its count is not 0. */
static uint64_t *put(uint64_t *to, uint32_t index, uint64_t count)
{
   to[0] = index;
   to[1] = count;
   return to + (count != 0 ? 2 : 0);
}

static uint64_t *put_counters(uint64_t *to, const tsl_counters *c,
                              uint32_t imax)
{
   uint32_t i, j;
   to = put(to, COLD_INDEX, c->entries[32]);
   for (i = 0; i < 32; i++)
      to = put(to, FIRST_REUSE + i, c->entries[i]);
   for (i = 0; i < TSL_LOW_STRIDES && i < imax; i++)
      to = put(to, FIRST_STRIDE + i, c->low[i]);
   for (i = 0; c->pages != NULL && i < tsl_stride_pages(imax); i++)
      for (j = 0; c->pages[i] != NULL && j < TSL_STRIDE_PAGE; j++)
         to =
            put(to, FIRST_STRIDE + i * TSL_STRIDE_PAGE + j, c->pages[i][j]);
   return put(to, FIRST_STRIDE + imax, c->none);
}

size_t tsl_labels_read(const tsl_labels *l, uint32_t imax, tsl_granularity line,
                       uint32_t *from, uint64_t *to, size_t room)
{
   uint64_t *at = to;
   uint32_t label = tsl_labels_next(l, *from);
   while (label != TSL_NO_SITE
          && room - (size_t)(at - to) >= TSL_RECORD_ROOM(imax)) {
      const tsl_site *s = l->of[label];
      uint64_t *lines = put_counters(at + 3, &s->of[TSL_WORD], imax);
      uint64_t *end = put_counters(lines, &s->of[line], imax);
      at[0] = label;
      at[1] = (uint64_t)(lines - at - 3) / 2;
      at[2] = (uint64_t)(end - lines) / 2;
      at = end;
      label = tsl_labels_next(l, label + 1);
   }
   *from = label;
   return (size_t)(at - to);
}

/*--------------------------------------------------------------------*/
/*--- Changes                                                      ---*/
/*--------------------------------------------------------------------*/

void tsl_labels_track(tsl_labels *l, tsl_memory *m)
{
   uint32_t i;
   if (l->capacity == 0) {
      l->capacity = FIRST_CAPACITY;
      l->of = tsl_larger_table(m, NULL, 0, l->capacity);
   }
   l->seen = tsl_larger_table(m, NULL, 0, l->capacity);
   l->changed = tsl_map(m, l->capacity);
   for (i = 0; i < l->capacity; i++)
      l->changed[i] = l->of[i] != NULL;
}

/* The first label >= from that is marked, or TSL_NO_SITE. */
static uint32_t next_changed(const tsl_labels *l, uint32_t from)
{
   uint32_t label = from;
   while (label < l->capacity) {
      uint64_t eight;
      if (l->changed[label])
         return label;
      label++;
      while (label % 8 == 0 && label < l->capacity) {
         __builtin_memcpy(&eight, l->changed + label, 8);
         if (eight != 0)
            break;
         label += 8;
      }
   }
   return TSL_NO_SITE;
}

static uint64_t *put_change(uint64_t *to, uint32_t index, uint64_t now,
                            uint64_t *before)
{
   to = put(to, index, now - *before);
   *before = now;
   return to;
}

static uint64_t *put_changed_pages(uint64_t *to, const tsl_counters *c,
                                   tsl_counters *seen, uint32_t imax,
                                   tsl_arena *arena)
{
   uint32_t i, j;
   for (i = 0; i < tsl_stride_pages(imax); i++) {
      uint64_t *before;
      if (c->pages[i] == NULL)
         continue;
      before = tsl_counter_of_large(seen, i * TSL_STRIDE_PAGE, imax, arena);
      for (j = 0; j < TSL_STRIDE_PAGE; j++)
         to = put_change(to, FIRST_STRIDE + i * TSL_STRIDE_PAGE + j,
                         c->pages[i][j], &before[j]);
   }
   return to;
}

static uint64_t *put_changes(uint64_t *to, const tsl_counters *c,
                             tsl_counters *seen, uint32_t imax,
                             tsl_arena *arena)
{
   uint32_t i;
   to = put_change(to, COLD_INDEX, c->entries[32], &seen->entries[32]);
   for (i = 0; i < 32; i++)
      to = put_change(to, FIRST_REUSE + i, c->entries[i], &seen->entries[i]);
   for (i = 0; i < TSL_LOW_STRIDES && i < imax; i++)
      to = put_change(to, FIRST_STRIDE + i, c->low[i], &seen->low[i]);
   if (c->pages != NULL)
      to = put_changed_pages(to, c, seen, imax, arena);
   return put_change(to, FIRST_STRIDE + imax, c->none, &seen->none);
}

size_t tsl_labels_read_changes(tsl_labels *l, uint32_t imax, uint32_t *from,
                               uint64_t *to, size_t room, tsl_arena *arena)
{
   uint64_t *at = to;
   uint32_t label = next_changed(l, *from);
   while (label != TSL_NO_SITE
          && room - (size_t)(at - to) >= TSL_RECORD_ROOM(imax)) {
      uint64_t *end;
      if (l->seen[label] == NULL)
         l->seen[label] = tsl_arena_take(arena, sizeof(tsl_counters));
      end = put_changes(at + 2, &l->of[label]->of[TSL_WORD], l->seen[label],
                        imax, arena);
      at[0] = label;
      at[1] = (uint64_t)(end - at - 2) / 2;
      at = end;
      l->changed[label] = 0;
      label = next_changed(l, label + 1);
   }
   *from = label;
   return (size_t)(at - to);
}
