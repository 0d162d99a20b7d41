static volatile int released;
static volatile int counter;

struct Guard {
   ~Guard() { released = released + 1; }
};

static void thrower() { throw 1; }

static void middle(int n)
{
   Guard guard;
   if (n == 0)
      thrower();
   middle(n - 1);
}

static void after() { counter = counter + 1; }

static void again()
{
   try {
      middle(2);
   } catch (int) {
      after();
      throw;
   }
}

static void catcher()
{
   volatile int caught = 0;
   try {
      again();
   } catch (int) {
      caught = caught + 1;
   }
   after();
}

int main()
{
   catcher();
   return 0;
}
