/* SPDX-License-Identifier: BSD-3-Clause */

/* Asks about a way and writes the answer, exactly and by samples. */

#ifndef ARM_SWEEP_H
#define ARM_SWEEP_H

#include <bms_scene.h>
#include <stdbool.h>
#include <stdio.h>

#include "arm.h"
#include "waypoints.h"

typedef struct sweep_options {
  double tolerance; /* the tolerance of contacts, as a length */
  bool cubic;
  double blend;                   /* seconds of parabolas around points, or 0 */
  bool clearance;                 /* if the way is free, the least distances are computed too */
  waypoints_turning turning;      /* how continuous joints go */
  bool no_joints;                 /* answers have no joint values */
  bool ignore_limits;             /* the limits of joints are not checked */
  bms_link_clearance *along;      /* room for the clearance of each segment, or NULL */
  int samples;                    /* the number of samples of each segment */
  bool progress;                  /* progress was asked for (progress.h) */
  bool silent;                    /* no progress is shown, as the way is one of many */
  const bms_scene *scene;         /* the prepared arm; if NULL, the chain itself is asked */
  bms_scene_workspace *workspace; /* the workspace of the thread that asks the scene */
} sweep_options;

typedef struct sweep_answer {
  bms_status status;            /* the status of the whole way; contacts at a later segment's start are BMS_CONTACT */
  int segment;                  /* the segment of the contact */
  bms_chain_contact contact;    /* valid if there is a contact */
  bms_link_clearance clearance; /* valid if there is none */
  double *joints;               /* the configuration at the contact, or where the arm is nearest to something */
  double sampled;               /* the time of the first sample that overlaps; INFINITY if none does */
  int sample_count;
  bool no_joints;                  /* the joint values are not written */
  const bms_link_clearance *along; /* [along_count]: the clearances of the segments before the contact; or NULL */
  int along_count;
} sweep_answer;

/* Answers, and returns answer->status. The list `joints` has room for all joints. */
bms_status sweep(const robot *arm, const bms_robot_trajectory *way, const sweep_options *options, double *joints,
                 sweep_answer *answer);

/* Returns the exit status of an answer: 0 if the way is free, 1 if there is a contact, 2 if it is not known. */
int sweep_exit_status(const sweep_answer *answer);

/* Encloses the least distance on a move. */
bms_status sweep_clearance(const robot *arm, const bms_move *move, const sweep_options *options,
                           bms_link_clearance *clearance);

/* Returns the box around a shape at t, standing still. */
bms_body sweep_body_at(const robot *arm, const bms_move *move, double t, int shape);

/* Writes the answer as text for people, or as one line of JSON. */
void sweep_write_text(FILE *out, const robot *arm, const bms_robot_trajectory *way, const sweep_options *options,
                      const sweep_answer *answer);
void sweep_write_json(FILE *out, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer);

/* Writes how many pairs of links and objects are not checked, and why; returns their number. */
int sweep_left_out(const robot *arm, char *text, size_t size);

/* Writes what stands between the braces of that line, the number of pairs that are not checked only if wanted. */
void sweep_write_members(FILE *out, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer,
                         bool left_out);

/* Writes a text, which is UTF-8, as a string of JSON. */
void sweep_write_string(FILE *out, const char *text);

/* Checks that the joints stay within their limits all the way. If not, writes which joint leaves them and where. */
bool sweep_within_limits(const bms_robot_trajectory *way, const sweep_options *options, char *reason, size_t size);

/* Draw the arm at the first and the last configuration and at the contact, from the side and from above; write the way
   as an animation; or write it as a page that moves in any browser (page/page.h). They return false if the file could
   not be written: errno has the reason. */
bool sweep_write_svg(const char *file, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer);
bool sweep_write_gltf(const char *file, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer);
bool sweep_write_page(const char *file, const robot *arm, const bms_robot_trajectory *way, const sweep_options *options,
                      const sweep_answer *answer);

#endif /* ARM_SWEEP_H */
