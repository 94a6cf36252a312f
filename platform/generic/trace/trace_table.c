// SPDX-License-Identifier: BSD-2-Clause
/* The table of components, for all files that describe, protect or access them. */
#include "trace_glue.h"

struct trace trace_glue;
struct trace_node trace_nodes[TRACE_COMPONENTS_MAX];
