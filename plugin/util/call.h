/* SPDX-License-Identifier: BSD-3-Clause */

/* The time of a call of this library: the arithmetic is the usual one, and what is remembered stays valid. */

#ifndef QMBOX_CALL_H
#define QMBOX_CALL_H

#include "util/arithmetic.h"
#include "util/remembered.h"

typedef struct qmboxCall {
  qmboxArithmetic arithmetic; /* of the program */
  int remembered;
} qmboxCall;

static inline void qmboxBeginCall(qmboxCall *call) {
  qmboxSetArithmetic(&call->arithmetic);
  call->remembered = qmboxUseRemembered();
}

static inline void qmboxEndCall(const qmboxCall *call) {
  qmboxLeaveRemembered(call->remembered);
  qmboxRestoreArithmetic(&call->arithmetic);
}

#endif /* QMBOX_CALL_H */
