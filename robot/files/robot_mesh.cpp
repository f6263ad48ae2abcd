/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Meshes through assimp.
 *
 * The nodes of a file are gone through with their transformations.  Vertices are not joined: assimp would join those
 * that are near, too.  Points and lines are left out, as they are not solid; drawings come with them.
 */

#include "robot_mesh.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <sys/stat.h>

#include "mesh_check.hpp"

#ifdef HAVE_ASSIMP
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <memory>
#include <stdexcept>
#endif

namespace {

bool refuse(char *reason, size_t size, const char *file, const char *what) {
  std::snprintf(reason, size, "mesh %.150s: %.90s", file, what);
  return false;
}

#ifdef HAVE_ASSIMP

struct Triangles {
  std::vector<double> vertex;
  std::vector<int> index;
};

void addMesh(const aiMesh &mesh, const aiMatrix4x4 &pose, const double scale[3], Triangles &out) {
  const size_t first = out.vertex.size() / 3;
  if (out.index.size() / 3 + mesh.mNumFaces > ROBOT_MOST_MESH_TRIANGLES ||
      first + mesh.mNumVertices > 3u * ROBOT_MOST_MESH_TRIANGLES)
    throw std::runtime_error("has more than 4000000 triangles; make it coarser");
  for (unsigned i = 0; i < mesh.mNumVertices; i++) {
    const aiVector3D &at = mesh.mVertices[i];
    for (unsigned k = 0; k < 3; k++)
      out.vertex.push_back(scale[k] * (double(pose[k][0]) * double(at.x) + double(pose[k][1]) * double(at.y) +
                                       double(pose[k][2]) * double(at.z) + double(pose[k][3])));
  }
  for (unsigned i = 0; i < mesh.mNumFaces; i++)
    for (unsigned k = 0; k < 3; k++) {
      if (mesh.mFaces[i].mNumIndices != 3 || mesh.mFaces[i].mIndices[k] >= mesh.mNumVertices)
        throw std::runtime_error("has a face with corners that are not there");
      out.index.push_back(static_cast<int>(first + mesh.mFaces[i].mIndices[k]));
    }
}

/* Nodes are kept on a list: they may be nested more deeply than the stack allows. */
void addNodes(const aiScene &scene, const double scale[3], Triangles &out) {
  struct Entry {
    const aiNode *node;
    aiMatrix4x4 pose;
  };
  std::vector<Entry> open = {{scene.mRootNode, scene.mRootNode->mTransformation}};
  while (!open.empty()) {
    const Entry entry = open.back();
    open.pop_back();
    for (unsigned i = 0; i < entry.node->mNumMeshes; i++) {
      const aiMesh &mesh = *scene.mMeshes[entry.node->mMeshes[i]];
      if ((mesh.mPrimitiveTypes & aiPrimitiveType_TRIANGLE) != 0) addMesh(mesh, entry.pose, scale, out);
    }
    for (unsigned i = 0; i < entry.node->mNumChildren; i++)
      open.push_back({entry.node->mChildren[i], entry.pose * entry.node->mChildren[i]->mTransformation});
  }
}

bool copyOut(const Triangles &from, robot_mesh *mesh) {
  mesh->vertex = static_cast<double *>(std::malloc(from.vertex.size() * sizeof(double)));
  mesh->index = static_cast<int *>(std::malloc(from.index.size() * sizeof(int)));
  if (mesh->vertex == nullptr || mesh->index == nullptr) {
    robot_mesh_free(mesh);
    return false;
  }
  std::memcpy(mesh->vertex, from.vertex.data(), from.vertex.size() * sizeof(double));
  std::memcpy(mesh->index, from.index.data(), from.index.size() * sizeof(int));
  mesh->vertex_count = static_cast<int>(from.vertex.size() / 3);
  mesh->triangle_count = static_cast<int>(from.index.size() / 3);
  return true;
}

std::string textOf(const char *file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/* Returns how many faces the scene has, and how many triangles it takes to fill them. */
void countFaces(const aiScene &scene, long &faces, long &triangles) {
  faces = triangles = 0;
  for (unsigned i = 0; i < scene.mNumMeshes; i++)
    for (unsigned k = 0; k < scene.mMeshes[i]->mNumFaces; k++) {
      const long corners = scene.mMeshes[i]->mFaces[k].mNumIndices;
      faces += corners > 2;
      triangles += corners > 2 ? corners - 2 : 0;
    }
}

/* Refuses corners that are not there: assimp keeps some as they are written. */
void checkCorners(const aiMesh &mesh) {
  for (unsigned i = 0; i < mesh.mNumFaces; i++)
    for (unsigned k = 0; k < mesh.mFaces[i].mNumIndices; k++)
      if (mesh.mFaces[i].mIndices[k] >= mesh.mNumVertices)
        throw std::runtime_error("has a face with corners that are not there");
}

/* Lets each polygon begin at its first corner by place, so that assimp cuts it in one way from both sides
   (mesh_twins.h). */
void turnPolygons(const aiMesh &mesh) {
  for (unsigned i = 0; i < mesh.mNumFaces; i++) {
    unsigned *first = mesh.mFaces[i].mIndices, *last = first + mesh.mFaces[i].mNumIndices;
    std::rotate(first,
                std::min_element(first, last,
                                 [&](unsigned a, unsigned b) {
                                   const aiVector3D &p = mesh.mVertices[a], &q = mesh.mVertices[b];
                                   return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
                                 }),
                last);
  }
}

/* Reads the file, and makes sure that no face is lost on the way: assimp leaves out what it cannot read or fill. */
const aiScene &importAll(Assimp::Importer &importer, const char *file) {
  const char *dot = std::strrchr(file, '.');
  if (dot == nullptr || !importer.IsExtensionSupported(dot))
    throw std::runtime_error("its name has no known ending; rename it to end with .stl, .obj, .dae or the like");
  const long written = checkMeshText(file, textOf(file));
  long faces, wanted, filled;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene *scene = importer.ReadFile(file, 0);
  if (scene == nullptr) throw std::runtime_error(importer.GetErrorString());
  countFaces(*scene, faces, wanted);
  if (written >= 0 && faces != written)
    throw std::runtime_error("has " + std::to_string(written) + " faces, of which " + std::to_string(faces) +
                             " are read");
  for (unsigned i = 0; i < scene->mNumMeshes; i++) {
    checkCorners(*scene->mMeshes[i]);
    turnPolygons(*scene->mMeshes[i]);
  }
  scene = importer.ApplyPostProcessing(aiProcess_Triangulate | aiProcess_SortByPType);
  if (scene == nullptr || scene->mRootNode == nullptr || (scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE) != 0)
    throw std::runtime_error("cannot be read");
  countFaces(*scene, faces, filled);
  if (filled != wanted)
    throw std::runtime_error("has a polygon that cannot be cut into triangles; write it as triangles");
  return *scene;
}

bool readFile(robot_mesh *mesh, const char *file, const double scale[3], char *reason, size_t size) {
  Assimp::Importer importer;
  Triangles found;
  addNodes(importAll(importer, file), scale, found);
  if (found.index.empty()) return refuse(reason, size, file, "has no triangles");
  for (double x : found.vertex)
    if (!(std::fabs(x) <= ROBOT_GREATEST))
      return refuse(reason, size, file, "has a vertex that is not finite, or beyond 1e9 m");
  return copyOut(found, mesh) || refuse(reason, size, file, "out of memory");
}

#else

bool readFile(robot_mesh *, const char *file, const double *, char *reason, size_t size) {
  return refuse(reason, size, file, "this program was built without assimp; install libassimp-dev and build it again");
}

#endif

/* Returns a URI with %20 and the like written out, as ROS reads it. */
std::string decoded(const std::string &uri) {
  std::string text;
  for (size_t i = 0; i < uri.size(); i++) {
    const std::string digits = uri.substr(i + 1 < uri.size() ? i + 1 : i, 2);
    const bool isCode = uri[i] == '%' && digits.size() == 2 && std::isxdigit(static_cast<unsigned char>(digits[0])) &&
                        std::isxdigit(static_cast<unsigned char>(digits[1])) && digits != "00";
    text += isCode ? static_cast<char>(std::stoi(digits, nullptr, 16)) : uri[i];
    if (isCode) i += 2;
  }
  return text;
}

/* Returns true if a factor of the scale is 0. */
bool flattens(const double scale[3]) {
  for (int k = 0; k < 3; k++)
    if (!(std::fabs(scale[k]) > 0)) return true;
  return false;
}

/* Returns the path of a mesh, which the caller frees: of the file that the URI names as it is written, else of the one
   that it names with %20 for a blank.  Null if there is no such package. */
char *pathOf(const robot_packages *packages, const char *from, const std::string &uri, char *reason, size_t size) {
  struct stat about;
  char *file = robot_package_file(packages, from, uri.c_str(), reason, size);
  const std::string plain = decoded(uri);
  if ((file != nullptr && stat(file, &about) == 0) || plain == uri) return file;
  std::vector<char> unused(size);
  char *other = robot_package_file(packages, from, plain.c_str(), unused.data(), size);
  if (other != nullptr && stat(other, &about) == 0) std::swap(file, other);
  std::free(other);
  return file;
}

}  // namespace

bool robot_mesh_read(robot_mesh *mesh, const robot_packages *packages, const char *from, const char *uri,
                     const double scale[3], char *reason, size_t size) {
  struct stat about;
  bool good = false;
  *mesh = robot_mesh();
  char *file = nullptr;
  try {
    file = pathOf(packages, from, uri, reason, size);
    if (file == nullptr) return false;
    if (stat(file, &about) != 0)
      refuse(reason, size, file, "there is no such file");
    else if (!S_ISREG(about.st_mode))
      refuse(reason, size, file, "is a directory or a device, not a file");
    else if (about.st_size > ROBOT_MOST_MESH_BYTES)
      refuse(reason, size, file, "is larger than 256 MiB; make it coarser");
    else if (flattens(scale))
      refuse(reason, size, file, "its scale has a 0, which leaves nothing of a solid; give factors other than 0");
    else
      good = readFile(mesh, file, scale, reason, size);
  } catch (const std::exception &failure) {
    refuse(reason, size, file != nullptr ? file : uri, failure.what());
  }
  std::free(file);
  return good;
}
