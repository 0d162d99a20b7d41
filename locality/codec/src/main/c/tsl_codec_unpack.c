/*--------------------------------------------------------------------*/
/*--- tslmap: unpacks event words.             tsl_codec_unpack.c ---*/
/*--------------------------------------------------------------------*/

/* Bytes may be anything: each length is checked before it is used. Both kinds of
   bytes have SLACK zeros behind them, so that what one address or one number takes
   may be read before it is known to be there; whether it was is asked once per
   block of the program. */

#include "tsl_codec_lz.h"
#include "tsl_codec_model.h"

#define SLACK 64

struct tsl_unpacker {
   tsl_model model;
   uint8_t *control_start, *data_start;
   const uint8_t *control, *control_end, *data, *data_end;
   uint32_t left;  /* words to come */
   uint32_t run;   /* blocks as expected to come */
   int has_token;  /* what follows them */
   unsigned token;
};

size_t tsl_unpacker_bytes(void)
{
   return 4096 + MODEL_BYTES + CONTROL_BYTES + DATA_BYTES + 2 * SLACK;
}

tsl_unpacker *tsl_unpacker_init(void *memory)
{
   tsl_unpacker *u = memory;
   char *rest = tsl_model_init(&u->model, (char *)memory + 4096);
   u->control_start = (uint8_t *)rest;
   u->data_start = u->control_start + CONTROL_BYTES + SLACK;
   return u;
}

static uint32_t get32(const uint8_t *from)
{
   uint32_t v;
   __builtin_memcpy(&v, from, sizeof v);
   return v;
}

/* Bytes as they were packed, with zeros behind; 0 if that cannot be. */
static int get_bytes(const uint8_t *from, size_t stored, uint8_t *to,
                     size_t size)
{
   size_t i;
   tsl_fill(to + size, 0, SLACK);
   if (stored != size)
      return tsl_lz_unpack(from, stored, to, size);
   for (i = 0; i < size; i++) {
      to[i] = from[i];
      TSL_KEEP_LOOP;
   }
   return 1;
}

int64_t tsl_unpacker_open(tsl_unpacker *u, const uint8_t *block, size_t bytes)
{
   uint32_t words, control, stored, data;
   u->left = 0;
   u->run = 0;
   u->has_token = 0;
   if (bytes < TSL_CODEC_HEAD_BYTES)
      return -1;
   words = get32(block + TSL_CODEC_HEAD_WORDS);
   control = get32(block + TSL_CODEC_HEAD_CONTROL);
   stored = get32(block + TSL_CODEC_HEAD_STORED);
   data = get32(block + TSL_CODEC_HEAD_DATA);
   bytes -= TSL_CODEC_HEAD_BYTES;
   block += TSL_CODEC_HEAD_BYTES;
   if (words > TSL_CODEC_WORDS || control > CONTROL_BYTES || data > DATA_BYTES
       || stored > bytes
       || !get_bytes(block, stored, u->control_start, control)
       || !get_bytes(block + stored, bytes - stored, u->data_start, data))
      return -1;
   tsl_model_clear(&u->model);
   u->control = u->control_start;
   u->control_end = u->control + control;
   u->data = u->data_start;
   u->data_end = u->data + data;
   u->left = words;
   return words;
}

/* A number of at most ten bytes. */
static uint64_t get_number(const uint8_t **p)
{
   uint64_t value = 0;
   unsigned shift;
   for (shift = 0; shift < 64; shift += 7) {
      const uint8_t byte = *(*p)++;
      value |= (uint64_t)(byte & 0x7F) << shift;
      if (byte < 0x80)
         break;
   }
   return value;
}

TSL_INLINE uint64_t unzigzag(uint64_t z)
{
   return z >> 1 ^ -(z & 1);
}

/*--------------------------------------------------------------------*/
/*--- Blocks of the program                                        ---*/
/*--------------------------------------------------------------------*/

static const uint64_t masks[9] = {0,
                                  0xFF,
                                  0xFFFF,
                                  0xFFFFFF,
                                  0xFFFFFFFF,
                                  0xFFFFFFFFFF,
                                  0xFFFFFFFFFFFF,
                                  0xFFFFFFFFFFFFFF,
                                  ~0ull};

TSL_INLINE uint64_t get_address(tsl_unpacker *u, tsl_slot *s, uint32_t slot,
                                unsigned code)
{
   const tsl_code c = tsl_codes[code];
   const uint64_t expected = tsl_model_expect(&u->model, s);
   uint64_t value, word;
   if (code == CODE_ZERO)
      return 0;
   __builtin_memcpy(&value, u->data, sizeof value);
   u->data += c.bytes;
   value &= masks[c.bytes];
   word = code >= CODE_ABOVE ? s->low + (value << c.shift)
                             : s->last + (unzigzag(value) << c.shift);
   if (word < s->low)
      s->low = word;
   u->model.corrections[s->correction] += word - expected;
   tsl_model_move(s, slot, word);
   return word;
}

/* The addresses of a block, all as expected. */
TSL_INLINE void get_expected(tsl_model *m, uint64_t *to, uint32_t n,
                             uint32_t base)
{
   uint32_t i;
   for (i = 0; i < n; i++) {
      tsl_slot *s = &m->slots[base + i];
      const uint64_t word = tsl_model_expect(m, s);
      tsl_model_move(s, base + i, word);
      to[i] = word;
   }
}

/* Returns 0 if there are no such codes or no such bytes. */
static int get_coded(tsl_unpacker *u, uint64_t *to, uint32_t n, uint32_t base)
{
   tsl_model *m = &u->model;
   const uint8_t *codes = u->control;
   uint32_t i;
   if ((size_t)(u->control_end - codes) < (n + 1) >> 1)
      return 0;
   u->control += (n + 1) >> 1;
   for (i = 0; i < n; i++) {
      const unsigned code = codes[i >> 1] >> ((i & 1) << 2) & 15;
      tsl_slot *s = &m->slots[base + i];
      if (code == CODE_EXPECTED) {
         to[i] = tsl_model_expect(m, s);
         tsl_model_move(s, base + i, to[i]);
      } else {
         to[i] = get_address(u, s, base + i, code);
         if (u->data > u->data_end)
            return 0;
      }
   }
   return 1;
}

static int get_token(tsl_unpacker *u)
{
   if (u->control >= u->control_end)
      return 0;
   u->token = *u->control++;
   u->run = u->token >> RUN_SHIFT;
   if (u->run == RUN_LONG) {
      const uint64_t more = get_number(&u->control);
      if (more > TSL_CODEC_WORDS || u->control > u->control_end)
         return 0;
      u->run += (uint32_t)more;
   }
   u->has_token = 1;
   return 1;
}

/* Reads which kind comes; NO_KIND if there is none. Called for those that are
   not the likely one. */
static uint32_t get_kind(tsl_unpacker *u)
{
   tsl_model *m = &u->model;
   const unsigned which = u->token & 3;
   uint64_t id, n;
   if (which == SECOND)
      return tsl_model_second(m);
   if (which == KNOWN) {
      const uint64_t kind = get_number(&u->data);
      return u->data <= u->data_end && kind < m->kind_count ? (uint32_t)kind
                                                            : NO_KIND;
   }
   id = (m->last_new + unzigzag(get_number(&u->data))) & 0xFFFFFFFFu;
   n = get_number(&u->data);
   if (u->data > u->data_end || n >= u->left || n > TSL_MAX_BLOCK_WORDS)
      return NO_KIND;
   return tsl_model_add(m, TSL_WORD_MAKE(id, n));
}

/* One block that is as expected. */
TSL_INLINE int64_t next_expected(tsl_unpacker *u, uint64_t *words,
                                 uint32_t capacity)
{
   tsl_model *m = &u->model;
   const uint32_t kind = tsl_model_likely(m);
   uint64_t header;
   uint32_t n;
   if (kind == NO_KIND)
      return -1;
   header = m->kinds[kind].header;
   n = TSL_WORD_COUNT(header);
   if (n >= u->left)
      return -1;
   if (n >= capacity)
      return 0;
   words[0] = header;
   get_expected(m, words + 1, n, m->kinds[kind].slot);
   m->current = kind;
   u->run--;
   return 1 + (int64_t)n;
}

static int64_t next_thread(tsl_unpacker *u, uint64_t *words)
{
   const uint64_t thread = get_number(&u->data);
   if (u->data > u->data_end || thread > 0xFFFFFFFFu)
      return -1;
   words[0] = TSL_WORD_THREAD | thread;
   return 1;
}

/* What the token says; there is room for any block. */
static int64_t next_told(tsl_unpacker *u, uint64_t *words)
{
   tsl_model *m = &u->model;
   uint32_t kind, n;
   u->has_token = 0;
   if ((u->token & 3) == OTHER) {
      const unsigned what = *u->control++;
      if (u->control > u->control_end)
         return -1;
      if (what == THREAD && (u->token & CODES) == 0)
         return next_thread(u, words);
      if (what != NEW)
         return -1;
   }
   if ((u->token & 3) == LIKELY)
      kind = tsl_model_likely(m);
   else {
      kind = get_kind(u);
      if (kind != NO_KIND)
         tsl_model_follow(m, kind);
   }
   if (kind == NO_KIND)
      return -1;
   words[0] = m->kinds[kind].header;
   n = TSL_WORD_COUNT(words[0]);
   if (n >= u->left)
      return -1;
   if ((u->token & CODES) == 0)
      get_expected(m, words + 1, n, m->kinds[kind].slot);
   else if (!get_coded(u, words + 1, n, m->kinds[kind].slot))
      return -1;
   if (n > 0)
      m->word = words[n];
   m->current = kind;
   return 1 + (int64_t)n;
}

/* No more words come, whoever asks. */
static int64_t broken(tsl_unpacker *u)
{
   u->left = 0;
   u->run = 1;
   return -1;
}

static int all_used(const tsl_unpacker *u)
{
   return u->run == 0 && u->control == u->control_end
          && u->data == u->data_end;
}

int64_t tsl_unpacker_next(tsl_unpacker *u, uint64_t *words, uint32_t capacity,
                          uint32_t wanted)
{
   uint32_t done = 0;
   while (u->left > 0 && done < wanted) {
      int64_t n = -1;
      if (u->has_token || get_token(u)) {
         if (u->run > 0)
            n = next_expected(u, words + done, capacity - done);
         else
            n = capacity - done > TSL_MAX_BLOCK_WORDS
                   ? next_told(u, words + done)
                   : 0;
      }
      if (n < 0)
         return broken(u);
      if (n == 0)
         return done;
      done += (uint32_t)n;
      u->left -= (uint32_t)n;
   }
   return u->left > 0 || all_used(u) ? (int64_t)done : -1;
}
