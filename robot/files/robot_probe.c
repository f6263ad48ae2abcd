/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_probe.h"

#include <stdlib.h>
#include <string.h>

bool robot_probe_open(robot_probe *probe, const robot *arm, int a, int b) {
  const bms_chain *chain = &arm->chain;
  *probe = (robot_probe){.arm = arm, .chain = *chain};
  probe->shape = malloc(((size_t)chain->shape_count + 1) * sizeof *probe->shape);
  probe->configuration = malloc(((size_t)arm->joint_count + 1) * sizeof *probe->configuration);
  probe->value = calloc((size_t)chain->variable_count + 1, sizeof *probe->value);
  if (probe->shape == NULL || probe->configuration == NULL || probe->value == NULL) {
    robot_probe_close(probe);
    return false;
  }
  probe->chain.shape_count = 0;
  for (int i = 0; i < chain->shape_count; i++)
    if (arm->solid[i].object == a || arm->solid[i].object == b)
      probe->shape[probe->chain.shape_count++] = chain->shape[i];
  probe->chain.shape = probe->shape;
  probe->chain.allowed = NULL;
  for (int i = 0; i < arm->joint_count; i++) probe->configuration[i] = arm->joint[i].rest;
  return true;
}

void robot_probe_close(robot_probe *probe) {
  free(probe->shape);
  free(probe->configuration);
  free(probe->value);
}

/* Asks about the move of one joint, or of none if `variable` is negative. */
static bms_status ask(robot_probe *probe, int variable, double from, double to, double margin) {
  const robot *arm = probe->arm;
  bms_chain_contact contact;
  memset(probe->value, 0, (size_t)probe->chain.variable_count * sizeof *probe->value);
  for (int i = 0; i < arm->joint_count; i++) probe->value[i][0] = probe->configuration[i];
  if (variable >= 0) {
    probe->value[variable][0] = from;
    probe->value[variable][1] = to - from;
  }
  robot_move_mimics(arm, probe->value);
  const bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])probe->value};
  probe->chain.margin = margin;
  return bms_chain_first_contact(&probe->chain, &move, ROBOT_PROBE_TOLERANCE, &contact);
}

bool robot_probe_touches(robot_probe *probe) {
  return ask(probe, -1, 0, 0, 0) != BMS_SEPARATED;
}

bool robot_probe_stays_apart(robot_probe *probe, int variable, double from, double to, double margin) {
  return ask(probe, variable, from, to, margin) == BMS_SEPARATED;
}
