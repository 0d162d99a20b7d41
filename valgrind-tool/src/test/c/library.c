/* With -DLIBRARY a shared library with a table, otherwise the program that uses it. */
#ifdef LIBRARY
static volatile long table[300] = {1};

void fill_table(void)
{
   int i;
   for (i = 0; i < 300; i++)
      table[i] = i;
}
#else
void fill_table(void);

int main(void)
{
   fill_table();
   return 0;
}
#endif
