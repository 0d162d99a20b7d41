/*--------------------------------------------------------------------*/
/*--- tslmap: variants for what the processor has.       tsl_cpu.h ---*/
/*--------------------------------------------------------------------*/

#ifndef TSL_CPU_H
#define TSL_CPU_H

typedef enum {
   TSL_AUTO = 0, /* the best the processor has */
   TSL_PORTABLE = 1,
   TSL_AVX2 = 2,
   TSL_AVX512 = 3
} tsl_variant;

/* Whether this processor can run `variant`. */
int tsl_variant_available(tsl_variant variant);

#endif /* TSL_CPU_H */
