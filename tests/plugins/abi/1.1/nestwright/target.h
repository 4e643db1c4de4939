/* SPDX-License-Identifier: Apache-2.0 */
/* Nestwright target plugins: the C interface between nestwright-runner and a device.
 *
 * A plugin is a shared library that exports one symbol, nestwright_target. Only nestwright-runner loads it, in a
 * process of its own: a plugin may crash, hang or leak without harm to the window, the compiler or other devices.
 * Filling inputs, comparing results, statistics, retries, deadlines and queues are not a plugin's work.
 *
 * Versions. Every struct begins with its size in bytes; within a major version members are only appended. NWT_HAS tests
 * whether a struct that the other side made has a member. The major changes where that does not suffice.
 * Memory. Text and bytes are pointer and size, valid during the call only. A plugin puts results into sinks of the
 * host; no memory changes its owner. No exception may cross the interface. Threads. The host calls from one thread at a
 * time, except cancel. A plugin may have threads of its own; none may be left after shutdown. Output. A plugin prints
 * nothing to the standard output; messages go to nwt_host.log and nwt_host.report.
 */
#ifndef NESTWRIGHT_TARGET_H
#define NESTWRIGHT_TARGET_H

#include <stddef.h>
#include <stdint.h>

#define NWT_ABI_MAJOR 1
#define NWT_ABI_MINOR 1

/* Whether *p, made by the other side, has the member, and it is not null. */
#define NWT_HAS(p, type, member) ((p)->struct_size >= offsetof(type, member) + sizeof((p)->member) && (p)->member != 0)

#if defined(__GNUC__)
#define NWT_EXPORT __attribute__((visibility("default")))
#else
#define NWT_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nwt_status {
  NWT_OK = 0,
  NWT_INVALID = 1,     /* an argument is none that the function takes */
  NWT_UNSUPPORTED = 2, /* this device does not do that */
  NWT_NOT_FOUND = 3,   /* no such device, entry or file */
  NWT_NO_MEMORY = 4,
  NWT_DENIED = 5, /* not allowed, or no driver that answers */
  NWT_CANCELLED = 6,
  NWT_DEADLINE = 7,
  NWT_DEVICE_LOST = 8, /* nothing that was opened on the device can be used any more */
  NWT_BUSY = 9,        /* another program holds the device */
  NWT_INTERNAL = 10
} nwt_status;

typedef struct nwt_text { /* UTF-8, not terminated */
  const char* data;
  size_t size;
} nwt_text;

typedef struct nwt_bytes {
  const void* data;
  size_t size;
} nwt_bytes;

/* Takes named results. May be called several times, with the names that a function documents. */
typedef struct nwt_sink {
  void* self;
  void (*put)(void* self, nwt_text name, nwt_bytes value);
} nwt_sink;

typedef struct nwt_host {
  size_t struct_size;
  void* self;
  /* Why a call fails, before it returns its status: JSON with "message" and, as known, "because" and "legal" (lists of
   * sentences) and "line" (of the generated code, counted from 1). */
  void (*report)(void* self, nwt_status status, nwt_text diagnostic_json);
  void (*log)(void* self, int level, nwt_text line); /* level: 0 debug, 1 information, 2 warning, 3 error */
  int (*stop_asked)(void* self);                     /* not 0: return as soon as possible, with NWT_CANCELLED */
  int64_t (*nanoseconds_left)(void* self);           /* to the deadline of the call; INT64_MAX: none */
} nwt_host;

typedef struct nwt_device nwt_device; /* a plugin defines these three as it likes */
typedef struct nwt_module nwt_module;
typedef struct nwt_buffer nwt_buffer;

/* Code of one kernel. `signature` is JSON: "arguments" [{"name","dtype","shape","alignment","written"}], "sizes"
 * [names], "grid" and "block" (three expressions over the sizes each, device code only), "shared_bytes", "lines"
 * [[line of the code, line of the loop nest], …]. */
typedef struct nwt_code {
  size_t struct_size;
  nwt_text dialect; /* "elf", "ptx", "opencl-c", or one of the plugin's own */
  nwt_text entry;   /* the kernel's symbol */
  nwt_bytes bytes;
  nwt_text signature;
} nwt_code;

/* How often a kernel is to be run: `warmup` times untimed, then in samples that are timed as a whole, each of
 * `runs_per_sample` runs (0 or 1: one), so that a kernel of nanoseconds can be timed by a coarse clock. `runs` samples
 * are taken, and more until their times add up to least_ns; none is begun after most_ns (0: no limit) but the first. */
typedef struct nwt_plan {
  size_t struct_size;
  int32_t warmup, runs;
  int64_t least_ns, most_ns;
  const nwt_text* counters; /* names from the facts */
  size_t counter_count;
  int32_t threads; /* of the device that the kernel may use; 0: all */
  int32_t runs_per_sample;
  int32_t sample_places; /* not 0: the kernel runs on, untimed, and "samples" say where the time goes */
} nwt_plan;

typedef struct nwt_call {
  size_t struct_size;
  /* One an argument of the kernel, in order; no two are the same. Views may overlap: of two that the kernel reads, or
   * where it computes each element from the one in the same place. */
  nwt_buffer* const* buffers;
  size_t buffer_count;
  const int64_t* sizes; /* values of the symbolic sizes, in the order of the signature */
  size_t size_count;
  const nwt_plan* plan;
} nwt_call;

/* Unless a function says otherwise, a failure leaves everything as it was. */
typedef struct nwt_target {
  size_t struct_size;
  uint32_t abi_major, abi_minor; /* NWT_ABI_MAJOR and NWT_ABI_MINOR as it was built */
  nwt_text id, version;          /* as in the manifest */

  /* Once, before all else. `settings` is a JSON object with the keys of the manifest. */
  nwt_status (*start)(const nwt_host* host, nwt_text settings);
  void (*shutdown)(void);
  /* Puts one value a device: its name ("" where the plugin has one device only), and its facts as JSON (schema 1).
   * Takes less than 5 s and changes nothing. No device is no failure. */
  nwt_status (*discover)(nwt_sink devices);
  nwt_status (*open)(nwt_text device, nwt_text settings, nwt_device** opened);
  void (*close)(nwt_device* device); /* with everything that was made on it */

  /* Optional; null: what the compiler writes is what is loaded. Puts "binary" and, as known, "listing" (text) and
   * "resources" (JSON: "registers", "spill_bytes", "shared_bytes", "code_bytes"). */
  nwt_status (*compile)(nwt_device* device, const nwt_code* code, nwt_sink results);
  nwt_status (*load)(nwt_device* device, nwt_bytes binary, const nwt_code* code, nwt_module** loaded);
  void (*unload)(nwt_device* device, nwt_module* module);

  /* Memory of the device, aligned to 64 bytes at least; of 0 bytes too. Offsets and sizes in bytes; a range outside of
   * the buffer is NWT_INVALID. */
  nwt_status (*allocate)(nwt_device* device, uint64_t bytes, nwt_buffer** allocated);
  void (*release)(nwt_device* device, nwt_buffer* buffer);
  nwt_status (*write)(nwt_device* device, nwt_buffer* buffer, uint64_t at, nwt_bytes bytes);
  nwt_status (*read)(nwt_device* device, nwt_buffer* buffer, uint64_t at, void* into, size_t bytes);

  /* Runs the kernel and waits for it. Puts
   *   "time_ns"       int64[]: of each sample as a whole
   *   "kernel_status" int32: what the kernel returned, where that is not 0; no further run is begun
   *   "counter:NAME"  int64: of one run more, for each counter of the plan
   *   "samples"       JSON: [{"offset": bytes from the kernel's entry} or {"where": text}, with "count"] */
  nwt_status (*run)(nwt_device* device, nwt_module* module, const nwt_call* call, nwt_sink results);
  /* Ends a run as soon as possible, from any thread, at any time. May be null: the host then ends the process. */
  void (*cancel)(nwt_device* device);

  /* Since 1.1. Optional; null: a part of a buffer is no buffer. Bytes of `of`, itself no view, as a buffer of their
   * own, which read, write and run take: what is written to one is read from the other. `at` is a multiple of 64. The
   * host releases it, as any other, before `of`. */
  nwt_status (*view)(nwt_device* device, nwt_buffer* of, uint64_t at, uint64_t bytes, nwt_buffer** made);
} nwt_target;

/* The symbol that a plugin exports. Null where it cannot serve a host of that major version. What is returned lives as
 * long as the library is loaded. */
NWT_EXPORT const nwt_target* nestwright_target(uint32_t host_major, uint32_t host_minor);
typedef const nwt_target* (*nwt_entry)(uint32_t host_major, uint32_t host_minor);
#define NWT_ENTRY "nestwright_target"

#ifdef __cplusplus
}
#endif

#endif
