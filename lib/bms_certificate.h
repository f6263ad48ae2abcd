/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_certificate.h: a first contact, a first approach or all contact intervals with their proof.
 *
 * A certificate is a document that proves an answer of bms_first_contact() to anyone who has the query: that the boxes
 * are apart before t_lower (or on the whole interval), and that they share a point at a time of [t_lower, t_upper].  It
 * is checked with exact arithmetic and without this library; bms-check-certificate does so in six hundred lines
 * of Python that use its standard library alone.  doc/certificates.md has the format, and shows why it is a proof.
 *
 * First contacts, first approaches and contact intervals of two boxes have certificates, with rigid motions, matrices
 * or one of each, and any origins of time.  The certificate of a first contact also proves the answer of
 * bms_first_contact_hinted() and of batches, which is the same.
 *
 * There are none for bms_first_contact_time(), half-spaces, meshes, paths, scenes, arms, tolerances and nearnesses, nor
 * for pairs of bms_shapes.h, whose answers come from doubles with error bounds.  For two boxes without a radius, ask
 * the bms_query with the same motions.
 */

#ifndef BMS_CERTIFICATE_H
#define BMS_CERTIFICATE_H

#include <stddef.h>

#include "bms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes the next piece of a document: `length` bytes of ASCII at `piece`. */
typedef void bms_certificate_writer(const char *piece, size_t length, void *context);

/*
 * Answers a query as bms_first_contact() does and writes a certificate of the answer, one JSON object without line
 * breaks, to `write` in pieces.
 *
 * Returns the status that the certificate proves: the answer's, or BMS_UNRESOLVED if the proof does not fit into the
 * fixed memory of the exact arithmetic (numbers hundreds of binades apart).  Then the certificate has the reason, and
 * proves that the boxes are apart up to some time.  For BMS_INVALID nothing is written.
 *
 * It takes the time of exact arithmetic: about a millisecond, some milliseconds if boxes nearly touch or motions nearly
 * vanish, up to a few seconds if the numbers of a query are hundreds of binades apart.  A call may need a mebibyte of
 * stack.
 */
BMS_API bms_status bms_first_contact_certificate(const bms_query *query, bms_contact *contact,
                                                 bms_certificate_writer *write, void *context);

/*
 * Answers as bms_first_approach() does and writes a certificate: that the boxes do not overlap before t_lower (or on
 * [t0, t1)), and that they do at times no later than t_upper, or right after it.  All else is as above.
 */
BMS_API bms_status bms_first_approach_certificate(const bms_query *query, bms_contact *contact,
                                                  bms_certificate_writer *write, void *context);

/*
 * Answers as bms_contact_intervals() does and writes a certificate: that the boxes are apart on [t0, t1] outside of all
 * [enter_lower, exit_upper], in contact on each [enter_upper, exit_lower], and at some time of each [enter_lower,
 * exit_upper].
 *
 * Returns BMS_CONTACT or BMS_SEPARATED, which the certificate proves; BMS_UNRESOLVED if there may be more intervals, or
 * the proof does not fit into memory: then the certificate has the reason; BMS_UNRESOLVED and no certificate if there
 * are more intervals than `capacity`; BMS_INVALID.
 */
BMS_API bms_status bms_contact_intervals_certificate(const bms_query *query, int capacity,
                                                     bms_contact_interval *interval, int *count,
                                                     bms_certificate_writer *write, void *context);

#ifdef __cplusplus
}
#endif

#endif /* BMS_CERTIFICATE_H */
