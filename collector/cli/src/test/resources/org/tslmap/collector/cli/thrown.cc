static volatile int counter;

static void thrower(int n)
{
   if (n == 0)
      throw 1;
   thrower(n - 1);
}

static void after() { counter = counter + 1; }

static void catcher()
{
   try {
      thrower(4);
   } catch (int) {
   }
   after();
}

int main()
{
   catcher();
   catcher();
   int *numbers = new int[10];
   for (int i = 0; i < 10; i++)
      numbers[i] = i;
   delete[] numbers;
   return 0;
}
