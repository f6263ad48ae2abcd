/* SPDX-License-Identifier: BSD-3-Clause */

/* Finds what assimp passes over in files of meshes without a word, which would be solids that nobody checks. */

#ifndef ARM_MESH_CHECK_HPP
#define ARM_MESH_CHECK_HPP

#include <string>

/*
 * Checks the text of a file of STL, OBJ, COLLADA or PLY, by its name and its beginning.  Throws a std::runtime_error,
 * with the line where there is one, if it has statements that are unknown or may be solid, such as instances of
 * geometry that is not there, faces without an end, or more or fewer lines than in its header.  Returns how many faces
 * it has, or -1 where that is not known; files of other kinds are not checked.  Refuses too few or too many numbers and
 * words among them, too, which assimp would read as others.
 */
long checkMeshText(const std::string &name, const std::string &text);

#endif /* ARM_MESH_CHECK_HPP */
