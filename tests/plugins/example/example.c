/* SPDX-License-Identifier: Apache-2.0 */
/* A target plugin: a device that adds or multiplies two arrays of float32, element by element. Its dialect "example" is
 * one word. */
#include <nestwright/target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct nwt_module {
  char operation; /* '+' or '*' */
};

struct nwt_buffer {
  uint64_t size;
  void* bytes;
  nwt_buffer *next, *previous;
};

struct nwt_device {
  uint64_t memory, used; /* bytes */
  nwt_buffer* buffers;
};

static nwt_host host;

static nwt_text text(const char* of) {
  nwt_text made;
  made.data = of;
  made.size = strlen(of);
  return made;
}

static int is(nwt_text seen, const char* word) {
  return seen.size == strlen(word) && memcmp(seen.data, word, seen.size) == 0;
}

/* Every failure is reported, and then returned. `message` needs no escapes in JSON. */
static nwt_status fail(nwt_status status, const char* message) {
  char json[256];
  snprintf(json, sizeof json, "{\"message\":\"%s\"}", message);
  if (NWT_HAS(&host, nwt_host, report)) host.report(host.self, status, text(json));
  return status;
}

static nwt_status start(const nwt_host* from, nwt_text settings) {
  (void)settings;
  memset(&host, 0, sizeof host); /* a host of another minor version may have fewer members, or more */
  memcpy(&host, from, from->struct_size < sizeof host ? from->struct_size : sizeof host);
  return NWT_OK;
}

static void shutdown(void) {
  memset(&host, 0, sizeof host);
}

static nwt_status discover(nwt_sink devices) {
  static const char facts[] =
      "{\"facts\":1,\"id\":\"example\",\"name\":\"Example\",\"kind\":\"accelerator\",\"plugin\":\"example\","
      "\"code\":{\"dialect\":\"example\"},\"dtypes\":{\"float32\":\"native\"},"
      "\"clock\":{\"kind\":\"wall\"},\"cancel\":\"process\"}";
  nwt_bytes value;
  value.data = facts;
  value.size = sizeof facts - 1;
  devices.put(devices.self, text(""), value); /* the only device, which needs no name */
  return NWT_OK;
}

/* A number of the settings, which the host has made of the manifest and the user's choices. */
static uint64_t number_of(nwt_text settings, const char* key, uint64_t otherwise) {
  char copy[1024], *found;
  if (settings.size >= sizeof copy) return otherwise;
  memcpy(copy, settings.data, settings.size);
  copy[settings.size] = 0;
  found = strstr(copy, key);
  found = found ? strchr(found, ':') : 0;
  return found ? strtoull(found + 1, 0, 10) : otherwise;
}

static nwt_status open_device(nwt_text name, nwt_text settings, nwt_device** opened) {
  nwt_device* device;
  if (name.size != 0) return fail(NWT_NOT_FOUND, "there is one device only, and it has no name");
  device = (nwt_device*)calloc(1, sizeof *device);
  if (!device) return fail(NWT_NO_MEMORY, "there is no memory for the device");
  device->memory = number_of(settings, "\"memory_mib\"", 256) << 20;
  *opened = device;
  return NWT_OK;
}

static void release(nwt_device* device, nwt_buffer* buffer) {
  if (buffer->next) buffer->next->previous = buffer->previous;
  if (buffer->previous) buffer->previous->next = buffer->next;
  if (device->buffers == buffer) device->buffers = buffer->next;
  device->used -= buffer->size;
  free(buffer->bytes);
  free(buffer);
}

static void close_device(nwt_device* device) {
  while (device->buffers) release(device, device->buffers);
  free(device);
}

/* Modules of this device are of two kinds, and hold nothing. */
static nwt_status load(nwt_device* device, nwt_bytes binary, const nwt_code* code, nwt_module** loaded) {
  static nwt_module add = {'+'}, multiply = {'*'};
  nwt_text word;
  (void)device;
  word.data = (const char*)binary.data;
  word.size = binary.size;
  if (!is(code->dialect, "example")) return fail(NWT_UNSUPPORTED, "the device loads the dialect 'example' only");
  if (!is(word, "add") && !is(word, "multiply")) return fail(NWT_INVALID, "a program is 'add' or 'multiply'");
  *loaded = is(word, "add") ? &add : &multiply;
  return NWT_OK;
}

static void unload(nwt_device* device, nwt_module* module) {
  (void)device;
  (void)module;
}

static nwt_status allocate(nwt_device* device, uint64_t size, nwt_buffer** allocated) {
  nwt_buffer* const buffer = (nwt_buffer*)calloc(1, sizeof *buffer);
  const uint64_t whole = (size + 64) / 64 * 64; /* not 0; a multiple of the alignment */
  if (!buffer || size > device->memory - device->used || !(buffer->bytes = aligned_alloc(64, whole))) {
    free(buffer);
    return fail(NWT_NO_MEMORY, "the device has not so much memory left");
  }
  buffer->size = size;
  buffer->next = device->buffers;
  if (buffer->next) buffer->next->previous = buffer;
  device->buffers = buffer;
  device->used += size;
  *allocated = buffer;
  return NWT_OK;
}

static int is_inside(const nwt_buffer* buffer, uint64_t at, uint64_t size) {
  return at <= buffer->size && size <= buffer->size - at;
}

static nwt_status write(nwt_device* device, nwt_buffer* buffer, uint64_t at, nwt_bytes bytes) {
  (void)device;
  if (!is_inside(buffer, at, bytes.size)) return fail(NWT_INVALID, "the range is not inside of the buffer");
  if (bytes.size > 0) memcpy((char*)buffer->bytes + at, bytes.data, bytes.size);
  return NWT_OK;
}

static nwt_status read(nwt_device* device, nwt_buffer* buffer, uint64_t at, void* into, size_t size) {
  (void)device;
  if (!is_inside(buffer, at, size)) return fail(NWT_INVALID, "the range is not inside of the buffer");
  if (size > 0) memcpy(into, (const char*)buffer->bytes + at, size);
  return NWT_OK;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void compute(const nwt_module* module, nwt_buffer* const* buffers) {
  const float* const a = (const float*)buffers[0]->bytes;
  const float* const b = (const float*)buffers[1]->bytes;
  float* const c = (float*)buffers[2]->bytes;
  const uint64_t count = buffers[2]->size / sizeof *c;
  uint64_t i;
  for (i = 0; i < count; ++i) c[i] = module->operation == '+' ? a[i] + b[i] : a[i] * b[i];
}

/* One sample: as many runs as it has, timed as a whole. */
static int64_t sample(const nwt_module* module, const nwt_call* call, int32_t runs) {
  const int64_t begin = now();
  int64_t spent;
  int32_t i;
  for (i = 0; i < (runs > 1 ? runs : 1); ++i) compute(module, call->buffers);
  spent = now() - begin;
  return spent > 0 ? spent : 1;
}

enum { kMostSamples = 1000000 };

/* By the plan: `runs` samples, more until they take least_ns, none begun after most_ns. */
static nwt_status run(nwt_device* device, nwt_module* module, const nwt_call* call, nwt_sink results) {
  const nwt_plan* const plan = call->plan;
  const int64_t begin = now();
  int64_t *times, spent = 0;
  int32_t taken = 0, i;
  nwt_bytes value;
  (void)device;
  if (call->buffer_count != 3 || call->size_count != 0)
    return fail(NWT_INVALID, "a program takes three buffers and no sizes");
  if (call->buffers[0]->size < call->buffers[2]->size || call->buffers[1]->size < call->buffers[2]->size)
    return fail(NWT_INVALID, "the inputs are smaller than the output");
  for (i = 0; i < plan->warmup; ++i) compute(module, call->buffers);
  times = (int64_t*)malloc(kMostSamples * sizeof *times);
  if (!times) return fail(NWT_NO_MEMORY, "there is no memory for the times");
  while (taken < kMostSamples && (taken < plan->runs || spent < plan->least_ns)) {
    if (taken > 0 && plan->most_ns > 0 && now() - begin > plan->most_ns) break;
    if (NWT_HAS(&host, nwt_host, stop_asked) && host.stop_asked(host.self)) {
      free(times);
      return fail(NWT_CANCELLED, "the run was stopped");
    }
    times[taken] = sample(module, call, plan->runs_per_sample);
    spent += times[taken++];
  }
  value.data = times;
  value.size = (size_t)taken * sizeof *times;
  results.put(results.self, text("time_ns"), value);
  free(times);
  return NWT_OK;
}

const nwt_target* nestwright_target(uint32_t host_major, uint32_t host_minor) {
  static nwt_target target = {sizeof(nwt_target),
                              NWT_ABI_MAJOR,
                              NWT_ABI_MINOR,
                              {"example", 7},
                              {"1.0", 3},
                              start,
                              shutdown,
                              discover,
                              open_device,
                              close_device,
                              0 /* compile */,
                              load,
                              unload,
                              allocate,
                              release,
                              write,
                              read,
                              run,
                              0 /* cancel: the host ends the process */,
                              0 /* view: a part of a buffer is no buffer */};
  (void)host_minor;
  return host_major == NWT_ABI_MAJOR ? &target : 0;
}
