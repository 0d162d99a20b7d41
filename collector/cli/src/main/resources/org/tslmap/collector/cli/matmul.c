/* The papers' example: the product of two square matrices with three nested loops, i, j, k. In the
   inner loop a is read along a row (stride 1) and b down a column (stride n). */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline))
static void multiply(int n, const double *a, const double *b, double *c)
{
   for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
         double sum = 0.0;
         for (int k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
         c[i * n + j] = sum;
      }
}

__attribute__((noinline))
static void fill(int n, double *matrix, double first)
{
   for (int i = 0; i < n * n; i++)
      matrix[i] = first + i % 7;
}

int main(int argc, char **argv)
{
   int n = argc > 1 ? atoi(argv[1]) : 100;
   if (n < 1 || n > 4096) {
      fprintf(stderr, "matmul: expected a size in 1..4096\n");
      return 2;
   }
   double *a = malloc(sizeof(double) * n * n);
   double *b = malloc(sizeof(double) * n * n);
   double *c = malloc(sizeof(double) * n * n);
   if (a == NULL || b == NULL || c == NULL) {
      fprintf(stderr, "matmul: not enough memory for three matrices of %d x %d\n", n, n);
      return 1;
   }
   fill(n, a, 1.0);
   fill(n, b, 2.0);
   multiply(n, a, b, c);
   double trace = 0.0;
   for (int i = 0; i < n; i++)
      trace += c[i * n + i];
   printf("trace of the product: %.1f\n", trace);
   free(c);
   free(b);
   free(a);
   return 0;
}
