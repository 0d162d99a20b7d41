/*--------------------------------------------------------------------*/
/*--- CG: making the matrix.                           cg_matrix.c ---*/
/*--------------------------------------------------------------------*/

/* RNR-94-007, section 2.2.3, makea: A is the sum of w_i x_i x_i' for i = 0 ..
   N - 1, and (CONDITION - SHIFT) on the diagonal. The weights w_i fall
   geometrically from 1 to about CONDITION. x_i has NON_ZERO random entries in
   random places, and 1/2 in place i.

   Each rank makes all vectors, as they come from one row of random numbers, and
   of the sum the rows that are its own: of each row it knows the vectors that
   have an entry there, and adds them up in a full row. */

#include "cg.h"

#include <math.h>
#include <stdlib.h>

#define MOST (NON_ZERO + 1)

typedef struct {
   int n;
   int place[MOST];
   double entry[MOST];
} sparse;

double value[MOST_ENTRIES];
int column[MOST_ENTRIES];
int row_start[N + 1];

static int place_of(const sparse *x, int place)
{
   int i = 0;
   while (i < x->n && x->place[i] != place)
      i++;
   return i;
}

static void set(sparse *x, int place, double entry)
{
   const int i = place_of(x, place);
   x->place[i] = place;
   x->entry[i] = entry;
   if (i == x->n)
      x->n++;
}

/* Places are uniform below the next power of two; those that do not exist or
   are taken are tried again. */
static void make_vector(sparse *x, double *state)
{
   int range = 1;
   while (range < N)
      range *= 2;
   x->n = 0;
   while (x->n < NON_ZERO) {
      const double entry = randlc(state, NPB_MULTIPLIER);
      const int place = (int)(range * randlc(state, NPB_MULTIPLIER));
      if (place < N && place_of(x, place) == x->n)
         set(x, place, entry);
   }
}

NPB_PHASE static void make_vectors(sparse *vectors)
{
   double state = NPB_SEED;
   randlc(&state, NPB_MULTIPLIER); /* one number is left out */
   for (int i = 0; i < N; i++) {
      make_vector(vectors + i, &state);
      set(vectors + i, i, 0.5);
   }
}

/* The numbers of the vectors with an entry in row r are member[start[r]] to
   member[start[r + 1] - 1], in their order. */
NPB_PHASE static void list_members(const sparse *vectors, int *start,
                                   int *member)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < vectors[i].n; j++)
         start[vectors[i].place[j]]++;
   for (int r = 1; r <= N; r++)
      start[r] += start[r - 1]; /* the end of row r, from which it is filled */
   for (int i = N - 1; i >= 0; i--)
      for (int j = 0; j < vectors[i].n; j++)
         member[--start[vectors[i].place[j]]] = i;
}

static int by_place(const void *x, const void *y)
{
   return *(const int *)x - *(const int *)y;
}

/* A full row whose unused entries are 0, and the places of the used ones. */
typedef struct {
   int n;
   int place[N];
   char used[N];
   double sum[N];
} full_row;

static void add(full_row *row, const sparse *x, double factor)
{
   for (int j = 0; j < x->n; j++) {
      const int place = x->place[j];
      if (!row->used[place]) {
         row->used[place] = 1;
         row->place[row->n++] = place;
      }
      row->sum[place] += factor * x->entry[j];
   }
}

/* Moves a full row into the matrix at entry `at`, and gives where it ends. */
static int move_row(full_row *row, int at)
{
   qsort(row->place, (size_t)row->n, sizeof *row->place, by_place);
   for (int i = 0; i < row->n; i++) {
      const int place = row->place[i];
      column[at] = place;
      value[at++] = row->sum[place];
      row->sum[place] = 0;
      row->used[place] = 0;
   }
   row->n = 0;
   return at;
}

NPB_PHASE static void sum_products(const sparse *vectors, const int *start,
                                   const int *member, int from, int end)
{
   full_row *row = npb_memory(1, sizeof *row);
   const double ratio = pow(CONDITION, 1.0 / N);
   double *weight = npb_memory(N, sizeof *weight);
   weight[0] = 1;
   for (int i = 1; i < N; i++)
      weight[i] = weight[i - 1] * ratio;
   for (int r = from; r < end; r++) {
      for (int m = start[r]; m < start[r + 1]; m++) {
         const sparse *x = vectors + member[m];
         add(row, x, weight[member[m]] * x->entry[place_of(x, r)]);
      }
      row->sum[r] += CONDITION - SHIFT;
      row_start[r - from + 1] = move_row(row, row_start[r - from]);
   }
   free(weight);
   free(row);
}

void make_matrix(int from, int end)
{
   sparse *vectors = npb_memory(N, sizeof *vectors);
   int *start = npb_memory(N + 1, sizeof *start);
   int *member = npb_memory(N * MOST, sizeof *member);
   make_vectors(vectors);
   list_members(vectors, start, member);
   sum_products(vectors, start, member, from, end);
   free(member);
   free(start);
   free(vectors);
}
