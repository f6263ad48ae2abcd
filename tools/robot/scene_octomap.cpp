/* SPDX-License-Identifier: BSD-3-Clause */

#include "scene_octomap.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#ifdef HAVE_OCTOMAP
#include <exception>
#include <octomap/OcTree.h>
#include <sstream>
#include <string>
#endif

#ifdef HAVE_OCTOMAP

namespace {

/* The tree has no more nodes than bits in the message: its size is bounded by that of the file. */
bool visitCubes(const octomap_message &message, octomap_visitor *visitor, void *context, char *reason, size_t size) {
  octomap::OcTree tree(message.resolution);
  std::istringstream data(std::string(message.data, message.count));
  if (message.binary)
    tree.readBinaryData(data);
  else
    tree.readData(data);
  if (!data) {
    std::snprintf(reason, size, "octomap: its data ends too early");
    return false;
  }
  if (static_cast<size_t>(data.tellg()) != message.count) {
    std::snprintf(reason, size, "octomap: its data goes on behind the tree");
    return false;
  }
  for (auto leaf = tree.begin_leafs(); leaf != tree.end_leafs(); ++leaf) {
    if (!tree.isNodeOccupied(*leaf)) continue;
    const double centre[3] = {leaf.getX(), leaf.getY(), leaf.getZ()};
    if (!visitor(context, centre, leaf.getSize())) return false;
  }
  return true;
}

}  // namespace

#endif

bool octomap_visit(const octomap_message *message, octomap_visitor *visitor, void *context, char *reason, size_t size) {
  reason[0] = 0;
  if (std::strcmp(message->id, "OcTree") != 0) {
    std::snprintf(reason, size, "octomap: id: '%.60s' is not OcTree, which is the only kind that can be read",
                  message->id);
    return false;
  }
  if (!(message->resolution > 0 && std::isfinite(message->resolution))) {
    std::snprintf(reason, size, "octomap: resolution: expected a positive number");
    return false;
  }
#ifdef HAVE_OCTOMAP
  try {
    return visitCubes(*message, visitor, context, reason, size);
  } catch (const std::exception &failure) {
    std::snprintf(reason, size, "octomap: %.200s", failure.what());
  }
#else
  (void)visitor;
  (void)context;
  std::snprintf(reason, size,
                "octomap: this program was built without liboctomap; install liboctomap-dev and build it again");
#endif
  return false;
}
