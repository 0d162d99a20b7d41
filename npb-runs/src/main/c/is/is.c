/*--------------------------------------------------------------------*/
/*--- IS: ranks of integer keys.                              is.c ---*/
/*--------------------------------------------------------------------*/

/* RNR-94-007, section 2.2.5. N keys below B, each the sum of four uniform
   numbers, are ranked ten times; before each time two keys change. A key's rank
   is the number of smaller keys. After each time five keys' ranks are compared
   with what they must be, and in the end the keys are put in order.

   Ranking is a counting sort in two steps: keys go to buckets by their upper
   bits, and are then counted within their bucket, whose counters stay in the
   cache. Ranks of MPI own consecutive buckets with about as many keys each. */

#include "npb.h"
#include "npb_ranks.h"

#include <stdio.h>
#include <string.h>

#if NPB_CLASS == 'S'
#define LOG2_KEYS 16
#define LOG2_MAX_KEY 11
#define LOG2_BUCKETS 9
#elif NPB_CLASS == 'W'
#define LOG2_KEYS 20
#define LOG2_MAX_KEY 16
#define LOG2_BUCKETS 10
#elif NPB_CLASS == 'A'
#define LOG2_KEYS 23
#define LOG2_MAX_KEY 19
#define LOG2_BUCKETS 10
#else
#define LOG2_KEYS 25
#define LOG2_MAX_KEY 21
#define LOG2_BUCKETS 10
#endif

#define KEYS (1 << LOG2_KEYS)
#define MAX_KEY (1 << LOG2_MAX_KEY)
#define BUCKETS (1 << LOG2_BUCKETS)
#define SHIFT (LOG2_MAX_KEY - LOG2_BUCKETS)
#define ITERATIONS 10
#define TESTS 5

/* Tested keys by their place, and the ranks that they have but for the keys
   that change. */
#if NPB_CLASS == 'S'
static const int test_index[TESTS] = {48427, 17148, 23627, 62548, 4431};
static const int test_rank[TESTS] = {0, 18, 346, 64917, 65463};
#elif NPB_CLASS == 'W'
static const int test_index[TESTS] = {357773, 934767, 875723, 898999, 404505};
static const int test_rank[TESTS] = {1249, 11698, 1039987, 1043896, 1048018};
#elif NPB_CLASS == 'A'
static const int test_index[TESTS]
   = {2112377, 662041, 5336171, 3642833, 4250760};
static const int test_rank[TESTS] = {104, 17523, 123928, 8288932, 8388264};
#else
static const int test_index[TESTS]
   = {41869, 812306, 5102857, 18232239, 26860214};
static const int test_rank[TESTS] = {33422937, 10244, 59149, 33135281, 99};
#endif

static int key[KEYS];      /* this rank's; in the end in order */
static int bucketed[KEYS]; /* the same keys, by bucket */
static int count[MAX_KEY]; /* how many keys are at most this one */
static int (*bucket_count)[BUCKETS]; /* of each thread */
static int bucket_start[BUCKETS + 1]; /* in bucketed */
static int bucket_at[BUCKETS];        /* where a thread's next key goes */
#pragma omp threadprivate(bucket_at)
#ifdef NPB_MPI
static int received[KEYS]; /* keys in this rank's buckets */
#else
#define received bucketed
#endif

/* The keys that this rank counts: those in [first, end). */
static struct {
   int first, end;
   int lower; /* how many keys are less than first, in all ranks */
   int n;     /* how many there are to count */
} own;

static int passed; /* tests */

/*--- Keys -----------------------------------------------------------*/

/* The state of the random numbers before the first of a part's keys: as many
   multiplications by a^(numbers in a part) as there are parts before it. That
   number is a power of two, so that squaring a is enough. */
NPB_PHASE static double find_my_seed(int part, int parts)
{
   double jump = NPB_MULTIPLIER;
   for (long numbers = 4l * KEYS / parts; numbers > 1; numbers /= 2)
      randlc(&jump, jump);
   return npb_skip(NPB_SEED, jump, part);
}

NPB_PHASE static void create_seq(double state, int from, int end)
{
   for (int i = from; i < end; i++) {
      double sum = randlc(&state, NPB_MULTIPLIER);
      sum += randlc(&state, NPB_MULTIPLIER);
      sum += randlc(&state, NPB_MULTIPLIER);
      sum += randlc(&state, NPB_MULTIPLIER);
      key[i] = (int)(MAX_KEY / 4 * sum);
   }
}

/* Parts are dealt to threads in the order of their numbers, so that each
   thread makes the keys that it will rank. */
static void make_keys(int n)
{
   int parts = 1;
   while (2 * parts <= npb_threads() && 2 * parts <= n)
      parts *= 2;
#pragma omp parallel for schedule(static)
   for (int part = 0; part < parts; part++)
      create_seq(find_my_seed(npb_rank() * parts + part, npb_ranks() * parts),
                 n / parts * part, n / parts * (part + 1));
}

/*--- Ranking --------------------------------------------------------*/

/* Where each bucket begins, and where this thread puts its keys. */
static void place_buckets(void)
{
   const int thread = npb_thread(), threads = npb_threads();
   int sum = 0;
   for (int b = 0; b < BUCKETS; b++) {
      if (thread == 0)
         bucket_start[b] = sum;
      for (int t = 0; t < threads; t++) {
         if (t == thread)
            bucket_at[b] = sum;
         sum += bucket_count[t][b];
      }
   }
   if (thread == 0)
      bucket_start[BUCKETS] = sum;
}

static void fill_buckets(int n)
{
#pragma omp parallel
   {
      int *counts = bucket_count[npb_thread()];
      memset(counts, 0, BUCKETS * sizeof *counts);
#pragma omp for schedule(static)
      for (int i = 0; i < n; i++)
         counts[key[i] >> SHIFT]++;
      place_buckets();
#pragma omp for schedule(static)
      for (int i = 0; i < n; i++)
         bucketed[bucket_at[key[i] >> SHIFT]++] = key[i];
   }
}

#ifdef NPB_MPI
/* Rank r owns the buckets from first[r] on: those that begin within its share
   of all keys. */
static void divide_buckets(const int total[BUCKETS], int first[])
{
   const int ranks = npb_ranks();
   long lower = 0;
   int r = 0;
   for (int b = 0; b <= BUCKETS; b++) {
      while (r < ranks && lower >= KEYS / ranks * r)
         first[r++] = b;
      if (b < BUCKETS)
         lower += total[b];
   }
   first[ranks] = BUCKETS;
}

static void exchange_keys(void)
{
   const int ranks = npb_ranks(), me = npb_rank();
   int first[ranks + 1], start[ranks], counts[ranks], total[BUCKETS];
   for (int b = 0; b < BUCKETS; b++)
      total[b] = bucket_start[b + 1] - bucket_start[b];
   npb_sum_ints(total, BUCKETS);
   divide_buckets(total, first);
   for (int r = 0; r < ranks; r++) {
      start[r] = bucket_start[first[r]];
      counts[r] = bucket_start[first[r + 1]] - start[r];
   }
   own.first = first[me] << SHIFT;
   own.end = first[me + 1] << SHIFT;
   own.lower = 0;
   for (int b = 0; b < first[me]; b++)
      own.lower += total[b];
   own.n = npb_send_ints(bucketed, start, counts, received, KEYS);
}
#else
static void exchange_keys(void)
{
   own.end = MAX_KEY;
   own.n = KEYS;
}
#endif

/* Sets count for the keys in [first, end), which these n are all of. */
static void count_keys(const int *keys, int n, int first, int end, int lower)
{
   memset(count + first, 0, (size_t)(end - first) * sizeof *count);
   for (int i = 0; i < n; i++)
      count[keys[i]]++;
   for (int k = first; k < end; k++)
      count[k] = lower += count[k];
}

static void count_own(void)
{
#ifdef NPB_MPI
   count_keys(received, own.n, own.first, own.end, own.lower);
#else
#pragma omp parallel for schedule(dynamic, 4)
   for (int b = 0; b < BUCKETS; b++)
      count_keys(bucketed + bucket_start[b],
                 bucket_start[b + 1] - bucket_start[b], b << SHIFT,
                 (b + 1) << SHIFT, bucket_start[b]);
#endif
}

/*--- Verification ---------------------------------------------------*/

/* The tested keys, of whichever rank. */
static void look_up(int tested[TESTS], int n)
{
   for (int t = 0; t < TESTS; t++)
      tested[t] = test_index[t] / n == npb_rank() ? key[test_index[t] % n] : 0;
   npb_sum_ints(tested, TESTS);
}

/* Each iteration puts in one small and one large key, by which the tested
   ranks move: those of small keys up, those of large ones down. */
static int expected_rank(int t, int iteration)
{
#if NPB_CLASS == 'S'
   return test_rank[t] + (t <= 2 ? iteration : -iteration);
#elif NPB_CLASS == 'W'
   return test_rank[t] + (t < 2 ? iteration - 2 : -iteration);
#elif NPB_CLASS == 'A'
   return test_rank[t] + (t <= 2 ? iteration - 1 : 1 - iteration);
#else
   return test_rank[t] + (t == 1 || t == 2 || t == 4 ? iteration : -iteration);
#endif
}

static void partial_verify(const int tested[TESTS], int iteration)
{
   for (int t = 0; t < TESTS; t++) {
      const int k = tested[t], expected = expected_rank(t, iteration);
      if (k >= own.first && k < own.end) {
         const int found = k == own.first ? own.lower : count[k - 1];
         if (found == expected)
            passed++;
         else
            printf(" Iteration %d, test %d: expected key %d at rank %d, found"
                   " rank %d\n", iteration, t, k, expected, found);
      }
   }
}

/* With the functions above, which become part of it. */
NPB_PHASE static void rank(int iteration, int n)
{
   int tested[TESTS];
   if (npb_rank() == 0) {
      key[iteration] = iteration;
      key[iteration + ITERATIONS] = MAX_KEY - iteration;
   }
   look_up(tested, n);
   fill_buckets(n);
   exchange_keys();
   count_own();
   partial_verify(tested, iteration);
}

/* Puts the keys of own buckets in order, which uses up the counts, and gives
   how many are out of order. */
NPB_PHASE static int full_verify(void)
{
   int wrong = 0, lowest;
#ifdef NPB_MPI
   for (int i = 0; i < own.n; i++)
      key[--count[received[i]] - own.lower] = received[i];
#else
#pragma omp parallel for schedule(dynamic, 4)
   for (int b = 0; b < BUCKETS; b++)
      for (int i = bucket_start[b]; i < bucket_start[b + 1]; i++)
         key[--count[bucketed[i]]] = bucketed[i];
#endif
   lowest = npb_from_lower(own.n > 0 ? key[own.n - 1] : 0, own.n > 0, 0);
   if (own.n > 0 && key[0] < lowest)
      wrong++;
#pragma omp parallel for reduction(+ : wrong)
   for (int i = 1; i < own.n; i++)
      wrong += key[i - 1] > key[i];
   return wrong;
}

int main(int argc, char **argv)
{
   npb_result result = {.name = "IS",
                        .size = {KEYS},
                        .iterations = ITERATIONS,
                        .operation = "keys ranked",
                        .operations = (double)ITERATIONS * KEYS};
   double start;
   int n, wrong, sorted;
   npb_start(&argc, &argv, "IS");
   n = KEYS / npb_ranks();
   if (n <= 2 * ITERATIONS)
      npb_fail("expected at most %d processes, found %d", KEYS / 32,
               npb_ranks());
   bucket_count = npb_memory((size_t)npb_threads(), sizeof *bucket_count);
   make_keys(n);
   rank(1, n); /* touches all memory */
   passed = 0;
   start = npb_seconds();
   for (int iteration = 1; iteration <= ITERATIONS; iteration++)
      rank(iteration, n);
   result.seconds = npb_seconds() - start;
   wrong = full_verify();
   sorted = own.n;
   npb_sum_ints(&wrong, 1);
   npb_sum_ints(&sorted, 1);
   npb_sum_ints(&passed, 1);
   if (npb_rank() == 0)
      printf(" Ranks as expected: %d of %d\n Keys sorted: %d of %d, out of"
             " order: %d\n", passed, ITERATIONS * TESTS, sorted, KEYS, wrong);
   result.verified = passed == ITERATIONS * TESTS && sorted == KEYS
                     && wrong == 0;
   return npb_finish(&result);
}
