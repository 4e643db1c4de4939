/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints what the counters say of one call of a function: instructions loads stores load_bytes store_bytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { kElements = 1000 };
static volatile int32_t values[kElements];

__attribute__((noinline)) static void increment(void) {
  for (int i = 0; i < kElements; ++i) values[i] = values[i] + 1;
}
__attribute__((noinline)) static void nothing(void) {
  __asm__ volatile("");
}

static void counted(int fd, void (*function)(void), int64_t* counts) {
  int64_t before[5], after[5];
  pread(fd, before, sizeof before, 0);
  function();
  pread(fd, after, sizeof after, 0);
  for (int i = 0; i < 5; ++i) counts[i] = after[i] - before[i];
}

int main(void) {
  int64_t idle[5], work[5];
  const int fd = atoi(getenv("NESTWRIGHT_COUNTERS_FD"));
  counted(fd, nothing, idle);  // the first time, pages are touched
  counted(fd, nothing, idle);
  counted(fd, increment, work);
  for (int i = 0; i < 5; ++i) printf("%lld ", (long long)(work[i] - idle[i]));
  return 0;
}
