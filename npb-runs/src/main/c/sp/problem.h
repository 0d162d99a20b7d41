/*--------------------------------------------------------------------*/
/*--- SP's classes.                                      problem.h ---*/
/*--------------------------------------------------------------------*/

#ifndef PROBLEM_H
#define PROBLEM_H

#if NPB_CLASS == 'S'
#define CFD_POINTS 12
#define CFD_STEPS 100
#define CFD_DT 0.015
#elif NPB_CLASS == 'W'
#define CFD_POINTS 36
#define CFD_STEPS 400
#define CFD_DT 0.0015
#elif NPB_CLASS == 'A'
#define CFD_POINTS 64
#define CFD_STEPS 400
#define CFD_DT 0.0015
#elif NPB_CLASS == 'B'
#define CFD_POINTS 102
#define CFD_STEPS 400
#define CFD_DT 0.001
#endif

#endif
