#include <string>
#include <vector>

namespace space
{

struct Thing {
   static volatile int count;
   volatile long part[3];
};

volatile int Thing::count;

inline namespace v1
{
volatile double table[2][3];
}

} // namespace space

struct alignas(64) Wide {
   volatile double x[8];
};

struct Cookie {
   volatile int v;
   __attribute__((noipa)) ~Cookie() { v = 0; }
};

struct Made {
   volatile long n;
   __attribute__((noipa)) Made() : n(7) {}
   __attribute__((noipa)) ~Made() { n = 0; }
};

static thread_local Made made;
alignas(16) static volatile char arena[64];

#define FUNCTION __attribute__((noipa)) static

FUNCTION void statics()
{
   for (int i = 0; i < 4; i++)
      space::Thing::count = i;
   for (int i = 0; i < 6; i++)
      space::table[i / 3][i % 3] = i;
}

FUNCTION void threads_own()
{
   made.n = 3;
}

FUNCTION void placed()
{
   space::Thing *thing = new ((void *)arena) space::Thing;
   for (int i = 0; i < 3; i++)
      thing->part[i] = i;
}

FUNCTION long lambda()
{
   volatile long base[4] = {1, 2, 3, 4};
   auto sum = [&base](int n) __attribute__((noipa)) {
      volatile long tally = 0;
      for (int i = 0; i < n; i++)
         tally = tally + base[i];
      return tally;
   };
   return sum(3);
}

FUNCTION long grown()
{
   std::vector<long> numbers;
   for (int i = 0; i < 4; i++)
      numbers.push_back(i);
   long sum = 0;
   for (int i = 0; i < 10; i++)
      sum += ((volatile long *)numbers.data())[i % 4];
   return sum;
}

FUNCTION int text()
{
   std::string letters(100, 'x');
   int sum = 0;
   for (int i = 0; i < 5; i++)
      sum += ((volatile char *)letters.data())[i];
   return sum;
}

FUNCTION void wide()
{
   Wide *pair = new Wide[2];
   for (int i = 0; i < 16; i++)
      pair[i / 8].x[i % 8] = i;
   delete[] pair;
}

FUNCTION void cookie()
{
   Cookie *five = new Cookie[5];
   for (int i = 0; i < 5; i++)
      five[i].v = i;
   delete[] five;
}

int main()
{
   statics();
   threads_own();
   placed();
   wide();
   cookie();
   return (lambda() + grown() + text()) & 0;
}
