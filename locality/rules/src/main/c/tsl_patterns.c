/*--------------------------------------------------------------------*/
/*--- tslmap: patterns of names.                 tsl_patterns.c ---*/
/*--------------------------------------------------------------------*/

#include "tsl_patterns.h"

/* Elements of patterns: bytes, and these; from FIRST_SET on a set. */
enum { ANY = 256, STAR, FIRST_SET };

typedef struct {
   uint32_t bits[8];
} set;

void tsl_patterns_init(tsl_patterns *p, tsl_memory *m, size_t bytes)
{
   const tsl_patterns none = {.memory = m, .bytes = bytes};
   *p = none;
   p->element = tsl_map(m, (bytes + 1) * sizeof *p->element);
}

void tsl_patterns_free(tsl_patterns *p)
{
   tsl_unmap(p->memory, p->element, (p->bytes + 1) * sizeof *p->element);
   tsl_release(p->memory, p->sets.at, p->sets.capacity * sizeof(set));
}

void *tsl_list_add(tsl_memory *m, tsl_list *l, size_t size)
{
   if (l->used == l->capacity) {
      const uint32_t longer = l->capacity == 0 ? 64 : 2 * l->capacity;
      l->at = tsl_grow(m, l->at, l->capacity * size, longer * size);
      l->capacity = longer;
   }
   return (char *)l->at + size * l->used++;
}

int tsl_same(const char *text, size_t n, const char *word)
{
   size_t i = 0;
   while (i < n && word[i] != 0 && text[i] == word[i])
      i++;
   return i == n && word[i] == 0;
}

/* A pattern as it is written. */
typedef struct {
   const uint8_t *p;
   uint32_t n;
   /* Places in brackets that were passed. A bracket that is not closed is a plain
      one, and what was passed in search of its end need not be passed again. */
   uint8_t *passed;
} written;

/* The bytes of classes, in the C locale. */
static int in_class(unsigned class, unsigned c)
{
   const int lower = c >= 'a' && c <= 'z', upper = c >= 'A' && c <= 'Z';
   const int digit = c >= '0' && c <= '9', graph = c > ' ' && c < 127;
   switch (class) {
   case 0:
      return lower || upper;
   case 1:
      return digit;
   case 2:
      return lower || upper || digit;
   case 3:
      return upper;
   case 4:
      return lower;
   case 5:
      return c == ' ' || (c >= 9 && c <= 13);
   case 6:
      return c == ' ' || c == 9;
   case 7:
      return graph && !lower && !upper && !digit;
   case 8:
      return graph || c == ' ';
   case 9:
      return graph;
   case 10:
      return c < ' ' || c == 127;
   default:
      return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
   }
}

static const char *const class_names[] = {
   "alpha", "digit", "alnum", "upper", "lower", "space",
   "blank", "punct", "print", "graph", "cntrl", "xdigit"};

#define CLASSES (sizeof class_names / sizeof class_names[0])

/* How long "[:name:]" is at a place, or 0; *class: its number, CLASSES for one that
   is not known. */
static uint32_t class_at(const written *t, uint32_t at, unsigned *class)
{
   uint32_t i = at + 2;
   if (i >= t->n || t->p[at] != '[' || t->p[at + 1] != ':')
      return 0;
   while (i < t->n && t->p[i] >= 'a' && t->p[i] <= 'z' && i - at < 20)
      i++;
   if (i + 1 >= t->n || t->p[i] != ':' || t->p[i + 1] != ']')
      return 0;
   for (*class = 0; *class < CLASSES; ++*class)
      if (tsl_same((const char *)t->p + at + 2, i - at - 2, class_names[*class]))
         break;
   return i + 2 - at;
}

/* "[=x=]" or "[.x.]", which both stand for x. */
static int symbol_at(const written *t, uint32_t at, unsigned sign)
{
   return at + 4 < t->n && t->p[at] == '[' && t->p[at + 1] == sign
          && t->p[at + 3] == sign && t->p[at + 4] == ']';
}

/* One byte in brackets, by itself, quoted or as a symbol; gives its length, 0 at the
   end of the pattern. */
static uint32_t byte_at(const written *t, uint32_t at, unsigned *c)
{
   const int symbol = symbol_at(t, at, '.');
   const uint32_t before = symbol ? 2 : at < t->n && t->p[at] == '\\' ? 1 : 0;
   if (at + before >= t->n)
      return 0;
   *c = t->p[at + before];
   return symbol ? 5 : before + 1;
}

static void put(set *s, unsigned c)
{
   s->bits[c >> 5] |= 1u << (c & 31);
}

/* What is in brackets from a place on; gives where the next one begins, or 0 if the
   bracket is not closed. A class that does not exist makes the rest match nothing,
   also behind a '!'. */
static uint32_t brackets(const written *t, uint32_t at, set *s)
{
   uint32_t i = at + 1, first, n;
   unsigned c, last, class, wrong = 0, negated;
   const set none = {{0}};
   *s = none;
   negated = i < t->n && (t->p[i] == '!' || t->p[i] == '^');
   first = i += negated;
   for (; i < t->n && (t->p[i] != ']' || i == first); i += n) {
      if (i != first && t->passed[i])
         return 0;
      t->passed[i] = i != first;
      n = class_at(t, i, &class);
      if (n > 0) {
         wrong |= class == CLASSES;
         for (c = 0; c < 256 && !wrong; c++)
            if (in_class(class, c))
               put(s, c);
         continue;
      }
      if (symbol_at(t, i, '=')) {
         n = 5;
         if (!wrong)
            put(s, t->p[i + 2]);
         continue;
      }
      n = byte_at(t, i, &c);
      if (n == 0)
         return 0;
      last = c;
      if (i + n + 1 < t->n && t->p[i + n] == '-' && t->p[i + n + 1] != ']') {
         const uint32_t more = byte_at(t, i + n + 1, &last);
         if (more == 0)
            return 0;
         n += 1 + more;
      }
      for (; c <= last && !wrong; c++)
         put(s, c);
   }
   if (i >= t->n)
      return 0;
   for (c = 0; c < 8 && negated; c++)
      s->bits[c] = wrong ? 0 : ~s->bits[c];
   return i + 1;
}

tsl_pattern tsl_patterns_add(tsl_patterns *p, const char *text, uint32_t n,
                             uint8_t *passed)
{
   const written t = {(const uint8_t *)text, n, passed};
   tsl_pattern to = {p->elements, 0};
   uint32_t i = 0;
   while (i < n) {
      const unsigned c = t.p[i];
      uint32_t *e = &p->element[p->elements], next = 0;
      set s;
      if (c == '*' && p->elements > to.first && e[-1] == STAR) {
         i++;
         continue;
      }
      *e = c == '*' ? STAR : c == '?' ? ANY : c;
      if (c == '\\' && i + 1 < n)
         *e = t.p[++i];
      else if (c == '[')
         next = brackets(&t, i, &s);
      if (next > 0) {
         *e = FIRST_SET + p->sets.used;
         *(set *)tsl_list_add(p->memory, &p->sets, sizeof s) = s;
      }
      i = next > 0 ? next : i + 1;
      p->elements++;
   }
   to.elements = p->elements - to.first;
   return to;
}

TSL_INLINE int fits(const tsl_patterns *p, uint32_t e, unsigned c)
{
   if (e < ANY)
      return e == c;
   return e == ANY
          || ((const set *)p->sets.at)[e - FIRST_SET].bits[c >> 5]
                   >> (c & 31)
                & 1;
}

int tsl_pattern_matches(const tsl_patterns *p, tsl_pattern of, const char *name)
{
   const uint32_t *e = p->element + of.first, *end = e + of.elements;
   const uint32_t *behind_star = NULL;
   const char *tried = NULL; /* where the rest begins that the star has left */
   while (*name != 0) {
      if (e < end && *e == STAR) {
         behind_star = ++e;
         tried = name;
      } else if (e < end && fits(p, *e, (uint8_t)*name)) {
         e++;
         name++;
      } else if (behind_star != NULL) {
         e = behind_star;
         name = ++tried;
      } else {
         return 0;
      }
      if (behind_star == end)
         return 1;
   }
   while (e < end && *e == STAR)
      e++;
   return e == end;
}
