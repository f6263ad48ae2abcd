/* SPDX-License-Identifier: BSD-3-Clause */

/* Reading what may touch what from a scene. */

#ifndef ARM_SCENE_ALLOWED_H
#define ARM_SCENE_ALLOWED_H

#include "scene_object.h"

/* Reads the allowed collision matrix, which replaces all other rules for touching links. */
bool scene_read_allowed(scene_reader *reader, const yaml_node_t *root);

#endif /* ARM_SCENE_ALLOWED_H */
