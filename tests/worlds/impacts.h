/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bodies that hit a floor or a wall, each far from the others: their energy and speed a while later.
 *
 * The reference is plain ODE with REFERENCE_PARTS steps in each 1/60 s and an ERP of 0.002, so that overlaps are not
 * thrown apart.  Contacts have no restitution and a friction of 0.5.  Each body is turned at random and begins up to a
 * sixtieth of a second before it hits; the same bodies are thrown in each way to step.
 */

#ifndef WORLDS_IMPACTS_H
#define WORLDS_IMPACTS_H

#include "scene.h"
#include "stepping.h"

enum { REFERENCE_PARTS = 400, IMPACT_TIMES = 3 };

typedef enum impact_shape { IMPACT_CUBE, IMPACT_ROD, IMPACT_PLATE, IMPACT_DOLL, IMPACT_SHAPES } impact_shape;

extern const char *const IMPACT_NAME[IMPACT_SHAPES];

/* The times after the start at which is measured, s. */
extern const double IMPACT_TIME[IMPACT_TIMES];

typedef struct impact_case {
  impact_shape shape;
  double speed; /* m/s */
  bool wall;    /* a wall of 5 cm, hit level; else a floor of 5 cm */
  bool full_step;
  double frame; /* s */
  int bodies;   /* or dolls */
  uint64_t seed;
} impact_case;

typedef struct impact {
  double start;                /* kinetic energy at the start, J, mean of a body or doll */
  double energy[IMPACT_TIMES]; /* kinetic, J, mean of a body or doll */
  double error[IMPACT_TIMES];  /* standard error of these means */
  double speed[IMPACT_TIMES];  /* m/s, mean of all centres */
  double lost;                 /* part of the time of all bodies */
  double price;                /* processor time of a frame, s */
  int through;                 /* bodies behind the floor or wall at the end */
} impact;

impact impact_of(const impact_case *c, stepping how);
impact impact_reference(const impact_case *c);

#endif /* WORLDS_IMPACTS_H */
