// A function that is recorded goes over blocks that counted ones allocate: at once, by a wrapper of
// their own, by the standard library, and through a pointer to the wrapper.
#include <cstdlib>
#include <vector>

__attribute__((noinline)) static void *take(std::size_t bytes)
{
   return std::malloc(bytes);
}

static void *(*volatile taker)(std::size_t) = take;

__attribute__((noinline)) static long go_over(const long *values, int n)
{
   long sum = 0;
   for (int i = 0; i < n; i++)
      sum += values[i];
   return sum;
}

__attribute__((noinline)) static long *make(int n)
{
   long *values = static_cast<long *>(std::calloc(n, sizeof *values));
   return values;
}

__attribute__((noinline)) static long *wrapped(int n)
{
   long *elements = static_cast<long *>(taker(n * sizeof *elements));
   for (int i = 0; i < n; i++)
      elements[i] = i;
   return elements;
}

int main()
{
   enum { N = 50000 };
   long sum = 0;
   for (int round = 0; round < 3; round++) {
      long *made = make(N);
      long *got = wrapped(N);
      std::vector<long> grown;
      for (int i = 0; i < N; i++)
         grown.push_back(i);
      sum += go_over(made, N) + go_over(got, N) + go_over(grown.data(), N);
      std::free(made);
      std::free(got);
   }
   return sum != 3L * (N - 1) * N;
}
