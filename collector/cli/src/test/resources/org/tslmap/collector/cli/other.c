static volatile int same;

static void count(void)
{
   for (int i = 0; i < 7; i++)
      same++;
}

void other(void)
{
   count();
}
