/* SPDX-License-Identifier: BSD-3-Clause */

/* The search for a contact of a move, by looks and, if these leave something open, by pieces. */

#ifndef BMS_EDGE_SEARCH_H
#define BMS_EDGE_SEARCH_H

#include "scene/edge_look.h"

/* Searches the whole move.  `contact` is SEPARATED at the end of the move to begin with, and what is found
   afterwards: the first contact; or, of a question that ends at an overlap, any, which is perhaps not filled in.
   Returns true if there is one. */
bool edge_search(const edge_question *question, bms_chain_contact *contact);

#endif /* BMS_EDGE_SEARCH_H */
