/* SPDX-License-Identifier: BSD-3-Clause */

/* Reasons in words: every reason has words of its own, the part is named, and no text is longer than its room. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bms.h"

enum { SIZE = 256 };

static bms_contact invalid(bms_reason reason, bms_part where) {
  return (bms_contact){.status = BMS_INVALID, .reason = reason, .where = where};
}

static void every_reason_has_words_of_its_own(void **state) {
  (void)state;
  char text[BMS_REASONS][SIZE];
  bms_query query = {.a.motion.form = BMS_MOTION_MATRIX, .b.motion.form = BMS_MOTION_RIGID};
  for (int reason = 1; reason < BMS_REASONS; reason++) {
    bms_contact contact = invalid((bms_reason)reason, BMS_PART_A);
    int length = bms_explain(&query, &contact, text[reason], SIZE);
    assert_int_equal(length, strlen(text[reason]));
    assert_true(length < SIZE && strchr(text[reason], ':') != NULL);
    for (int other = 1; other < reason; other++) assert_string_not_equal(text[reason], text[other]);
  }
}

static void words_of_a_reason_end_its_explanation(void **state) {
  (void)state;
  for (int reason = 0; reason < BMS_REASONS; reason++) {
    char text[SIZE];
    const char *words = bms_reason_name((bms_reason)reason);
    bms_contact contact = invalid((bms_reason)reason, BMS_PART_A);
    bms_explain(NULL, &contact, text, SIZE);
    assert_true(strlen(words) > 0 && strlen(words) < strlen(text));
    assert_string_equal(text + strlen(text) - strlen(words), words);
    for (int other = 0; other < reason; other++) assert_string_not_equal(words, bms_reason_name((bms_reason)other));
  }
}

static void the_part_and_its_motion_are_named(void **state) {
  (void)state;
  char text[SIZE];
  bms_query query = {.a.motion.form = BMS_MOTION_MATRIX, .b.motion.form = BMS_MOTION_RIGID};
  bms_contact contact = invalid(BMS_MOTION_NOT_FINITE, BMS_PART_A);
  bms_explain(&query, &contact, text, SIZE);
  assert_string_equal(text, "a.matrix: a coefficient is not finite");
  contact.where = BMS_PART_B;
  bms_explain(&query, &contact, text, SIZE);
  assert_string_equal(text, "b.position, quaternion: a coefficient is not finite");
  bms_explain(NULL, &contact, text, SIZE);
  assert_string_equal(text, "b.motion: a coefficient is not finite");
  contact = invalid(BMS_INTERVAL_REVERSED, BMS_PART_QUERY);
  bms_explain(&query, &contact, text, SIZE);
  assert_string_equal(text, "t: the interval is empty: t0 > t1");
  contact = invalid(BMS_OUT_OF_RANGE, BMS_PART_QUERY);
  bms_explain(&query, &contact, text, SIZE);
  assert_int_equal(strncmp(text, "numbers out of range: ", 22), 0);
}

static void a_text_is_cut_to_its_room_and_its_whole_length_is_told(void **state) {
  (void)state;
  char whole[SIZE], text[SIZE];
  bms_contact contact = invalid(BMS_BOX_REVERSED, BMS_PART_B);
  int length = bms_explain(NULL, &contact, whole, SIZE);
  for (int size = 0; size <= length + 1; size++) {
    memset(text, '?', sizeof text);
    assert_int_equal(bms_explain(NULL, &contact, text, size), length);
    assert_int_equal(text[size], '?');
    if (size > 0) assert_true(strncmp(text, whole, (size_t)size - 1) == 0 && text[size - 1] == 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_reason_has_words_of_its_own),
      cmocka_unit_test(words_of_a_reason_end_its_explanation),
      cmocka_unit_test(the_part_and_its_motion_are_named),
      cmocka_unit_test(a_text_is_cut_to_its_room_and_its_whole_length_is_told),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
