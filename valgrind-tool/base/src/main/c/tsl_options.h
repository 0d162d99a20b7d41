/*--------------------------------------------------------------------*/
/*--- tslmap: the command line.                      tsl_options.h ---*/
/*--- SPDX-License-Identifier: GPL-2.0-or-later                    ---*/

#pragma once

#include "tsl_base.h"

#define TSL_MOST_REGIONS 8 /* --tsl-region */

typedef enum { TSL_OUT_SCORE, TSL_OUT_LOG, TSL_OUT_SOCKET, TSL_OUT_NULL } tsl_out;

/* So many accesses, or milliseconds. */
typedef struct {
   const HChar *given; /* NULL: no bound */
   ULong amount;
   Bool time;
} tsl_bound;

typedef struct {
   tsl_out out;
   const HChar *connect;   /* NULL: none */
   Bool stop_on_loss;      /* end the program when the collector is lost */
   const HChar *log;       /* name pattern of the file of messages; NULL: none */
   const HChar *token_file; /* NULL: none */
   const HChar *out_file;  /* name pattern of the score file */
   XArray *functions;      /* of const HChar*: patterns of --tsl-fn */
   XArray *lines;          /* of const HChar*: --tsl-lines */
   Bool inclusive;
   const HChar *toggle;    /* NULL: none */
   XArray *regions;        /* of const HChar*: --tsl-region */
   XArray *watches;        /* of const HChar*: --tsl-watch */
   XArray *places;         /* of const HChar*: --tsl-watch-at */
   XArray *skips;          /* of const HChar*: --tsl-skip-obj, -file, -fn as given */
   const HChar *skip;      /* NULL, or a file of what to skip */
   const HChar *filter;    /* NULL, or a filter file in Score-P's syntax */
   Long count_after;       /* accesses of a function, before skips and the filter count it; 0: from its start */
   Long again;             /* such functions are recorded again for one in so many accesses; 0: never */
   const HChar *adapt;     /* by what the collector chooses what is only counted; NULL: it does not */
   const HChar *adapt_keep; /* the last name of what is not to be chosen; NULL: none */
   Bool heap;              /* follow calls of allocators */
   Bool at_start;          /* record from the start */
   Bool fixed_stack;       /* whatever the environment */
   tsl_bound start_after, stop_after;
   Bool end_then;          /* end the program after the stretch */
   Long word, line, page, window, imax, n, time_window;
   Bool pages; /* whether these are scored */
   Int history_process;
   const HChar *sample;    /* "off", "auto" or a rate */
   Bool sampled;           /* it is not "off" */
   ULong sample_period;    /* accesses from burst to burst, 0: they vary */
   Long sample_after;      /* accesses that are all scored before; 0: a few */
   Long pause_after;       /* accesses, before recording may pause; 0: never */
   Long sample_seed;
   const HChar *budget;    /* NULL: none */
   Double budget_pace;     /* times Valgrind without a tool, or */
   ULong budget_ms;        /* milliseconds for all */
   Bool stats;
   Long top;               /* functions in the printed table */
   const HChar *engine;    /* "auto", "avx512", "avx2", "portable" */
   XArray *given;          /* of const HChar*: every --tsl- option as given */
} tsl_options;

extern tsl_options tsl_opt;

void tsl_options_init(void);
Bool tsl_options_process(const HChar *arg);
void tsl_options_usage(void);
void tsl_options_debug_usage(void);
/* Checks what one option alone cannot tell; does not return on errors. */
void tsl_options_check(void);

/* Whether accesses are chosen by their addresses. */
Bool tsl_options_by_address(void);
/* Whether accesses are chosen at all, other than by the time when they are made. */
Bool tsl_options_narrow(void);
/* What they ask the engine for. */
tsl_params tsl_options_params(void);
UInt tsl_options_log2_n(void);
tsl_variant tsl_options_variant(void);
