/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_batch.h: many first contacts in one call; one moving box against many; the earliest of many.
 *
 * Answers are the same as of bms_first_contact(), bit for bit, for any number of threads: a batch saves only work that
 * does not change them.
 *
 * Threads
 *   `threads` is how many share the work, the caller's own among them: 1 starts none, 0 stands for one per processor
 *   that is online, less than 0 for 1, more than BMS_MAX_THREADS for that many.  They live as long as the call.
 *   Starting one takes some ten microseconds, so fewer are started if there is little to do.  If the system gives no
 *   thread, or the library was built without them, the existing ones do all the work.
 *
 * Every function here is re-entrant, allocates nothing itself (threads have a stack each) and keeps no state.  Arrays
 * are only read, except `contact`; an array of no elements may be a null pointer.
 */

#ifndef BMS_BATCH_H
#define BMS_BATCH_H

#include <stddef.h>

#include "bms.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BMS_MAX_THREADS 256

/* Answers query[i] with contact[i], for each i < count.  A query without an answer gets BMS_INVALID with its reason,
   and the others are answered all the same. */
BMS_API void bms_batch_first_contact(const bms_query *query, size_t count, int threads, bms_contact *contact);

/*
 * One box against many: contact[i] answers the query with a and b[i] over [t0, t1].
 *
 * All that concerns a alone is computed once.  Rigid motions whose swept spheres do not meet cost a fraction of a
 * query.
 */
BMS_API void bms_batch_against(const bms_body *a, const bms_body *b, size_t count, double t0, double t1, int threads,
                               bms_contact *contact);

/*
 * The earliest first contact of many queries.
 *
 * All queries have one origin.  The query that wins is the one with the least t among those whose answer is a contact
 * (CONTACT, TOUCHING or OVERLAPPING); of equal t the one with the least index.  As t is the double nearest to the exact
 * time, two contacts whose exact times differ by less than that resolution count as simultaneous.  So the winner
 * depends on neither the order in which queries are answered nor the number of threads.
 *
 * Invalid queries take no part.  An UNRESOLVED query counts by its t_lower instead of t, so that up to the t_lower of
 * the answer no pair has a contact.  Only with such a query may another run name another winner, with a true answer
 * again.
 *
 * Writes the winner's answer, as bms_first_contact() gives it over the whole interval of that query, to *contact, and
 * its index to *index.  Returns contact->status: the winner's, or BMS_SEPARATED if there is none; then *index is
 * count, and t, t_lower and t_upper are 0.
 *
 * A query is answered only up to the earliest contact so far, and not at all if its swept spheres stay apart until
 * then.
 */
BMS_API bms_status bms_batch_earliest(const bms_query *query, size_t count, int threads, size_t *index,
                                      bms_contact *contact);

/* bms_batch_earliest() for the queries of bms_batch_against(). */
BMS_API bms_status bms_batch_earliest_against(const bms_body *a, const bms_body *b, size_t count, double t0, double t1,
                                              int threads, size_t *index, bms_contact *contact);

#ifdef __cplusplus
}
#endif

#endif /* BMS_BATCH_H */
