/* SPDX-License-Identifier: BSD-3-Clause */

#include "scene_octomap.h"

#include "octomap_boxes.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#ifdef HAVE_OCTOMAP
#include <exception>
#include <octomap/ColorOcTree.h>
#include <octomap/OcTree.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
#endif

#ifdef HAVE_OCTOMAP

namespace {

/* The longest side of boxes that cubes are joined to, in the smallest cubes: boxes of no limit are a tenth cheaper in
   a map that is not turned, and three times as expensive as single cubes in one that is, as their bounds are empty. */
constexpr int longestSide = 8;

bool isColored(const octomap_message &message) {
  return std::strcmp(message.id, "ColorOcTree") == 0;
}

/* Returns the bytes of a node's value, which are before its children: the colour is behind the probability. */
size_t valueSize(const octomap_message &message) {
  return isColored(message) ? sizeof(float) + 3 : sizeof(float);
}

/* Returns the number of a node's children that have a node in the data themselves: two bits for each child in a binary
   message, where 3 is an inner node, else one bit behind the node's value. */
int innerChildren(const octomap_message &message, const unsigned char *node) {
  int count = 0;
  for (int child = 0; child < 8; child++) {
    if (message.binary)
      count += (node[child / 4] >> (2 * (child % 4)) & 3) == 3;
    else
      count += node[valueSize(message)] >> child & 1;
  }
  return count;
}

/* Goes through the nodes of the data before octomap does, which trusts that they are all there and no deeper than its
   trees.  Returns what is wrong, or null. */
const char *whatIsWrong(const octomap_message &message) {
  const size_t nodeSize = message.binary ? 2 : valueSize(message) + 1, greatestDepth = 16;
  const unsigned char *data = reinterpret_cast<const unsigned char *>(message.data);
  size_t position = 0;
  std::vector<int> left(1, 1); /* nodes to come, at each level */
  while (!left.empty()) {
    if (left.back() == 0) {
      left.pop_back();
      continue;
    }
    left.back()--;
    if (message.count - position < nodeSize) return "octomap: its data ends too early";
    if (left.size() > greatestDepth + 1) return "octomap: its tree has more than 16 levels";
    left.push_back(innerChildren(message, data + position));
    position += nodeSize;
  }
  return position < message.count ? "octomap: its data goes on behind the tree" : nullptr;
}

/* Returns the cubes that are occupied, on the grid whose origin is the tree's. */
template <typename Tree>
std::vector<octomap_box> occupiedCubes(const Tree &tree) {
  std::vector<octomap_box> cubes;
  const int depth = static_cast<int>(tree.getTreeDepth()), middle = 1 << (depth - 1);
  for (auto leaf = tree.begin_leafs(); leaf != tree.end_leafs(); ++leaf) {
    if (std::isnan(leaf->getLogOdds())) throw std::runtime_error("a cell's probability is not a number");
    if (!tree.isNodeOccupied(*leaf)) continue;
    const octomap::OcTreeKey key = leaf.getIndexKey(); /* the least of the leaf's own */
    const int side = 1 << (depth - static_cast<int>(leaf.getDepth()));
    octomap_box cube;
    for (unsigned r = 0; r < 3; r++) {
      cube.min[r] = key[r] - middle;
      cube.max[r] = cube.min[r] + side;
    }
    cubes.push_back(cube);
  }
  return cubes;
}

/* Visits the cubes. The tree has no more nodes than bits in the message, so its size is bounded by the file's. */
template <typename Tree>
bool visitCubes(const octomap_message &message, octomap_visitor *visitor, void *context, char *reason, size_t size) {
  if (const char *wrong = whatIsWrong(message)) {
    std::snprintf(reason, size, "%s", wrong);
    return false;
  }
  Tree tree(message.resolution);
  std::istringstream data(std::string(message.data, message.count));
  if (message.binary)
    tree.readBinaryData(data);
  else
    tree.readData(data);
  std::vector<octomap_box> boxes = occupiedCubes(tree);
  boxes.resize(octomap_boxes_join(boxes.data(), boxes.size(), longestSide));
  for (const octomap_box &box : boxes) {
    double centre[3], size[3];
    for (int r = 0; r < 3; r++) {
      centre[r] = 0.5 * (box.min[r] + box.max[r]) * message.resolution;
      size[r] = (box.max[r] - box.min[r]) * message.resolution;
    }
    if (!visitor(context, centre, size)) return false;
  }
  return true;
}

}  // namespace

#endif

bool octomap_visit(const octomap_message *message, octomap_visitor *visitor, void *context, char *reason, size_t size) {
  reason[0] = 0;
  if (std::strcmp(message->id, "OcTree") != 0 && std::strcmp(message->id, "ColorOcTree") != 0) {
    std::snprintf(reason, size,
                  "octomap: id: '%.60s' is not OcTree or ColorOcTree, which are the kinds that can be read",
                  message->id);
    return false;
  }
  if (!(message->resolution > 0 && std::isfinite(message->resolution))) {
    std::snprintf(reason, size, "octomap: resolution: expected a positive number");
    return false;
  }
#ifdef HAVE_OCTOMAP
  try {
    return isColored(*message) ? visitCubes<octomap::ColorOcTree>(*message, visitor, context, reason, size)
                               : visitCubes<octomap::OcTree>(*message, visitor, context, reason, size);
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
