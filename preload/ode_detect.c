/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Decides whether the program can be guarded.
 *
 * A libode.a that is linked into the program shows by its messages: "ODE INTERNAL ERROR" is in every version of ODE,
 * and in a stripped program too.
 */

#define _GNU_SOURCE /* this declares dl_iterate_phdr, memmem and RTLD_DEFAULT */

#include "ode_detect.h"

#include <dlfcn.h>
#include <link.h>
#include <ode/ode.h>
#include <pthread.h>
#include <string.h>

#include "report.h"

#ifdef dSINGLE
#define PRECISION "ODE_single_precision"
#else
#define PRECISION "ODE_double_precision"
#endif

static bool uses_qmbox, has_ode, is_other_precision;

/* Searches the program for ODE's message, which comes first; the result 1 ends the iteration before its libraries. */
static int look_at_program(struct dl_phdr_info *program, size_t size, void *result) {
  static const char message[] = "ODE INTERNAL ERROR";
  (void)size;
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &program->dlpi_phdr[i];
    const void *start = (const void *)(program->dlpi_addr + part->p_vaddr);
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_R) || (part->p_flags & PF_W)) continue;
    if (memmem(start, part->p_filesz, message, sizeof message)) *(bool *)result = true;
  }
  return 1;
}

__attribute__((constructor)) static void look_at_host(void) {
  dl_iterate_phdr(look_at_program, &has_ode);
  if (has_ode) report_why("ODE is linked into the program itself (libode.a) and cannot be reached there");
  uses_qmbox = dlsym(RTLD_DEFAULT, "qmboxWorldSimulate") != 0;
}

/* Compares the precision. A program may bring its own libode.so, which is found before the one that this library was
   linked with. */
static void look_at_ode(void) {
  is_other_precision = !dCheckConfiguration(PRECISION);
  if (is_other_precision) report_why("the program's ODE is of another precision than this library was built for");
}

bool ode_detect_is_unusable(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, look_at_ode);
  return uses_qmbox || has_ode || is_other_precision;
}
