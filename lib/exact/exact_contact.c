/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The exact walk to the first contact: its start, and the meaning of its end.  The steps are in exact_walk.c.
 *
 * The answer has the set of all axes whose gap is 0 at the contact.  bms_exact_contact_at_start() checks only a set
 * that its caller names: first_contact.c leaves out axes that come after a face in the order of rule 1 of ties (bms.h).
 */

#include "numeric/arithmetic.h"

#include "exact/exact_contact.h"

#include "exact/exact_scene.h"
#include "exact/exact_walk.h"

/* Walks over [t_from, t1]; at_start: t_from is the start of the query. */
static bms_status walk(bms_exact_scene *scene, double t_from, double t1, bool at_start, bms_exact_answer *answer) {
  bms_exact end = bms_exact_from_double(&scene->kept, t1);
  bms_exact_root event = bms_exact_root_at(bms_exact_from_double(&scene->kept, t_from), end);
  double proved = t_from, lower = t_from, upper = t_from, nearest = t_from;
  int axis = bms_exact_start_axis(scene, &event, answer);
  bool contact = false;
  if (!bms_exact_scene_exhausted(scene) && axis < 0) {
    if (!at_start && answer->axes == 0) return bms_exact_contradict(answer, t_from, t1);
    bms_status status = !at_start ? BMS_CONTACT : answer->axes ? BMS_TOUCHING : BMS_OVERLAPPING;
    return bms_exact_finish(answer, status, t_from, t_from);
  }
  if (!bms_exact_scene_exhausted(scene)) contact = bms_exact_walk_to_contact(scene, axis, end, &event, answer, &proved);
  if (contact) {
    bms_exact_root_enclose(&scene->scratch, &event, &lower, &upper);
    nearest = bms_exact_root_nearest(&scene->scratch, &event, lower, upper);
  }
  if (bms_exact_scene_exhausted(scene)) return bms_exact_finish(answer, BMS_UNRESOLVED, proved, t1);
  if (!contact) return bms_exact_finish(answer, BMS_SEPARATED, t1, t1);
  bms_exact_finish(answer, BMS_CONTACT, lower, upper);
  answer->t = nearest;
  return BMS_CONTACT;
}

bms_status bms_exact_first_contact(const bms_query *query, double t_from, bms_exact_answer *answer) {
  return bms_exact_first_contact_known(query, t_from, &(bms_exact_known){.apart = -1}, answer);
}

bms_status bms_exact_first_contact_known(const bms_query *query, double t_from, const bms_exact_known *known,
                                         bms_exact_answer *answer) {
  bms_exact_arenas arenas;
  bms_exact_scene scene;
  bms_exact_scene_of_boxes(&scene, &arenas, &query->a, &query->b);
  scene.known = *known;
  return walk(&scene, t_from, query->t1, t_from <= query->t0, answer);
}

bms_status bms_exact_first_contact_half_space(const bms_half_space *half_space, const bms_body *b, double t0, double t1,
                                              double t_from, bms_exact_answer *answer) {
  bms_exact_arenas arenas;
  bms_exact_scene scene;
  bms_exact_scene_of_half_space(&scene, &arenas, half_space, b);
  return walk(&scene, t_from, t1, t_from <= t0, answer);
}

bms_status bms_exact_contact_at_start(const bms_query *query, unsigned axes, int face, bms_exact_answer *answer) {
  bms_exact_arenas arenas;
  bms_exact_scene scene;
  double t0 = query->t0;
  bms_exact_scene_at(&scene, &arenas, &query->a, &query->b, t0);
  bms_exact start = bms_exact_from_double(&scene.kept, t0);
  bms_exact_root time = bms_exact_root_at(start, start);
  unsigned first = face >= 0 ? 1u << face : axes;
  int axis = bms_exact_scene_greatest(&scene, &time, first, &answer->axes, answer->signs);
  if (axis < 0 && answer->axes != 0 && first != axes)
    axis = bms_exact_scene_greatest(&scene, &time, axes, &answer->axes, answer->signs);
  if (axis >= 0 || bms_exact_scene_exhausted(&scene)) return bms_exact_finish(answer, BMS_UNRESOLVED, t0, query->t1);
  return bms_exact_finish(answer, answer->axes ? BMS_TOUCHING : BMS_OVERLAPPING, t0, t0);
}
