/* Vectors in an object of main, by a member function that ends by jumping to another. */
#include <cstdlib>
#include <vector>

static __attribute__((noinline)) void fill(volatile double *data, size_t n)
{
   for (size_t i = 0; i < n; i++)
      data[i] = 1.0;
}

struct Table {
   std::vector<int> account;
   std::vector<double> balance, interest;
};

int main()
{
   const size_t n = 1000;
   Table t;
   t.account.resize(n);
   t.balance.resize(n);
   t.interest.resize(n);
   for (size_t i = 0; i < n; i++) {
      t.account[i] = 1;
      t.balance[i] = 2;
      t.interest[i] = 3;
   }
   fill(t.balance.data(), 10);
   fill(t.interest.data(), 20);
   return 0;
}
