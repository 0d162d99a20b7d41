/* Operators that are templates: their names have a result and what they were given. */
template <typename T> struct Pair {
   T a, b;
};

template <typename T> __attribute__((noinline)) Pair<T> operator+(const Pair<T> &x, const Pair<T> &y)
{
   return {x.a + y.a, x.b + y.b};
}

template <typename T> __attribute__((noinline)) bool operator<(const Pair<T> &x, const Pair<T> &y)
{
   return x.a < y.a || (x.a == y.a && x.b < y.b);
}

int main()
{
   Pair<long> sum = {0, 0}, one = {1, 2};
   while (sum < Pair<long>{1000, 0})
      sum = sum + one;
   return sum.b == 2000 ? 0 : 1;
}
