__attribute__((noinline)) static int letters(char **variable)
{
   int sum = 0;
   for (; *variable != 0; variable++)
      sum += **variable;
   return sum;
}

int main(int argc, char **argv, char **environment)
{
   return letters(environment) == 0;
}
