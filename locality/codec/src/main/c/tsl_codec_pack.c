/*--------------------------------------------------------------------*/
/*--- tslmap: packs event words.                 tsl_codec_pack.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_codec_lz.h"
#include "tsl_codec_model.h"

/* Kinds by id: an open table of kinds' numbers, next free place at collisions.
   An entry counts only if its kind knows it: nothing has to be cleared. */
#define PLACES (1u << 23)

_Static_assert(PLACES >= 2 * TSL_CODEC_WORDS, "the table of kinds may fill up");

struct tsl_packer {
   tsl_model model;
   uint32_t *places;
   uint8_t *control, *data; /* next bytes go there */
   uint8_t *control_start, *data_start, *block;
   uint32_t *table; /* of the compression */
   uint32_t words;  /* in the block */
   uint32_t run;    /* blocks as expected that are not written yet */
   uint32_t thread, first_thread;
};

#define BLOCK_BYTES (TSL_CODEC_HEAD_BYTES + CONTROL_BYTES + DATA_BYTES + 32)

size_t tsl_packer_bytes(void)
{
   return 4096 + MODEL_BYTES + PLACES * sizeof(uint32_t) + CONTROL_BYTES
          + DATA_BYTES + TSL_LZ_TABLE_BYTES + BLOCK_BYTES;
}

static void begin(tsl_packer *p)
{
   tsl_model_clear(&p->model);
   p->control = p->control_start;
   p->data = p->data_start;
   p->words = p->run = 0;
   p->first_thread = p->thread;
}

tsl_packer *tsl_packer_init(void *memory)
{
   tsl_packer *p = memory;
   char *rest = tsl_model_init(&p->model, (char *)memory + 4096);
   p->places = (uint32_t *)rest;
   rest += PLACES * sizeof(uint32_t);
   p->table = (uint32_t *)rest;
   rest += TSL_LZ_TABLE_BYTES;
   p->control_start = (uint8_t *)rest;
   p->data_start = p->control_start + CONTROL_BYTES;
   p->block = p->data_start + DATA_BYTES;
   p->thread = TSL_CODEC_NO_THREAD;
   begin(p);
   return p;
}

/*--------------------------------------------------------------------*/
/*--- Numbers                                                      ---*/
/*--------------------------------------------------------------------*/

static uint8_t *put_number(uint8_t *to, uint64_t value)
{
   for (; value >= 0x80; value >>= 7)
      *to++ = (uint8_t)(value | 0x80);
   *to++ = (uint8_t)value;
   return to;
}

TSL_INLINE uint64_t zigzag(int64_t x)
{
   return (uint64_t)x << 1 ^ (uint64_t)(x >> 63);
}

/* Bytes that a number needs, 1..8. */
TSL_INLINE unsigned bytes_of(uint64_t x)
{
   return (71u - (unsigned)__builtin_clzll(x | 1)) >> 3;
}

TSL_INLINE void store64(uint8_t *to, uint64_t value)
{
   __builtin_memcpy(to, &value, sizeof value);
}

/*--------------------------------------------------------------------*/
/*--- Blocks of the program                                        ---*/
/*--------------------------------------------------------------------*/

static void put_token(tsl_packer *p, unsigned low)
{
   if (p->run < RUN_LONG)
      *p->control++ = (uint8_t)(low | p->run << RUN_SHIFT);
   else {
      *p->control++ = (uint8_t)(low | RUN_LONG << RUN_SHIFT);
      p->control = put_number(p->control, p->run - RUN_LONG);
   }
   p->run = 0;
}

/* The table's entry for a header: that of its kind, or a free one. */
static uint32_t *find_place(tsl_packer *p, uint64_t header)
{
   const tsl_model *m = &p->model;
   uint32_t i = (uint32_t)header & (PLACES - 1);
   while (p->places[i] < m->kind_count && m->kinds[p->places[i]].place == i
          && m->kinds[p->places[i]].header != header)
      i = (i + 1) & (PLACES - 1);
   return &p->places[i];
}

/* Codes of differences, by what all in the slot are multiples of (2^0, 2^2, 2^3)
   and the bytes they need without those bits; 0: there is none. */
static const uint8_t difference_codes[4][9] = {
   {0, 2, 3, 4, 5, 6, 6, 7, 7}, {0}, {0, 8, 9, 10}, {0, 11, 12, 13}};

/* Writes what tells an address, if it is not the expected one. Returns its code.
   Whether it is cannot be predicted where it matters, so nothing branches on it. */
TSL_INLINE unsigned put_address(uint8_t *data, tsl_slot *s, uint64_t expected,
                                uint64_t word)
{
   const int64_t difference = (int64_t)(word - s->last);
   const uint64_t above = word - s->low; /* huge below the lowest */
   const unsigned bytes_above = above >> 18 == 0 ? 2 : 3;
   const int missed = word != expected;
   uint64_t value;
   unsigned code, bytes;
   int better;
   if ((difference & ((1 << s->shift) - 1)) != 0)
      s->shift = (difference & 3) != 0 ? 0 : 2;
   value = zigzag(difference >> s->shift);
   code = difference_codes[s->shift][bytes_of(value)];
   if (code == 0) {
      value = zigzag(difference);
      code = difference_codes[0][bytes_of(value)];
   }
   bytes = tsl_codes[code].bytes;
   better = ((above & 3) == 0) & (above >> 26 == 0)
            & (bytes_above < bytes + s->above);
   code = better ? CODE_ABOVE + bytes_above - 2 : code;
   value = better ? above >> 2 : value;
   s->above = missed ? (uint8_t)better : s->above;
   s->low = missed && word < s->low ? word : s->low;
   code = missed ? code : CODE_EXPECTED;
   store64(data, value);
   return code;
}

/* Codes of all addresses of a block, of which those before `first` were as
   expected. */
static void put_codes(tsl_packer *p, const uint64_t *words, uint32_t n,
                      uint32_t first, uint32_t base)
{
   tsl_slot *const slots = p->model.slots + base;
   uint64_t *const corrections = p->model.corrections;
   uint8_t *const to = p->control;
   uint8_t *data = p->data;
   uint32_t i;
   for (i = 0; i < first; i += 2)
      to[i >> 1] = 0;
   for (i = first; i < n; i++) {
      tsl_slot *s = &slots[i];
      const uint64_t word = words[i];
      const uint64_t expected = s->last + s->step + corrections[s->correction];
      unsigned code = CODE_ZERO;
      if (word != 0 || expected == 0) {
         code = put_address(data, s, expected, word);
         data += tsl_codes[code].bytes;
         corrections[s->correction] += word - expected;
         tsl_model_move(s, base + i, word);
      }
      to[i >> 1] =
         (uint8_t)((i & 1) == 0 ? code : (to[i >> 1] | (uint8_t)(code << 4)));
   }
   p->control = to + ((n + 1) >> 1);
   p->data = data;
}

/* A block whose kind is not the likely one. Returns what its token says. */
static unsigned other_kind(tsl_packer *p, uint64_t header, uint32_t *kind,
                           int *is_new)
{
   tsl_model *m = &p->model;
   const uint32_t second = tsl_model_second(m);
   uint32_t *place;
   *is_new = 0;
   if (second != NO_KIND && m->kinds[second].header == header) {
      *kind = second;
      return SECOND;
   }
   place = find_place(p, header);
   *kind = *place;
   if (*kind < m->kind_count
       && m->kinds[*kind].place == (uint32_t)(place - p->places))
      return KNOWN;
   *is_new = 1;
   *place = m->kind_count;
   m->kinds[m->kind_count].place = (uint32_t)(place - p->places);
   return OTHER;
}

TSL_INLINE void add_block(tsl_packer *p, uint64_t header, const uint64_t *words,
                          uint32_t n)
{
   tsl_model *m = &p->model;
   uint32_t kind = tsl_model_likely(m), i = 0, base;
   unsigned low = LIKELY;
   int is_new = 0;
   if (kind == NO_KIND || m->kinds[kind].header != header) {
      low = other_kind(p, header, &kind, &is_new);
      if (is_new) {
         const int64_t jump = (int64_t)(header & 0xFFFFFFFFu) - m->last_new;
         put_token(p, OTHER | (n > 0 ? CODES : 0));
         *p->control++ = NEW;
         p->data = put_number(put_number(p->data, zigzag(jump)), n);
         kind = tsl_model_add(m, header);
      }
      tsl_model_follow(m, kind);
   }
   base = m->kinds[kind].slot;
   if (!is_new) {
      tsl_slot *s = m->slots + base;
      for (; i < n; i++, s++) {
         if (words[i] != tsl_model_expect(m, s))
            break;
         tsl_model_move(s, base + i, words[i]);
      }
      if (i == n && low == LIKELY) {
         p->run++;
         m->current = kind;
         return;
      }
      put_token(p, low | (i < n ? CODES : 0));
      if (low == KNOWN)
         p->data = put_number(p->data, kind);
   }
   if (i < n)
      put_codes(p, words, n, i, base);
   if (n > 0)
      m->word = words[n - 1];
   m->current = kind;
}

static void add_thread(tsl_packer *p, uint32_t thread)
{
   put_token(p, OTHER);
   *p->control++ = THREAD;
   p->data = put_number(p->data, thread);
   p->thread = thread;
}

int tsl_packer_add(tsl_packer *p, const uint64_t *words, uint32_t count)
{
   uint32_t i = 0;
   if (count > TSL_CODEC_CHUNK || count > TSL_CODEC_WORDS - p->words)
      return -1;
   while (i < count) {
      const uint64_t header = words[i];
      const uint32_t n = TSL_WORD_COUNT(header);
      if (TSL_WORD_IS_THREAD(header)) {
         if ((header ^ TSL_WORD_THREAD) > 0xFFFFFFFFu)
            return -1;
         add_thread(p, (uint32_t)header);
         i++;
         continue;
      }
      if (header != TSL_WORD_MAKE(TSL_WORD_ID(header), n) || n >= count - i)
         return -1;
      add_block(p, header, words + i + 1, n);
      i += 1 + n;
   }
   p->words += count;
   return 0;
}

/*--------------------------------------------------------------------*/
/*--- Blocks of bytes                                              ---*/
/*--------------------------------------------------------------------*/

uint32_t tsl_packer_words(const tsl_packer *p)
{
   return p->words;
}

size_t tsl_packer_size(const tsl_packer *p)
{
   return TSL_CODEC_HEAD_BYTES + (size_t)(p->control - p->control_start)
          + (size_t)(p->data - p->data_start);
}

const uint8_t *tsl_packer_block(const tsl_packer *p)
{
   return p->block;
}

static void put32(uint8_t *to, size_t value)
{
   const uint32_t v = (uint32_t)value;
   __builtin_memcpy(to, &v, sizeof v);
}

/* Whether compressing many bytes pays: a sample from the middle says so. */
static int pays(tsl_packer *p, uint8_t *scratch, const uint8_t *from,
                size_t size)
{
   const size_t sample = 1u << 14;
   size_t stored;
   if (size < 4 * sample)
      return 1;
   stored = tsl_lz_pack(from + size / 2, sample, scratch, p->table);
   return stored > 0 && stored < sample - sample / 8;
}

/* Compressed, or as it is. */
static size_t put_bytes(tsl_packer *p, uint8_t *to, const uint8_t *from,
                        size_t size)
{
   size_t i;
   if (pays(p, to, from, size)) {
      const size_t stored = tsl_lz_pack(from, size, to, p->table);
      if (stored > 0)
         return stored;
   }
   for (i = 0; i < size; i += 8) {
      uint64_t v;
      __builtin_memcpy(&v, from + i, sizeof v);
      store64(to + i, v);
   }
   return size;
}

size_t tsl_packer_close(tsl_packer *p)
{
   uint8_t *const head = p->block;
   size_t control, data, stored, size;
   if (p->run > 0)
      put_token(p, 0);
   control = (size_t)(p->control - p->control_start);
   data = (size_t)(p->data - p->data_start);
   put32(head + TSL_CODEC_HEAD_WORDS, p->words);
   put32(head + TSL_CODEC_HEAD_THREAD, p->first_thread);
   put32(head + TSL_CODEC_HEAD_CONTROL, control);
   put32(head + TSL_CODEC_HEAD_DATA, data);
   size = TSL_CODEC_HEAD_BYTES;
   stored = put_bytes(p, head + size, p->control_start, control);
   put32(head + TSL_CODEC_HEAD_STORED, stored);
   size += stored;
   size += put_bytes(p, head + size, p->data_start, data);
   begin(p);
   return size;
}
