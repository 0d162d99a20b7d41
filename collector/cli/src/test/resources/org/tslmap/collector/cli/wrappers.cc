#include <cstdlib>
#include <vector>

// Blocks that templates, containers and a checking wrapper allocate for others.

template <typename T> T *Allocate(size_t n)
{
   return static_cast<T *>(malloc(n * sizeof(T)));
}

static __attribute__((noinline)) void *checked(size_t bytes)
{
   void *block = malloc(bytes);
   if (block == nullptr)
      abort();
   return block;
}

struct Domain {
   std::vector<double> x;
   void AllocateNodes(int n)
   {
      x.resize(n);
   }
};

static __attribute__((noinline)) double fill(volatile double *a, int n)
{
   for (int i = 0; i < n; i++)
      a[i] = i;
   return a[n - 1];
}

int main()
{
   Domain domain;
   domain.AllocateNodes(100);
   double sum = fill(domain.x.data(), 100);
   double *p = Allocate<double>(200), *q = Allocate<double>(300);
   sum += fill(p, 200) + fill(q, 300);
   double *r = static_cast<double *>(checked(400 * sizeof(double)));
   sum += fill(r, 400);
   free(p);
   free(q);
   free(r);
   return sum < 0;
}
