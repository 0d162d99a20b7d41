/* Well-behaved: a recursion of many calls whose frames all fit into the cache. */
__attribute__((noipa)) static long ways(long stairs)
{
   return stairs < 2 ? 1 : ways(stairs - 1) + ways(stairs - 2);
}

int main(void)
{
   return ways(24) < 0;
}
