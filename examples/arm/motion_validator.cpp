/* SPDX-License-Identifier: BSD-3-Clause */

#include "motion_validator.h"

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <vector>

namespace ob = ompl::base;

namespace {

const double *valuesOf(const ob::State *state) {
  return state->as<ob::RealVectorStateSpace::StateType>()->values;
}

}  // namespace

bms_status edgeContact(const robot &arm, const double *from, const double *to, double tolerance,
                       bms_chain_contact &contact) {
  const int width = arm.chain.variable_count;
  std::vector<double> value(BMS_MOVE_TERMS * std::size_t(width) + 1);
  auto *rows = reinterpret_cast<double(*)[BMS_MOVE_TERMS]>(value.data());
  const bms_move move = robot_move_linear(&arm, 0, from, 1, to, rows);
  return bms_chain_first_contact(&arm.chain, &move, tolerance, &contact);
}

bool ExactMotionValidator::checkMotion(const ob::State *from, const ob::State *to) const {
  bms_chain_contact contact;
  const bool free = edgeContact(arm_, valuesOf(from), valuesOf(to), tolerance_, contact) == BMS_SEPARATED;
  ++(free ? valid_ : invalid_);
  return free;
}

/* The edge is free up to the contact, but right before it boxes are closer than the tolerance, where a state is not
   valid; so the last valid one is looked for backwards. */
bool ExactMotionValidator::checkMotion(const ob::State *from, const ob::State *to,
                                       std::pair<ob::State *, double> &lastValid) const {
  bms_chain_contact contact;
  const bool free = edgeContact(arm_, valuesOf(from), valuesOf(to), tolerance_, contact) == BMS_SEPARATED;
  ++(free ? valid_ : invalid_);
  if (free) return true;
  ob::State *state = si_->allocState();
  double t = contact.t, back = 1e-6;
  for (; t > 0; t -= back, back *= 2) {
    si_->getStateSpace()->interpolate(from, to, t, state);
    if (si_->isValid(state)) break;
  }
  lastValid.second = t > 0 ? t : 0;
  if (lastValid.first != nullptr) si_->getStateSpace()->interpolate(from, to, lastValid.second, lastValid.first);
  si_->freeState(state);
  return false;
}
