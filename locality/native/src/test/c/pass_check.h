/*--------------------------------------------------------------------*/
/*--- tslmap: what the parts of pass_check share.   pass_check.h ---*/
/*--------------------------------------------------------------------*/

#ifndef PASS_CHECK_H
#define PASS_CHECK_H

#include "check.h"
#include "tsl_pass.h"

extern const tsl_env env;
extern uint64_t round_seed;

void differ(const char *what, uint64_t found, uint64_t expected);
void expect(const char *what, uint64_t found, uint64_t expected);
void expect_within(const char *what, uint64_t found, double expected,
                   double part);

/* A growing list of numbers. */
typedef struct {
   uint64_t *at;
   size_t n, capacity;
} list;

void append(list *l, uint64_t value);
void drop(list *l);
/* How many different numbers v >> shift a list has; sorts it. */
size_t distinct(list *l, unsigned shift);
size_t count_of(const list *l, uint64_t value);

/* Words of 8 bytes, lines of 64, pages of 4096. */
extern const unsigned usual[3];

/* Around a border of the directory's chunks. */
#define SPACE_BASE ((5ull << 30) - 8192)
#define SPACE_BYTES (5u * 4096)

/* Of every byte: the range that was placed last, and the mapping below. */
typedef struct {
   uint32_t placed[SPACE_BYTES];
   int32_t placed_object[SPACE_BYTES];
   uint32_t mapping[SPACE_BYTES]; /* 0 none */
   int32_t mapped_object[SPACE_BYTES];
   uint8_t anonymous[SPACE_BYTES];
   uint32_t live[4096], lives;
   int32_t made[1u << 16]; /* by range: the object it is to get when asked for */
   int32_t objects;
   uint32_t mappings;
} bytes_model;

extern bytes_model model;

void change_space(tsl_space *s, int in_pass);

const tsl_stride_count *stride_of(const tsl_cells *c, uint32_t cell,
                                  int64_t stride);
void compare_strides(const tsl_cell *cell, const list *strides);

uint64_t block_header(uint32_t id, uint32_t words);
uint64_t thread_header(uint32_t thread);

/* The parts; each checks one round. */
void check_space(void);
void check_vast(void);
void check_touched(void);
void check_contexts(void);
void check_disorder(void);
void check_many(void);
void check_strides(void);
void check_segments(void);
void check_gaps(void);
void check_bursts_of_loads(void);
void check_labels_of_loads(void);
void check_events(void);
void check_many_paths(void);
void check_short_paths(void);
void check_calls(void);
void check_cells(void);
void check_walk(void);
void check_depends(void);

/* Gives back what the rounds of cells have kept. */
void free_cells(void);

#endif /* PASS_CHECK_H */
