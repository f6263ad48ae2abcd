/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Declares the functions that a Webots physics plugin and Webots call of each other. The declarations are our own,
 * written after the callback and utility functions in Webots' reference manual, as they are on Linux, so that the
 * example compiles without Webots. In a Webots project, include <plugins/physics.h> in its place.
 */

#ifndef WEBOTS_CALLBACKS_H
#define WEBOTS_CALLBACKS_H

#include <ode/ode.h>

/* Webots calls these. The order in a step is collide() for pairs, on several threads at once; step(); dWorldStep();
   step_end(). collide() returns 0 if Webots is to make the contact joints. */
void webots_physics_init(void);
int webots_physics_collide(dGeomID g1, dGeomID g2);
void webots_physics_step(void);
void webots_physics_step_end(void);
void webots_physics_cleanup(void);

/* The plugin calls these. */
dGeomID dWebotsGetGeomFromDEF(const char *name);
void dWebotsConsolePrintf(const char *format, ...);
double dWebotsGetTime(void); /* the time in milliseconds */

#endif /* WEBOTS_CALLBACKS_H */
