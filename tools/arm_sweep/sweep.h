/* SPDX-License-Identifier: BSD-3-Clause */

/* The question and its answer: a way, exactly and by samples. */

#ifndef ARM_SWEEP_H
#define ARM_SWEEP_H

#include <bms_scene.h>
#include <stdbool.h>
#include <stdio.h>

#include "robot/robot.h"
#include "waypoints.h"

typedef struct sweep_options {
  double tolerance; /* in length */
  bool cubic;
  bool clearance;                 /* also tell how far everything stays apart, if the way is free */
  bool ignore_limits;             /* of joints */
  int samples;                    /* of each segment */
  bool progress;                  /* on standard error */
  const bms_scene *scene;         /* the arm, prepared; or NULL: the chain itself is asked */
  bms_scene_workspace *workspace; /* of the thread that asks the scene */
} sweep_options;

typedef struct sweep_answer {
  bms_status status;            /* of the whole way; contacts at a later segment's start are BMS_CONTACT */
  int segment;                  /* where contact is */
  bms_chain_contact contact;    /* if there is one */
  bms_link_clearance clearance; /* if there is none */
  double *joints;               /* at the contact, or where the arm is nearest to something */
  double sampled;               /* the first sample that overlaps; INFINITY if none does */
  int sample_count;
} sweep_answer;

/* Answers; joints holds room for all.  Returns answer->status. */
bms_status sweep(const robot *arm, const waypoints *way, const sweep_options *options, double *joints,
                 sweep_answer *answer);

/* The box around a shape at t, standing still. */
bms_body sweep_body_at(const robot *arm, const bms_move *move, double t, int shape);

/* The answer as text for people, or as one line of JSON. */
void sweep_write_text(FILE *out, const robot *arm, const waypoints *way, const sweep_options *options,
                      const sweep_answer *answer);
void sweep_write_json(FILE *out, const robot *arm, const sweep_answer *answer);

/* What stands between the braces of that line. */
void sweep_write_members(FILE *out, const robot *arm, const sweep_answer *answer);

/* Checks that the joints stay within their limits all the way; if not, says which and where. */
bool sweep_within_limits(const robot *arm, const waypoints *way, const sweep_options *options, char *reason,
                         size_t size);

/* The arm at the first and the last configuration and at the contact, from the side and from above. */
bool sweep_write_svg(const char *file, const robot *arm, const waypoints *way, const sweep_answer *answer);

/* The way as an animation.  False if it could not be written: said on standard error. */
bool sweep_write_gltf(const char *file, const robot *arm, const waypoints *way, const sweep_options *options,
                      const sweep_answer *answer);

/* The way as a page that moves in any browser (page/page.h).  False if it could not be written: said on standard
   error. */
bool sweep_write_page(const char *file, const robot *arm, const waypoints *way, const sweep_options *options,
                      const sweep_answer *answer);

#endif /* ARM_SWEEP_H */
