/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Its facts have a text where the schema has a number. Caught by: facts.schema */
#include "base.h"

static void spoil(void) {
  add_facts = ",\"compute\":{\"units\":\"many\"}";
}
