static __thread volatile long mine[4];
__thread volatile long cell[10];

void touch(int n)
{
   for (int i = 0; i < n; i++)
      cell[i % 10] = i;
   mine[1] = n;
}
