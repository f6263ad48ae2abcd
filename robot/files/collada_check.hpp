/* SPDX-License-Identifier: BSD-3-Clause */

/* Finds what assimp passes over in COLLADA. */

#ifndef ARM_COLLADA_CHECK_HPP
#define ARM_COLLADA_CHECK_HPP

#include <string>

/*
 * Throws a std::runtime_error if a file of COLLADA has instances of what is not in it or of nodes that contain them,
 * unknown elements where meshes are placed, geometry that is no <mesh> with counted primitives, coordinates other than
 * X, Y and Z, words where numbers belong, a <skew>, or a unit that is not a positive number.
 */
void checkCollada(const std::string &text);

#endif /* ARM_COLLADA_CHECK_HPP */
