/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_ompl.hpp: states and edges of an OMPL planner, certified.
 *
 *     auto scene = bms::ompl::makeScene(chain);
 *     information->setStateValidityChecker(
 *         std::make_shared<bms::ompl::StateValidityChecker>(information, scene, 1e-4));
 *     information->setMotionValidator(std::make_shared<bms::ompl::MotionValidator>(information, scene, 1e-4));
 *
 * For a RealVectorStateSpace whose dimensions are the variables of the chain in their order.  A state is valid if no
 * shapes touch there, an edge if they touch nowhere on it; an edge that comes closer than the tolerance, or is
 * undecided, may be refused.  Several threads may call both at once.  C++14, OMPL 1.5 or newer; link with libbms
 * and OMPL.
 */

#ifndef BMS_OMPL_HPP
#define BMS_OMPL_HPP

#include <bms_scene.h>

#include <memory>
#include <mutex>
#include <new>
#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/util/Exception.h>
#include <string>
#include <utility>
#include <vector>

namespace bms {
namespace ompl {

/* A scene that any number of checkers share. */
using Scene = std::shared_ptr<const bms_scene>;

/* Prepares a scene; on failure throws ompl::Exception with the reason. */
inline Scene makeScene(const bms_chain &chain) {
  char text[256] = "";
  bms_scene *scene = bms_scene_create(&chain, text, int(sizeof text));
  if (scene == nullptr) throw ::ompl::Exception("bms_ompl", std::string("the chain is refused: ") + text);
  return Scene(scene, [](const bms_scene *s) { bms_scene_destroy(const_cast<bms_scene *>(s)); });
}

/* Certified answers about edges of a space, from any number of threads at once: bms_robot_ompl.hpp has others. */
class Edges {
 public:
  virtual ~Edges() = default;
  virtual bool isFree(const ::ompl::base::State *from, const ::ompl::base::State *to) const = 0;

  /* A time in [0, 1] up to which the edge is free. */
  virtual double freeUpTo(const ::ompl::base::State *from, const ::ompl::base::State *to) const = 0;
};

/* A scene with a workspace for each thread that queries it at the same time. */
class Asker : public Edges {
 public:
  /* Throws ompl::Exception if the state space does not fit the scene. */
  Asker(const ::ompl::base::SpaceInformationPtr &space, Scene scene, double tolerance)
      : scene_(std::move(scene)), tolerance_(tolerance) {
    if (!(tolerance >= BMS_LEAST_TOLERANCE))
      throw ::ompl::Exception("bms_ompl", "the tolerance is not greater than 0, or below BMS_LEAST_TOLERANCE");
    const auto *vector = dynamic_cast<const ::ompl::base::RealVectorStateSpace *>(space->getStateSpace().get());
    if (vector == nullptr)
      throw ::ompl::Exception("bms_ompl", "the state space " + space->getStateSpace()->getName() +
                                              " is no RealVectorStateSpace, in which edges are straight");
    const int variables = bms_scene_variable_count(scene_.get());
    if (vector->getDimension() != unsigned(variables))
      throw ::ompl::Exception("bms_ompl", "the state space has " + std::to_string(vector->getDimension()) +
                                              " dimensions, the chain " + std::to_string(variables) + " variables");
  }

  bool isFree(const ::ompl::base::State *from, const ::ompl::base::State *to) const override {
    const Lease lease(*this);
    return bms_scene_edge_is_free(scene_.get(), lease.get(), valuesOf(from), valuesOf(to), tolerance_) == BMS_EDGE_FREE;
  }

  double freeUpTo(const ::ompl::base::State *from, const ::ompl::base::State *to) const override {
    const std::size_t width = std::size_t(bms_scene_variable_count(scene_.get()));
    std::vector<double> value(BMS_MOVE_TERMS * width + 1);
    auto *rows = reinterpret_cast<double(*)[BMS_MOVE_TERMS]>(value.data());
    bms_move_linear(int(width), 0, valuesOf(from), 1, valuesOf(to), rows);
    const bms_move move = {0, 1, rows};
    bms_chain_contact contact;
    const Lease lease(*this);
    const bms_status status = bms_scene_first_contact(scene_.get(), lease.get(), &move, tolerance_, &contact);
    return status == BMS_SEPARATED ? 1 : status == BMS_INVALID ? 0 : contact.t;
  }

 private:
  struct Destroy {
    void operator()(bms_scene_workspace *workspace) const { bms_scene_workspace_destroy(workspace); }
  };
  using Workspace = std::unique_ptr<bms_scene_workspace, Destroy>;

  /* A workspace for the time of a query: an idle one, else a new one. */
  class Lease {
   public:
    explicit Lease(const Asker &asker) : asker_(asker) {
      {
        const std::lock_guard<std::mutex> lock(asker.mutex_);
        if (!asker.idle_.empty()) {
          workspace_ = std::move(asker.idle_.back());
          asker.idle_.pop_back();
        }
      }
      if (!workspace_) workspace_.reset(bms_scene_workspace_create(asker.scene_.get()));
      if (!workspace_) throw std::bad_alloc();
    }
    ~Lease() {
      const std::lock_guard<std::mutex> lock(asker_.mutex_);
      asker_.idle_.push_back(std::move(workspace_));
    }
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;
    bms_scene_workspace *get() const { return workspace_.get(); }

   private:
    const Asker &asker_;
    Workspace workspace_;
  };

  static const double *valuesOf(const ::ompl::base::State *state) {
    return state->as<::ompl::base::RealVectorStateSpace::StateType>()->values;
  }

  Scene scene_;
  double tolerance_;
  mutable std::mutex mutex_;
  mutable std::vector<Workspace> idle_;
};

/* A state is valid if no shapes touch there. */
class StateValidityChecker : public ::ompl::base::StateValidityChecker {
 public:
  StateValidityChecker(const ::ompl::base::SpaceInformationPtr &space, Scene scene, double tolerance)
      : StateValidityChecker(space, std::make_shared<const Asker>(space, std::move(scene), tolerance)) {}

  StateValidityChecker(const ::ompl::base::SpaceInformationPtr &space, std::shared_ptr<const Edges> edges)
      : ::ompl::base::StateValidityChecker(space), edges_(std::move(edges)) {}

  bool isValid(const ::ompl::base::State *state) const override {
    return si_->satisfiesBounds(state) && edges_->isFree(state, state);
  }

 private:
  std::shared_ptr<const Edges> edges_;
};

/* An edge is valid if no shapes touch anywhere on it, and it ends within the bounds of the space. */
class MotionValidator : public ::ompl::base::MotionValidator {
 public:
  MotionValidator(const ::ompl::base::SpaceInformationPtr &space, Scene scene, double tolerance)
      : MotionValidator(space, std::make_shared<const Asker>(space, std::move(scene), tolerance)) {}

  MotionValidator(const ::ompl::base::SpaceInformationPtr &space, std::shared_ptr<const Edges> edges)
      : ::ompl::base::MotionValidator(space), edges_(std::move(edges)) {}

  bool checkMotion(const ::ompl::base::State *from, const ::ompl::base::State *to) const override {
    const bool free = isFree(from, to);
    ++(free ? valid_ : invalid_);
    return free;
  }

  /* If the edge is not valid, lastValid.first is a valid state on it, and the edge from its beginning to that state is
     valid.  lastValid.second, less than 1, is the position of the state on the edge; 0 if no later one was found.  The
     state is a thousandth of the edge before the contact: no planner goes on from a state that almost touches. */
  bool checkMotion(const ::ompl::base::State *from, const ::ompl::base::State *to,
                   std::pair<::ompl::base::State *, double> &lastValid) const override {
    if (checkMotion(from, to)) return true;
    const ::ompl::base::StateSpacePtr &space = si_->getStateSpace();
    ::ompl::base::State *last = si_->allocState();
    double back = 1e-3, t = edges_->freeUpTo(from, to) - back;
    for (; t > 0; t -= back, back *= 2) {
      space->interpolate(from, to, t, last);
      if (isFree(from, last) && si_->isValid(last)) break;
    }
    lastValid.second = t > 0 ? t : 0;
    if (!(t > 0)) space->copyState(last, from);
    if (lastValid.first != nullptr) space->copyState(lastValid.first, last);
    si_->freeState(last);
    return false;
  }

 private:
  bool isFree(const ::ompl::base::State *from, const ::ompl::base::State *to) const {
    return si_->satisfiesBounds(to) && edges_->isFree(from, to);
  }

  std::shared_ptr<const Edges> edges_;
};

}  // namespace ompl
}  // namespace bms

#endif /* BMS_OMPL_HPP */
