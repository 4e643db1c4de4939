/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaks no rule. Caught by: nothing */
#include "base.h"

static void spoil(void) {}
