/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Checks joint limits along a trajectory.
 *
 * A joint's value on a segment is a polynomial, which lies between its Bernstein coefficients: if all of these are
 * within the limits, so is the joint; else the segment is halved.
 */

#include <stdio.h>
#include <stdlib.h>

#include "trajectory.h"

/* Values may exceed a limit by this, in radians or metres, as numbers that were written with nine digits do. */
static const double LIMIT_SLACK = 1e-9;

/* The number of coefficients, and the number of halvings after which a piece is a point. */
enum { TERMS = BMS_MOVE_TERMS, MOST_HALVINGS = 40 };

/* Computes the Bernstein coefficients on [0, 1] of sum_k row[k] (length s)^k. */
static void bernstein_of(const double row[TERMS], double length, double out[TERMS]) {
  double power = 1, binomial[TERMS];
  for (int i = 0; i < TERMS; i++) out[i] = 0;
  for (int k = 0; k < TERMS; k++, power *= length) {
    /* s^k has the coefficients C(i, k) / C(n, k), n = TERMS - 1 */
    binomial[k] = 1;
    for (int j = 0; j < k; j++) binomial[k] = binomial[k] * (TERMS - 1 - j) / (j + 1);
    for (int i = k; i < TERMS; i++) {
      double choose = 1;
      for (int j = 0; j < k; j++) choose = choose * (i - j) / (j + 1);
      out[i] += row[k] * power * choose / binomial[k];
    }
  }
}

static bool is_within(const robot_limits *limits, double value) {
  return value >= limits->lower - LIMIT_SLACK && value <= limits->upper + LIMIT_SLACK;
}

/* Halves a polynomial by de Casteljau's algorithm. */
static void halve(const double from[TERMS], double left[TERMS], double right[TERMS]) {
  double row[TERMS];
  for (int i = 0; i < TERMS; i++) row[i] = from[i];
  for (int i = 0; i < TERMS; i++) {
    left[i] = row[0];
    right[TERMS - 1 - i] = row[TERMS - 1 - i];
    for (int j = 0; j + 1 < TERMS - i; j++) row[j] = 0.5 * row[j] + 0.5 * row[j + 1];
  }
}

/* Returns the first place in [at, at + width] at which the value is found beyond the limits, or -1. */
static double first_beyond(const robot_limits *limits, const double c[TERMS], double at, double width, int halvings) {
  bool all = true;
  for (int i = 0; i < TERMS; i++) all = all && is_within(limits, c[i]);
  if (all) return -1;
  if (!is_within(limits, c[0])) return at;
  if (halvings == 0) return is_within(limits, c[TERMS - 1]) ? -1 : at + width;
  double left[TERMS], right[TERMS];
  halve(c, left, right);
  double place = first_beyond(limits, left, at, width / 2, halvings - 1);
  return place >= 0 ? place : first_beyond(limits, right, at + width / 2, width / 2, halvings - 1);
}

enum { NUMBER_SIZE = 32 };

/* Writes a number in as few digits, at least 15 of them, as it can be read back from. */
static void write_number(double x, char text[NUMBER_SIZE]) {
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, NUMBER_SIZE, "%.*g", digits, x);
    if (!(strtod(text, NULL) < x || strtod(text, NULL) > x)) return;
  }
}

/* Checks a joint, whose value is the move's variable v. */
static bool check_joint(const char *name, const robot_limits *limits, const bms_move *move, int v,
                        bms_robot_fault *fault) {
  double c[TERMS], value[1];
  if (!limits->limited) return true;
  bernstein_of(move->value[v], move->t1 - move->t0, c);
  double place = first_beyond(limits, c, 0, 1, MOST_HALVINGS), t = move->t0 + place * (move->t1 - move->t0);
  if (place < 0) return true;
  const bms_move one = {move->t0, move->t1, &move->value[v]};
  bms_move_at(&one, 1, t, value);
  /* All digits: a value may be beyond a limit by the last of them. */
  const double number[3] = {limits->lower, limits->upper, value[0]};
  char text[3][NUMBER_SIZE];
  for (int i = 0; i < 3; i++) write_number(number[i], text[i]);
  loaded_fault(fault, "joint %.60s leaves its limits [%s, %s] at t = %.9g, where it is at %s (radians or metres)", name,
               text[0], text[1], t, text[2]);
  return false;
}

/* Checks all joints, those that mimic others too. */
static bool check_move(const robot *arm, const bms_move *move, bms_robot_fault *fault) {
  for (int v = 0; v < arm->joint_count; v++)
    if (!check_joint(arm->joint[v].name, &arm->joint[v].limits, move, v, fault)) return false;
  for (int i = 0; i < arm->mimic_count; i++)
    if (!check_joint(arm->mimic[i].name, &arm->mimic[i].limits, move, arm->joint_count + i, fault)) return false;
  return true;
}

int bms_robot_trajectory_check_limits(const bms_robot_trajectory *trajectory, bms_robot_fault *fault) {
  const robot *arm = &trajectory->robot->arm;
  double(*row)[TERMS] = calloc((size_t)arm->joint_count + (size_t)arm->mimic_count + 1, sizeof *row);
  bool good = row != NULL;
  if (!good) loaded_fault(fault, "out of memory");
  for (int i = 0; good && i + 1 < trajectory->count; i++) {
    bms_move move = bms_robot_trajectory_move(trajectory, i, row);
    good = check_move(arm, &move, fault);
  }
  free(row);
  return good ? 0 : -1;
}
