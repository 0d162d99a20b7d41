volatile long exported;
static volatile long kept[4];

void shared(int n)
{
   for (int i = 0; i < n; i++)
      kept[i % 4] += i;
   for (int i = 0; i < 3; i++)
      exported++;
}
