/* SPDX-License-Identifier: BSD-3-Clause */

/* Compiled into bms._robots like loops.c into bms._solver. */

/* Computes the poses of `links` links for each of `count` configurations of this width. */
static void loop_poses(bms_robot_asker *asker, size_t count, int width, int links, const double *configuration,
                       bms_pose *pose) { /* for Python */
  for (size_t i = 0; i < count; i++)
    bms_robot_link_poses(asker, configuration + (size_t)width * i, pose + (size_t)links * i);
}

static void place_convex(const bms_convex *convex, const bms_pose *pose, bms_placed_shape *placed) { /* for Python */
  *placed = bms_placed_convex(BMS_WORLD, convex, pose);
}

static void place_mesh(const bms_mesh *mesh, const bms_pose *pose, bms_placed_shape *placed) { /* for Python */
  *placed = bms_placed_mesh(BMS_WORLD, mesh, 0, pose);
}

/* Places boxes of min and max, six numbers each, at centres. */
static void loop_boxes(size_t count, const double *centre, const double *box,
                       bms_placed_shape *placed) { /* for Python */
  for (size_t i = 0; i < count; i++) {
    bms_pose pose = {{centre[3 * i], centre[3 * i + 1], centre[3 * i + 2]}, {1, 0, 0, 0}};
    bms_box own = {{box[6 * i], box[6 * i + 1], box[6 * i + 2]}, {box[6 * i + 3], box[6 * i + 4], box[6 * i + 5]}};
    bms_convex convex = bms_convex_box(&own, 0);
    placed[i] = bms_placed_convex(BMS_WORLD, &convex, &pose);
  }
}
