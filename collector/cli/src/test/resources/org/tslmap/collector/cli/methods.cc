namespace space
{

struct Thing {
   void fill(int n);
};

__attribute__((noipa)) void touch(volatile long *at, int n)
{
   for (int i = 0; i < n; i++)
      at[i] = i;
}

__attribute__((noipa)) void Thing::fill(int n)
{
   static volatile long kept[8];
   volatile long local[8];
   touch(kept, n);
   touch(local, n + 1);
   if (n == 3)
      throw n;
}

template <class T> __attribute__((noipa)) void generic(T n)
{
   volatile long local[8];
   touch(local, static_cast<int>(n));
}

} // namespace space

static inline __attribute__((always_inline)) void inlined(int n)
{
   volatile long inner[8];
   space::touch(inner, n);
}

__attribute__((noipa)) static void host()
{
   inlined(2);
}

int main()
{
   space::Thing thing;
   thing.fill(2);
   try {
      thing.fill(3);
   } catch (int) {
      host();
   }
   space::generic<int>(4);
   space::generic<double>(5.0);
   return 0;
}
