// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what a program in qemu's user mode executes: instructions, those that load and those that store, and the bytes
// that they move. The program asks by pread64() of a file that both have open under the number `fd` (an argument of
// this plugin): right before that system call is executed, five int64 are written to the file, which it then reads.
// The counts are equal on every run of the same code with the same addresses. They are of one thread; others of the
// program have to wait meanwhile.
//
// qemu's interface (its version 1, from qemu 4.2 on) is declared here as its documentation describes it: Debian has no
// header of it. The inline form of memory callbacks ignores in 7.2 whether loads or stores are asked for.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_CB_R_REGS, QEMU_PLUGIN_CB_RW_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W, QEMU_PLUGIN_MEM_RW };
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

typedef struct qemu_info_t {
  const char* target_name;
  struct {
    int min, cur;
  } version;
  bool system_emulation;
  struct {
    int smp_vcpus, max_vcpus;
  } system;
} qemu_info_t;

typedef void (*qemu_plugin_vcpu_tb_trans_cb_t)(qemu_plugin_id_t, struct qemu_plugin_tb*);
typedef void (*qemu_plugin_vcpu_mem_cb_t)(unsigned, qemu_plugin_meminfo_t, uint64_t, void*);
typedef void (*qemu_plugin_vcpu_syscall_cb_t)(qemu_plugin_id_t, unsigned, int64_t, uint64_t, uint64_t, uint64_t,
                                              uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, qemu_plugin_vcpu_tb_trans_cb_t);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t, qemu_plugin_vcpu_syscall_cb_t);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn*, enum qemu_plugin_op, void*, uint64_t);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn*, qemu_plugin_vcpu_mem_cb_t, enum qemu_plugin_cb_flags,
                                      enum qemu_plugin_mem_rw, void*);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(const struct qemu_plugin_tb*, size_t);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv);

static struct {
  uint64_t instructions, loads, stores, load_bytes, store_bytes;
} totals;
// A vector's load is several accesses of one instruction: which instruction, by its number, has been counted.
static uint64_t last_load, last_store;
static int counters_fd = -1;
static int64_t pread64_number;

static void on_access(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void* unused) {
  (void)vcpu, (void)address, (void)unused;
  const uint64_t bytes = UINT64_C(1) << qemu_plugin_mem_size_shift(info);
  const bool store = qemu_plugin_mem_is_store(info);
  uint64_t* const last = store ? &last_store : &last_load;
  *(store ? &totals.store_bytes : &totals.load_bytes) += bytes;
  if (*last == totals.instructions) return;
  *last = totals.instructions;
  ++*(store ? &totals.stores : &totals.loads);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  const size_t count = qemu_plugin_tb_n_insns(block);
  for (size_t i = 0; i < count; ++i) {
    struct qemu_plugin_insn* const instruction = qemu_plugin_tb_get_insn(block, i);
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64, &totals.instructions, 1);
    qemu_plugin_register_vcpu_mem_cb(instruction, on_access, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
  }
}

static void on_system_call(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3,
                           uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8) {
  (void)id, (void)vcpu, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
  if (number != pread64_number || a1 != (uint64_t)counters_fd) return;
  // Where this fails, the program reads too little and knows that nothing is counted.
  const ssize_t written = pwrite(counters_fd, &totals, sizeof totals, 0);
  (void)written;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv) {
  for (int i = 0; i < argc; ++i)
    if (strncmp(argv[i], "fd=", 3) == 0) counters_fd = atoi(argv[i] + 3);
  if (info->system_emulation || counters_fd < 0) return -1;
  pread64_number = strcmp(info->target_name, "x86_64") == 0 ? 17 : 67;  // 67: wherever Linux is newer
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_vcpu_syscall_cb(id, on_system_call);
  return 0;
}
