static volatile int same;

void other(void)
{
   for (int i = 0; i < 7; i++)
      same++;
}
