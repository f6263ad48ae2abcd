/* SPDX-License-Identifier: BSD-3-Clause */

/* Poses of bodies and shapes at the knots of a level, in lanes. */

#ifndef BMS_EDGE_KINEMATICS_H
#define BMS_EDGE_KINEMATICS_H

#include <string.h>

#include "numeric/sine.h"
#include "scene/scene.h"

/* Blocks of knots that this unit checks: all of them, or one where the unit that includes this is for few parts. */
#ifdef EDGE_LOOK_SHORT
enum { EDGE_USED = 1 };
#else
enum { EDGE_USED = EDGE_BLOCKS };
#endif

/* Computes the values of all variables, their sines and cosines. */
BMS_INLINE void edge_values(const bms_scene *scene, bms_scene_workspace *w, const bms_move *move,
                            const edge_level *level) {
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes time = lanes_sub(lanes_load(level->time + 4 * block), lanes_all(move->t0));
    for (int v = 0; v < scene->chain.variable_count; v++) {
      const double *c = move->value[v];
      lanes value = lanes_all(c[w->term_count - 1]);
      for (int k = w->term_count - 2; k >= 0; k--) value = lanes_add(lanes_all(c[k]), lanes_mul(time, value));
      w->value[v][block] = value;
      lanes_sine_cosine(value, &w->sine[v][block], &w->cosine[v][block]);
    }
  }
}

/* Sets the axes of a frame of the outer one. */
BMS_INLINE void edge_turn_to(const edge_frame *outer, const double frame[3][4], edge_frame *out) {
  BMS_UNROLL(3)
  for (int c = 0; c < 3; c++) BMS_UNROLL(3)
  for (int r = 0; r < 3; r++)
    out->axis[c][r] =
        lanes_combine(outer->axis[0][r], frame[0][c], outer->axis[1][r], frame[1][c], outer->axis[2][r], frame[2][c]);
}

/* Sets the origin of a frame of the outer one. */
BMS_INLINE void edge_shift(const edge_frame *outer, const double frame[3][4], edge_frame *out) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++)
    out->origin[r] = lanes_add(outer->origin[r], lanes_combine(outer->axis[0][r], frame[0][3], outer->axis[1][r],
                                                               frame[1][3], outer->axis[2][r], frame[2][3]));
}

/* Sets a frame that is the same at all knots. */
BMS_INLINE void edge_stand(const double frame[3][4], edge_frame *out) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    BMS_UNROLL(3)
    for (int c = 0; c < 3; c++) out->axis[c][r] = lanes_all(frame[r][c]);
    out->origin[r] = lanes_all(frame[r][3]);
  }
}

/* Turns a frame about its z axis. */
BMS_INLINE void edge_turn(lanes sine, lanes cosine, edge_frame *frame) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes x = frame->axis[0][r], y = frame->axis[1][r];
    frame->axis[0][r] = lanes_add(lanes_mul(cosine, x), lanes_mul(sine, y));
    frame->axis[1][r] = lanes_sub(lanes_mul(cosine, y), lanes_mul(sine, x));
  }
}

/* Places all bodies that are needed. */
BMS_INLINE void edge_place(const bms_scene *scene, bms_scene_workspace *w, int block) {
  for (int i = 0; i < scene->body_count; i++) {
    const scene_body *body = &scene->body[i];
    edge_frame *out = &w->body[i][block];
    if (!w->needs_body[i]) continue;
    if (body->parent == BMS_WORLD) {
      edge_stand(body->frame, out);
    } else {
      edge_turn_to(&w->body[body->parent][block], body->frame, out);
      edge_shift(&w->body[body->parent][block], body->frame, out);
    }
    int v = body->variable;
    if (body->turns)
      edge_turn(w->sine[v][block], w->cosine[v][block], out);
    else
      BMS_UNROLL(3)
    for (int r = 0; r < 3; r++)
      out->origin[r] = lanes_add(out->origin[r], lanes_mul(w->value[v][block], out->axis[2][r]));
  }
}

/* Returns where the middle of a mover or a hull is, whose body has been placed; its axes are not to be read. */
BMS_INLINE const edge_frame *edge_mover_origin(const bms_scene *scene, bms_scene_workspace *w, int mover) {
  const scene_shape *shape = &scene->shape[scene->view[mover].b];
  if (w->is_placed[mover]) return w->mover[mover];
  w->is_placed[mover] = true;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++)
    edge_shift(&w->body[shape->body][block], (const double(*)[4])shape->frame, &w->mover[mover][block]);
  return w->mover[mover];
}

/* Returns the axes of a mover or a hull, whose body has been placed; the origin is not to be read. */
BMS_INLINE const edge_frame *edge_mover_axes(const bms_scene *scene, bms_scene_workspace *w, int mover) {
  const scene_shape *shape = &scene->shape[scene->view[mover].b];
  const edge_frame *body = w->body[shape->body];
  if (shape->is_straight) return body;
  if (w->is_turned[mover]) return w->mover[mover];
  w->is_turned[mover] = true;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++)
    edge_turn_to(&body[block], (const double(*)[4])shape->frame, &w->mover[mover][block]);
  return w->mover[mover];
}

#endif /* BMS_EDGE_KINEMATICS_H */
