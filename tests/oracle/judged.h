/* SPDX-License-Identifier: BSD-3-Clause */

/* An answer and the exact boxes at the time that it names: the common data of the judges of its parts. */

#ifndef ORACLE_JUDGED_H
#define ORACLE_JUDGED_H

#include "bms.h"
#include "geometry.h"
#include "scene.h"
#include "snapshot.h"

enum { CHECK_TEXT_SIZE = 256 };

/* The parts of an answer that are judged; each may be judged alone. */
typedef enum check_part {
  CHECK_STATUS = 1,    /* the status, and the reason where it is invalid; UNRESOLVED is no right answer */
  CHECK_ENCLOSURE = 2, /* t0 <= t_lower <= t* <= t_upper <= t1 and t_lower <= t <= t_upper, exactly */
  CHECK_PAIR =
      4, /* its axis vanishes exactly at t* (overlapping: is the nearest), its features face each other there */
  CHECK_NORMAL = 8,  /* it has unit length, and along it no vertex of b lies before one of a, to what bms.h allows */
  CHECK_POINTS = 16, /* 1 to BMS_MAX_POINTS points, all in both boxes, too */
  CHECK_SPEED = 32,  /* minus the rate of the gap, or between the speeds at the points where the normal is another's */
  CHECK_ALL = 63
} check_part;

typedef struct judged {
  scene *scene;
  const bms_query *query;
  const bms_contact *answer;
  snapshot at;        /* the boxes at answer->t */
  int number;         /* the number of the answer's axis */
  int end[6];         /* the ends of the half-edges that its features name: 1 at the maximum, 0 at the minimum, -1 along
                         the feature itself */
  snapshot_axis axis; /* that axis at answer->t, or where it is null there at the other end of the enclosure */
  int is_beside;      /* the latter */
  double normal_error;    /* of the axis, in units of 2^-53 */
  double place_tolerance; /* what places along it may be off: SLACK times the errors of judged.c, a length */
  geometry_scale scale;
  char *text;
} judged;

/* Computes the boxes at answer->t, which has a contact, and the scale.  `text` has room for CHECK_TEXT_SIZE. */
void judged_init(judged *j, scene *s, const bms_query *query, const bms_contact *answer, char *text);
void judged_clear(judged *j);

/* Finds the axis of the answer's pair.  Returns 0, or CHECK_PAIR if the pair is none. */
unsigned judged_find_axis(judged *j);

/* Writes what is wrong, and returns the part. */
unsigned judged_wrong(judged *j, unsigned part, const char *format, ...);

#endif /* ORACLE_JUDGED_H */
