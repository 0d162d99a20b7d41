/*--------------------------------------------------------------------*/
/*--- BT's classes.                                      problem.h ---*/
/*--------------------------------------------------------------------*/

#ifndef PROBLEM_H
#define PROBLEM_H

#if NPB_CLASS == 'S'
#define CFD_POINTS 12
#define CFD_STEPS 60
#define CFD_DT 0.01
#elif NPB_CLASS == 'W'
#define CFD_POINTS 24
#define CFD_STEPS 200
#define CFD_DT 0.0008
#elif NPB_CLASS == 'A'
#define CFD_POINTS 64
#define CFD_STEPS 200
#define CFD_DT 0.0008
#elif NPB_CLASS == 'B'
#define CFD_POINTS 102
#define CFD_STEPS 200
#define CFD_DT 0.0003
#endif

#endif
