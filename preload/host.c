/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The program that the library was loaded into.
 *
 * A libode.a in the program shows by its messages: "ODE INTERNAL ERROR" is one that every version has, and that is
 * there in a stripped program too.
 */

#define _GNU_SOURCE /* dl_iterate_phdr, memmem, RTLD_DEFAULT */

#include "host.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_flag explained = ATOMIC_FLAG_INIT;
static atomic_long plain_steps, exact_steps, all_stops;
static int left_alone;

/* The program comes first, before its libraries: the only call is for it. */
static int look_at_program(struct dl_phdr_info *program, size_t size, void *result) {
  static const char message[] = "ODE INTERNAL ERROR";
  (void)size;
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &program->dlpi_phdr[i];
    const void *start = (const void *)(program->dlpi_addr + part->p_vaddr);
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_R) || (part->p_flags & PF_W)) continue;
    if (memmem(start, part->p_filesz, message, sizeof message)) *(int *)result = 1;
  }
  return 1;
}

void host_explain(const char *why) {
  if (!atomic_flag_test_and_set(&explained)) fprintf(stderr, "libode-qmbox-preload: %s; stepping as ODE does\n", why);
}

__attribute__((constructor)) static void look_at_host(void) {
  int has_ode = 0;

  dl_iterate_phdr(look_at_program, &has_ode);
  if (has_ode) host_explain("ODE is linked into the program itself (libode.a), where it cannot be reached");
  left_alone = has_ode || dlsym(RTLD_DEFAULT, "qmboxWorldSimulate");
}

__attribute__((destructor)) static void report(void) {
  if (!getenv("QMBOX_PRELOAD_REPORT")) return;
  fprintf(stderr, "libode-qmbox-preload: %ld steps exact, %ld stops at contacts, %ld steps as ODE\n", exact_steps,
          all_stops, plain_steps);
}

int host_is_left_alone(void) {
  return left_alone;
}

void host_count_plain_step(void) {
  plain_steps++;
}

void host_count_exact_step(int stops) {
  exact_steps++;
  all_stops += stops;
}
