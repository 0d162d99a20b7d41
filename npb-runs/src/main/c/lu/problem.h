/*--------------------------------------------------------------------*/
/*--- LU's classes.                                      problem.h ---*/
/*--------------------------------------------------------------------*/

#ifndef PROBLEM_H
#define PROBLEM_H

#if NPB_CLASS == 'S'
#define CFD_POINTS 12
#define CFD_STEPS 50
#define CFD_DT 0.5
#elif NPB_CLASS == 'W'
#define CFD_POINTS 33
#define CFD_STEPS 300
#define CFD_DT 0.0015
#elif NPB_CLASS == 'A'
#define CFD_POINTS 64
#define CFD_STEPS 250
#define CFD_DT 2.0
#elif NPB_CLASS == 'B'
#define CFD_POINTS 102
#define CFD_STEPS 250
#define CFD_DT 2.0
#endif

#endif
