/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plugin that does all that the plugin cpu does, by forwarding to it, under the id "fwd". A file that includes this
 * one defines spoil(), which changes what its first comment says. */
#include <dlfcn.h>
#include <nestwright/target.h>
#include <stdlib.h>
#include <string.h>

static const nwt_target* cpu; /* the plugin that works */
static const nwt_host* host;
static nwt_target table;

static void spoil(void);

static nwt_status base_start(const nwt_host* from, nwt_text settings) {
  host = from;
  return cpu->start(from, settings);
}

/* Facts pass with another plugin's id, and with what add_facts has, a JSON member with a comma in front. */
static const char* add_facts = "";
static nwt_sink devices_sink;

static void put_device(void* self, nwt_text name, nwt_bytes facts) {
  const char* const own = "\"plugin\":\"cpu\"";
  char* const text = (char*)malloc(facts.size + strlen(add_facts) + 1);
  char* plugin;
  (void)self;
  memcpy(text, facts.data, facts.size);
  text[facts.size - 1] = 0; /* without the brace at the end */
  plugin = strstr(text, own);
  if (plugin) memcpy(plugin, "\"plugin\":\"fwd\"", strlen(own));
  strcat(text, add_facts);
  strcat(text, "}");
  facts.data = text;
  facts.size = strlen(text);
  devices_sink.put(devices_sink.self, name, facts);
  free(text);
}

static nwt_status base_discover(nwt_sink devices) {
  nwt_sink own = {0, put_device};
  devices_sink = devices;
  return cpu->discover(own);
}

NWT_EXPORT const nwt_target* nestwright_target(uint32_t host_major, uint32_t host_minor) {
  void* const library = dlopen(NW_CPU_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  nwt_entry entry;
  if (!library) return 0;
  *(void**)&entry = dlsym(library, NWT_ENTRY);
  cpu = entry(host_major, host_minor);
  table = *cpu;
  table.struct_size = sizeof table; /* the other one may have more members */
  table.abi_minor = NWT_ABI_MINOR;
  table.id.data = "fwd";
  table.id.size = 3;
  table.start = base_start;
  table.discover = base_discover;
  spoil();
  return &table;
}
