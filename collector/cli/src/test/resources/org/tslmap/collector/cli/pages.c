/* What the pages are looked at with: a walk through a matrix, another against its rows, a copy of
   it on the heap for a while, and a function and a file whose names are HTML once the build is done with them. */
#include <stdio.h>
#include <stdlib.h>

#define N 64

static double matrix[N][N];
static double result[N];

__attribute__((noinline)) static void fill(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      matrix[i][j] = i + j;
    }
  }
}

__attribute__((noinline)) static double columns(void) {
  double sum = 0;
  for (int j = 0; j < N; j++) {
    for (int i = 0; i < N; i++) {
      sum += matrix[i][j];
    }
    result[j] = sum;
  }
  return sum;
}

int main(int argc, char **argv) {
  fill();
  double sum = columns();
  double *copy = malloc(sizeof matrix);
  for (int i = 0; i < N * N; i++) {
    copy[i] = matrix[i / N][i % N];
  }
  sum += copy[N];
  free(copy);
  /* With an argument it goes on until its input ends. */
  if (argc > 1) {
    do {
      sum += columns();
    } while (getchar() != EOF);
  }
#line 1 "<script>document.title='file'</script>.c"
  printf("%g %s\n", sum + result[N - 1], argc > 5 ? argv[1] : "");
  return 0;
}
