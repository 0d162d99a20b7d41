/* Small kernels, and a worse form of each: -DINTERCHANGED, -DUNTILED, -DPADDED, -DSTRUCTURES, -DEXTRA,
   and for caches with sets -DCOLLIDING. */
#include <stdio.h>
#include <stdlib.h>

#define OWN __attribute__((noinline)) static

enum { N = 64, TILE = 8, CELLS = 4096 };

#ifdef COLLIDING
enum { ROW = N };
#else
enum { ROW = N + 8 };
#endif
static double a[N][ROW], b[N][ROW];

#ifdef PADDED
typedef struct { int value; int unused[15]; } count;
#else
typedef struct { int value; } count;
#endif
static count counts[1024];

#ifdef STRUCTURES
static struct { double position, speed, mass, charge, others[4]; } bodies[CELLS];
#define POSITION(i) bodies[i].position
#define SPEED(i) bodies[i].speed
#else
static double positions[CELLS], speeds[CELLS];
#define POSITION(i) positions[i]
#define SPEED(i) speeds[i]
#endif

OWN void fill(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         a[i][j] = i + j;
   for (int i = 0; i < CELLS; i++)
      SPEED(i) = POSITION(i) = i % 7;
}

OWN void smooth(void)
{
#ifdef INTERCHANGED
   for (int j = 1; j < N; j++)
      for (int i = 0; i < N; i++)
         a[i][j] += 0.5 * a[i][j - 1];
#else
   for (int i = 0; i < N; i++)
      for (int j = 1; j < N; j++)
         a[i][j] += 0.5 * a[i][j - 1];
#endif
}

OWN void transpose(void)
{
#ifdef UNTILED
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         b[j][i] = a[i][j];
#else
   for (int p = 0; p < N; p += TILE)
      for (int q = 0; q < N; q += TILE)
         for (int i = p; i < p + TILE; i++)
            for (int j = q; j < q + TILE; j++)
               b[j][i] = a[i][j];
#endif
}

OWN void count_all(void)
{
   for (int i = 0; i < CELLS; i++)
      counts[(i * 37) & 1023].value++;
}

OWN void move(void)
{
   for (int i = 0; i < CELLS; i++)
      POSITION(i) += 0.1 * SPEED(i);
}

#ifdef EXTRA
OWN void scale(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         b[i][j] *= 0.5;
}
#endif

int main(int argc, char **argv)
{
   if (argc > 1) {
      fprintf(stderr, "no %s today\n", argv[1]);
      return 4;
   }
   fill();
   for (int t = 0; t < 6; t++) {
      smooth();
      transpose();
      count_all();
      move();
#ifdef EXTRA
      scale();
#endif
   }
   printf("%g %d\n", b[3][4] + POSITION(5), counts[1].value);
   return 0;
}
