// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows_model.h"
