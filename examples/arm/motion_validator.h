/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Edges of an OMPL planner validated exactly.
 *
 * For a RealVectorStateSpace whose dimensions are the robot's joints in their order.  A state is valid if no boxes come
 * closer than the tolerance there, an edge if they do so nowhere on it; where that cannot be told, it is not valid.  Both
 * may be asked by several threads at once.
 */

#ifndef ARM_MOTION_VALIDATOR_H
#define ARM_MOTION_VALIDATOR_H

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>

#include "robot/robot.h"

/* The edge from one configuration to another, t from 0 to 1. */
bms_status edgeContact(const robot &arm, const double *from, const double *to, double tolerance,
                       bms_chain_contact &contact);

class ExactMotionValidator : public ompl::base::MotionValidator {
 public:
  ExactMotionValidator(const ompl::base::SpaceInformationPtr &space, const robot &arm, double tolerance)
      : MotionValidator(space), arm_(arm), tolerance_(tolerance) {}

  bool checkMotion(const ompl::base::State *from, const ompl::base::State *to) const override;
  bool checkMotion(const ompl::base::State *from, const ompl::base::State *to,
                   std::pair<ompl::base::State *, double> &lastValid) const override;

 private:
  const robot &arm_;
  double tolerance_;
};

#endif /* ARM_MOTION_VALIDATOR_H */
