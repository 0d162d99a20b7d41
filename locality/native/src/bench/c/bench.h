/*--------------------------------------------------------------------*/
/*--- tslmap: parts of the benchmark.                     bench.h ---*/
/*--------------------------------------------------------------------*/

#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdint.h>

/* A stream of accesses in memory. */
typedef struct {
   const char *name;
   uint64_t *addr;
   uint32_t *site;
   size_t n, capacity;
} trace;

#define TRACES 6

/* Fills trace number i (of TRACES) with about `n` accesses. */
void trace_make(trace *t, unsigned i, size_t n);
void trace_free(trace *t);
const char *trace_name(unsigned i);

/* Exact reuse distances of the trace's 8-byte words the usual way: last times
   in a hash table, live times in a Fenwick tree. reuse has 48 entries: distance
   0, then powers of two. Returns the first touches. */
uint64_t baseline_reuse(const trace *t, uint64_t *reuse);

#endif /* BENCH_H */
