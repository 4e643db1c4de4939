// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/catalogue.h"

#include <algorithm>
#include <iterator>

#include "schedule/adapters.h"
#include "schedule/primitives.h"
#include "schedule/proposals.h"

// Marks a text for translators (lupdate knows the name); core itself is without Qt.
#define QT_TRANSLATE_NOOP(context, text) text

namespace nw::schedule {

namespace {

using K = ArgumentKind;

// ── Parameters, by TVM's names ──

constexpr const char *kOne[] = {"1"}, *kEight[] = {"8"}, *kThirtyTwo[] = {"32"};
constexpr const char *kCaches[] = {"local", "global"}, *kMemories[] = {"local", "shared", "global"};

constexpr Parameter proposing(Parameter parameter, std::span<const char* const> values) {
  parameter.proposed = values;
  return parameter;
}

constexpr Parameter of_input(Parameter parameter) {
  parameter.of_input = true;
  return parameter;
}

constexpr Parameter kSplit[] = {{"parent", K::Axis, "the loop"},
                                {"factor", K::Size, "the factor", true, true},
                                {"nparts", K::Size, "nparts", true, true},
                                {"disable_predication", K::Ignored, "disable_predication", true}};
constexpr Parameter kTile[] = {{"x_parent", K::Axis, "the outer loop"},
                               {"y_parent", K::Axis, "the inner loop"},
                               {"x_factor", K::Size, "x_factor"},
                               {"y_factor", K::Size, "y_factor"}};
constexpr Parameter kAxes[] = {{"axes", K::Axes, "the loops"}};
constexpr Parameter kPlace[] = {{"parent", K::Stage, "the place to compute at"},
                                {"scope", K::Axis, "the loop", false, false, 0}};
constexpr Parameter kVar[] = {{"var", K::Axis, "the loop"}};
constexpr Parameter kBind[] = {{"ivar", K::Axis, "the loop"}, {"thread_ivar", K::Thread, "what the loop is bound to"}};
constexpr Parameter kEnvThreads[] = {{"threads", K::Threads, "a thread around the scan"}};
constexpr Parameter kPragma[] = {{"var", K::Axis, "the loop"},
                                 {"pragma_type", K::Text, "the pragma"},
                                 {"pragma_value", K::Value, "the value", true}};
constexpr Parameter kTensorize[] = {{"var", K::Axis, "the loop"},
                                    {"tensor_intrin", K::Intrinsic, "what the loop becomes"}};
constexpr Parameter kStorageAlign[] = {{"axis", K::Axis, "the axis"},
                                       proposing({"factor", K::Integer, "the factor"}, kThirtyTwo),
                                       proposing({"offset", K::Integer, "the offset"}, kEight)};
constexpr Parameter kPrefetch[] = {of_input({"tensor", K::Tensor, "what is prefetched"}),
                                   {"var", K::Axis, "the loop"},
                                   proposing({"offset", K::Size, "the offset"}, kOne)};
constexpr Parameter kScope[] = {proposing({"scope", K::Scope, "the scope"}, kMemories)};
constexpr Parameter kPredicate[] = {{"predicate", K::Predicate, "the predicate"}};
constexpr Parameter kMapping[] = {{"mapping_function", K::Mapping, "the mapping"}};
constexpr Parameter kCacheRead[] = {of_input({"tensor", K::Tensor, "what is cached"}),
                                    proposing({"scope", K::Scope, "the scope"}, kCaches),
                                    {"readers", K::Stages, "a reader"}};
constexpr Parameter kCacheWrite[] = {{"tensor", K::Tensors, "what is cached"},
                                     proposing({"scope", K::Scope, "the scope"}, kCaches)};
constexpr Parameter kRfactor[] = {{"tensor", K::Tensor, "what is factored"},
                                  {"axis", K::Axis, "the axis"},
                                  {"factor_axis", K::Integer, "factor_axis", true, true}};
constexpr Parameter kGroup[] = {{"outputs", K::Tensors, "outputs", false, true},
                                {"inputs", K::Tensors, "inputs", false, true},
                                {"include_inputs", K::Flag, "include_inputs", true, true}};

// ── Parts of the loop tree's menu ──

constexpr MenuPart kThreads = {QT_TRANSLATE_NOOP("LoopTree", "Bind to a GPU's thread"),
                               QT_TRANSLATE_NOOP("LoopTree", "threads bind loops of their own")};
constexpr MenuPart kScanThreads = {QT_TRANSLATE_NOOP("LoopTree", "Run the scan on threads"),
                                   QT_TRANSLATE_NOOP("LoopTree", "this stage is no scan")};
constexpr MenuPart kPrefetched = {
    QT_TRANSLATE_NOOP("LoopTree", "Prefetch"),
    QT_TRANSLATE_NOOP("LoopTree", "this stage reads no tensor that could be fetched beforehand")};
constexpr MenuPart kIntrinsics = {QT_TRANSLATE_NOOP("LoopTree", "Tensorize with"),
                                  QT_TRANSLATE_NOOP("LoopTree", "the script declares no intrinsic to tensorize with")};
constexpr MenuPart kMore = {QT_TRANSLATE_NOOP("LoopTree", "More"),
                            QT_TRANSLATE_NOOP("LoopTree", "nothing else can be done to it")};
constexpr MenuPart kPlaces = {QT_TRANSLATE_NOOP("LoopTree", "Compute at"),
                              QT_TRANSLATE_NOOP("LoopTree", "no other stage reads this one")};
constexpr MenuPart kMemory = {QT_TRANSLATE_NOOP("LoopTree", "Memory"),
                              QT_TRANSLATE_NOOP("LoopTree", "it keeps nothing in memory of its own")};
constexpr MenuPart kLayouts = {QT_TRANSLATE_NOOP("LoopTree", "Layout"),
                               QT_TRANSLATE_NOOP("LoopTree", "its dimensions cannot be laid out in another way")};
constexpr MenuPart kReads = {QT_TRANSLATE_NOOP("LoopTree", "Read through a cache"),
                             QT_TRANSLATE_NOOP("LoopTree", "this stage reads no tensor")};
constexpr MenuPart kGroups = {QT_TRANSLATE_NOOP("LoopTree", "Group"),
                              QT_TRANSLATE_NOOP("LoopTree", "this stage reads no stage that it could be grouped with")};

using P = Primitive;
using R = Receiver;
using S = Subject;
using tir::IterType;

constexpr PrimitiveInfo kCatalogue[] = {
    {.primitive = P::Split,
     .name = "split",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kSplit,
     .signature = "outer, inner = s[C].split(parent, factor=8)",
     .summary = QT_TRANSLATE_NOOP("Script", "Two loops in place of one; nparts=… fixes the outer one"),
     .rewrite = "for x in n → for xo in ceil(n / f): for xi in f",
     .label = NW_TEXT("Step", "split {parent}{factor? by {factor}}{nparts? into {nparts} parts}"),
     .sentence = NW_TEXT("Prose", "{parent} of {stage} is cut in two: {made0+} around {made1+}."),
     .key = 'S',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Split…"), .reshapes = true},
     .no_gain = {.because = NW_TEXT("Advice", "Two loops do what {loop} does, until they stand in another order."),
                 .small_share = NW_TEXT("Advice", "splitting it")},
     .estimated = true,
     .planned = true,
     .propose = propose_split,
     .apply = apply_split},
    {.primitive = P::Tile,
     .name = "tile",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kTile,
     .signature = "yo, xo, yi, xi = s[C].tile(y, x, 8, 8)",
     .summary = QT_TRANSLATE_NOOP("Script", "Splits two loops and puts both inner ones inside"),
     .rewrite = "for y: for x → for yo: for xo: for yi: for xi",
     .label = NW_TEXT("Step", "tile {x_parent}, {y_parent} by {x_factor} × {y_factor}"),
     .sentence = NW_TEXT("Prose",
                         "{x_parent} of {stage} is cut in two: {made0+} around {made2+}. "
                         "{y_parent} of {stage} is cut in two: {made1+} around {made3+}."),
     .key = 'T',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Tile with the loop inside by {argument}"),
              .none = QT_TRANSLATE_NOOP("LoopTree", "there is no loop inside it to tile it with"),
              .reshapes = true},
     .no_gain = {.because = NW_TEXT("Advice", "Blocks fetch and compute as much as these loops do now."),
                 .small_share = NW_TEXT("Advice", "a tile of it")},
     .estimated = true,
     .planned = true,
     .propose = propose_tile,
     .apply = apply_tile},
    {.primitive = P::Fuse,
     .name = "fuse",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kAxes,
     .signature = "fused = s[C].fuse(outer, inner)",
     .summary = QT_TRANSLATE_NOOP("Script", "One loop in place of neighbours"),
     .rewrite = "for a in m: for b in n → for ab in m·n",
     .label = NW_TEXT("Step", "fuse {axes}"),
     .sentence = NW_TEXT("Prose", "{axes} of {stage} become one loop, {made0+}."),
     .key = 'F',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Fuse with the loop inside"),
              .none = QT_TRANSLATE_NOOP("LoopTree", "there is no loop inside it to fuse it with"),
              .reshapes = true},
     .no_gain = {.because = NW_TEXT("Advice", "One loop does what the two do."),
                 .small_share = NW_TEXT("Advice", "fusing it")},
     .estimated = true,
     .planned = true,
     .propose = propose_fuse,
     .apply = apply_fuse},
    {.primitive = P::Reorder,
     .name = "reorder",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kAxes,
     .signature = "s[C].reorder(axis, axis, …)",
     .summary = QT_TRANSLATE_NOOP("Script", "These loops in this order, outermost first"),
     .rewrite = "for y: for x → for x: for y",
     .label = NW_TEXT("Step", "reorder {axes}"),
     .sentence = NW_TEXT("Prose", "The loops {axes} of {stage} now run in this order, outermost first."),
     .no_gain = {.because = NW_TEXT("Advice", "As much is fetched and computed in this order.")},
     .estimated = true,
     .planned = true,
     .propose = propose_reorder,
     .apply = apply_reorder},
    {.primitive = P::ComputeAt,
     .name = "compute_at",
     .receiver = R::Stage,
     .subject = S::Stage,
     .parameters = kPlace,
     .signature = "s[P].compute_at(s[C], scope)",
     .summary = QT_TRANSLATE_NOOP("Script", "Computes P where C needs it, once for each run of that loop of C"),
     .rewrite = "all of P, then for i: C[i] → for i: the part of P for C[i], then C[i]",
     .label = NW_TEXT("Step", "compute {stage} at {scope}"),
     .sentence = NW_TEXT("Prose", "{stage} is computed inside of {scope} of {parent}, {piece} at a time."),
     .key = 'A',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "{loop} of {stage}"), .part = &kPlaces, .chooses = true},
     .places = true,
     .estimated = true,
     .planned = true,
     .propose = propose_compute_at,
     .apply = apply_compute_at},
    {.primitive = P::ComputeInline,
     .name = "compute_inline",
     .receiver = R::Stage,
     .subject = S::Stage,
     .parameters = {},
     .signature = "s[P].compute_inline()",
     .summary = QT_TRANSLATE_NOOP("Script", "Computes P inside its readers, with no memory of its own"),
     .rewrite = "P[i] = f(i); C[i] = g(P[i]) → C[i] = g(f(i))",
     .label = NW_TEXT("Step", "inline {stage}"),
     .sentence = NW_TEXT("Prose", "{stage} is computed where it is read, and has no memory of its own."),
     .key = 'I',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Inline"),
              .none = QT_TRANSLATE_NOOP("LoopTree", "it is inlined already")},
     .places = true,
     .estimated = true,
     .planned = true,
     .propose = propose_compute_inline,
     .apply = apply_to_stage<compute_inline>},
    {.primitive = P::ComputeRoot,
     .name = "compute_root",
     .receiver = R::Stage,
     .subject = S::Stage,
     .parameters = {},
     .signature = "s[P].compute_root()",
     .summary = QT_TRANSLATE_NOOP("Script", "Computes all of P before its readers begin"),
     .rewrite = "for i: the part of P for C[i], then C[i] → all of P, then for i: C[i]",
     .label = NW_TEXT("Step", "compute {stage} at root"),
     .sentence = NW_TEXT("Prose", "{stage} is computed whole before its readers begin."),
     .key = 'R',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Compute at root"),
              .none = QT_TRANSLATE_NOOP("LoopTree", "it is computed at root already")},
     .places = true,
     .estimated = true,
     .planned = true,
     .propose = propose_compute_root,
     .apply = apply_to_stage<compute_root>},
    {.primitive = P::Vectorize,
     .name = "vectorize",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kVar,
     .signature = "s[C].vectorize(var)",
     .summary = QT_TRANSLATE_NOOP("Script", "The loop becomes vector instructions"),
     .rewrite = "for x in 8: body(x) → body(x … x + 7)",
     .label = NW_TEXT("Step", "vectorize {var}"),
     .sentence = NW_TEXT("Prose", "{var} becomes vector instructions over {var#} elements of {stage}."),
     .key = 'V',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Vectorize")},
     .no_gain = {.because = NW_TEXT("Advice", "Vectors of {loop} compute no faster."),
                 .small_share = NW_TEXT("Advice", "vectors of it")},
     .loop_kind = IterType::Vectorized,
     .estimated = true,
     .planned = true,
     .apply = apply_to_axis<vectorize>},
    {.primitive = P::Unroll,
     .name = "unroll",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kVar,
     .signature = "s[C].unroll(var)",
     .summary = QT_TRANSLATE_NOOP("Script", "The loop's body is written out for each iteration"),
     .rewrite = "for x in 2: body(x) → body(0); body(1)",
     .label = NW_TEXT("Step", "unroll {var}"),
     .sentence = NW_TEXT("Prose", "The {var#} iterations of {var} are written out one after the other."),
     .key = 'U',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Unroll")},
     .no_gain = {.because = NW_TEXT("Advice", "The compiler does as well with {loop} as a loop."),
                 .small_share = NW_TEXT("Advice", "writing it out")},
     .loop_kind = IterType::Unrolled,
     .estimated = true,
     .planned = true,
     .apply = apply_to_axis<unroll>},
    {.primitive = P::Parallel,
     .name = "parallel",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kVar,
     .signature = "s[C].parallel(var)",
     .summary = QT_TRANSLATE_NOOP("Script", "Iterations run on all cores"),
     .rewrite = "for x: body(x) → body(x) of several x at once, one a core",
     .label = NW_TEXT("Step", "parallel {var}"),
     .sentence = NW_TEXT("Prose", "The {var#} iterations of {var} are shared among all cores."),
     .key = 'P',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Parallel")},
     .no_gain = {.because = NW_TEXT("Advice", "Handing {loop} out to the cores takes as long as it saves."),
                 .small_share = NW_TEXT("Advice", "sharing it among cores")},
     .loop_kind = IterType::Parallelized,
     .estimated = true,
     .planned = true,
     .apply = apply_to_axis<parallel>},
    {.primitive = P::Bind,
     .name = "bind",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kBind,
     .signature = "s[C].bind(ivar, te.thread_axis(\"threadIdx.x\"))",
     .summary = QT_TRANSLATE_NOOP("Script", "The loop becomes a dimension of the thread grid"),
     .rewrite = "for x in n: body(x) → body(threadIdx.x), on n threads",
     .label = NW_TEXT("Step", "bind {ivar} to {thread_ivar}"),
     .sentence = NW_TEXT("Prose", "{ivar} of {stage} becomes a dimension of the thread grid: {thread_ivar}."),
     .key = 'B',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "{argument}"), .part = &kThreads, .chooses = true},
     .needs = Needs::Threads,
     .planned = true,
     .identifying_arguments = 1,
     .apply = apply_bind},
    {.primitive = P::EnvThreads,
     .name = "env_threads",
     .receiver = R::Stage,
     .subject = S::Stage,
     .parameters = kEnvThreads,
     .signature = "s[S].env_threads([te.thread_axis((0, 32), \"threadIdx.x\")])",
     .summary = QT_TRANSLATE_NOOP("Script", "Threads that each run the whole scan S; its updates bind loops to them"),
     .rewrite = "for t: for i: S[t, i] → threadIdx.x of n threads: for t: for i: S[t, i]",
     .label = NW_TEXT("Step", "run {stage} on {threads}"),
     .sentence =
         NW_TEXT("Prose", "Threads run all of the scan {stage}: {threads}. Stages inside of it bind loops to them."),
     .key = 'J',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "{argument}"), .part = &kScanThreads, .chooses = true},
     .needs = Needs::Threads,
     .of_scans = true,
     .apply = apply_env_threads},
    {.primitive = P::Pragma,
     .name = "pragma",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kPragma,
     .signature = "s[C].pragma(var, \"auto_unroll_max_step\", 16)",
     .summary = QT_TRANSLATE_NOOP("Script", "A hint for code generation"),
     .rewrite = "for x: body(x) → the same, with a hint for code generation",
     .label = NW_TEXT("Step", "pragma {pragma_type} on {var}"),
     .sentence = NW_TEXT(
         "Prose", "A hint for code generation at {var} of {stage}: {pragma_type}{pragma_value? = {pragma_value}}."),
     .key = 'G',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Pragma {argument}"), .part = &kMore},
     .planned = true,
     .identifying_arguments = 2,
     .propose = propose_pragma,
     .apply = apply_pragma},
    {.primitive = P::Tensorize,
     .name = "tensorize",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kTensorize,
     .signature = "s[C].tensorize(var, tensor_intrin)",
     .summary = QT_TRANSLATE_NOOP("Script", "The loops from here inwards become one hardware instruction"),
     .rewrite = "for x: for k: C[x] += A[x, k]·B[k] → intrinsic(C, A, B)",
     .label = NW_TEXT("Step", "tensorize {var} with {tensor_intrin}"),
     .sentence =
         NW_TEXT("Prose", "The loops of {stage} from {var} inwards become one hardware instruction: {tensor_intrin}."),
     .key = 'E',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "{argument}"), .part = &kIntrinsics, .chooses = true},
     .loop_kind = IterType::Tensorized,
     .needs = Needs::Intrinsics,
     .planned = true,
     .apply = apply_tensorize},
    {.primitive = P::StorageAlign,
     .name = "storage_align",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kStorageAlign,
     .signature = "s[C].storage_align(axis, factor, offset)",
     .summary = QT_TRANSLATE_NOOP("Script", "Pads the memory of C so that rows begin at aligned places"),
     .rewrite = "rows of n elements → rows of the next multiple of factor, plus offset",
     .label = NW_TEXT("Step", "align {axis} to {factor}"),
     .sentence = NW_TEXT("Prose",
                         "In the memory of {stage} a step of {axis} is made a multiple of {factor} elements"
                         "{offset? and {offset} more}."),
     .key = 'Y',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Align the storage to 32"), .part = &kMore},
     .planned = true,
     .identifying_arguments = 1,
     .apply = apply_storage_align},
    {.primitive = P::Prefetch,
     .name = "prefetch",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kPrefetch,
     .signature = "s[C].prefetch(tensor, var, offset)",
     .summary = QT_TRANSLATE_NOOP("Script", "Brings into the cache what a later iteration reads"),
     .rewrite = "for x: body(x) → for x: prefetch A of iteration x + offset; body(x)",
     .label = NW_TEXT("Step", "prefetch {tensor} at {var}"),
     .sentence =
         NW_TEXT("Prose", "While {var} of {stage} runs, what {offset} iterations later read of {tensor} is fetched."),
     .key = 'H',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "{stage}"), .part = &kPrefetched, .chooses = true},
     .planned = true,
     .apply = apply_prefetch},
    {.primitive = P::DoubleBuffer,
     .name = "double_buffer",
     .receiver = R::Stage,
     .subject = S::Stage,
     .parameters = {},
     .signature = "s[C].double_buffer()",
     .summary = QT_TRANSLATE_NOOP("Script", "Two copies in memory: one is filled while the other is used"),
     .rewrite = "for i: fill B; use B → fill B[0]; for i: fill B[(i + 1) % 2]; use B[i % 2]",
     .label = NW_TEXT("Step", "double-buffer {stage}"),
     .sentence = NW_TEXT("Prose", "{stage} has two copies: one is filled while the other is read."),
     .key = 'D',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Double-buffer"), .part = &kMemory},
     .identifying_arguments = 0,
     .apply = apply_to_stage<double_buffer>},
    {.primitive = P::RollingBuffer,
     .name = "rolling_buffer",
     .receiver = R::Stage,
     .subject = S::Stage,
     .parameters = {},
     .signature = "s[P].rolling_buffer()",
     .summary = QT_TRANSLATE_NOOP("Script", "Keeps the rows of P that the next iteration reads again, in a ring"),
     .rewrite = "for i: rows i … i + k of P → for i: only the rows of P that are new, in a ring of k + 1",
     .label = NW_TEXT("Step", "keep rows of {stage} from one iteration to the next"),
     .sentence = NW_TEXT("Prose", "{stage} keeps what its next piece needs again."),
     .key = 'O',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Keep rows from one iteration to the next"), .part = &kMemory},
     .apply = apply_to_stage<rolling_buffer>},
    {.primitive = P::SetScope,
     .name = "set_scope",
     .receiver = R::Stage,
     .subject = S::Stage,
     .parameters = kScope,
     .signature = "s[C].set_scope(\"local\")",
     .summary = QT_TRANSLATE_NOOP("Script", "Which memory holds C"),
     .rewrite = "C in the memory that its place implies → C in the memory named",
     .label = NW_TEXT("Step", "keep {stage} in {scope}"),
     .sentence = NW_TEXT("Prose", "{stage} lives in {scope} memory."),
     .key = 'M',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Keep it in {argument}"), .part = &kMemory, .chooses = true},
     .planned = true,
     .identifying_arguments = 0,
     .apply = apply_set_scope},
    {.primitive = P::SetStorePredicate,
     .name = "set_store_predicate",
     .receiver = R::Stage,
     .subject = S::Loop,
     .parameters = kPredicate,
     .signature = "s[C].set_store_predicate(tx.var.equal(0))",
     .summary = QT_TRANSLATE_NOOP("Script", "Which of the threads that share a reduction stores it"),
     .rewrite = "C[i] = sum → if predicate: C[i] = sum",
     .label = NW_TEXT("Step", "store {stage} where {predicate}"),
     .sentence = NW_TEXT(
         "Prose", "Of the threads that share the reduction of {stage}, those store it for which {predicate} holds."),
     .key = 'Q',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Store only at its first iteration"),
              .part = &kMore,
              .none = QT_TRANSLATE_NOOP("LoopTree", "only a loop bound to a thread can say which thread stores")},
     .needs = Needs::Threads,
     .propose = propose_store_predicate,
     .apply = apply_set_store_predicate},
    {.primitive = P::TransformLayout,
     .name = "transform_layout",
     .receiver = R::Stage,
     .subject = S::Stage,
     .parameters = kMapping,
     .signature = "i, jo, ji = s[C].transform_layout(lambda i, j: [i, j // 4, j % 4])",
     .summary = QT_TRANSLATE_NOOP("Script", "Where each element of C is stored; its loops follow"),
     .rewrite = "C[i, j] at [i, j] → C[i, j] at [i, j // 4, j % 4]",
     .label = NW_TEXT("Step", "store {stage} {mapping_function}"),
     .sentence =
         NW_TEXT("Prose", "The element [{from}] of {stage} is stored at [{to}], and its loops run in that order."),
     .key = 'L',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Blocks of {argument} of the last dimension"),
              .part = &kLayouts,
              .chooses = true},
     .planned = true,
     .propose = propose_transform_layout,
     .apply = apply_transform_layout},
    {.primitive = P::CacheRead,
     .name = "cache_read",
     .receiver = R::Schedule,
     .subject = S::Stage,
     .parameters = kCacheRead,
     .signature = "A_local = s.cache_read(A, \"local\", [C])",
     .summary = QT_TRANSLATE_NOOP("Script", "C reads a copy of A"),
     .rewrite = "C[i] = g(A[i]) → A_local[i] = A[i]; C[i] = g(A_local[i])",
     .label = NW_TEXT("Step", "cache {tensor} in {scope}"),
     .sentence = NW_TEXT("Prose", "{readers} reads a copy of {tensor} in {scope} memory."),
     .key = 'C',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "{stage}, {argument}"), .part = &kReads, .chooses = true},
     .no_gain = {.because = NW_TEXT("Advice", "The copy takes as long as it saves.")},
     .makes_stages = true,
     .estimated = true,
     .planned = true,
     .apply = apply_cache_read},
    {.primitive = P::CacheWrite,
     .name = "cache_write",
     .receiver = R::Schedule,
     .subject = S::Stage,
     .parameters = kCacheWrite,
     .signature = "C_local = s.cache_write(C, \"local\")",
     .summary = QT_TRANSLATE_NOOP("Script", "C is computed in a copy, which is then stored"),
     .rewrite = "C[i] = g(i) → C_local[i] = g(i); C[i] = C_local[i]",
     .label = NW_TEXT("Step", "write {tensor} through {scope}"),
     .sentence = NW_TEXT("Prose", "{tensor} is computed in {scope} memory of its own first, and stored from there."),
     .key = 'W',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Write through a {argument} cache")},
     .no_gain = {.because = NW_TEXT("Advice", "The copy takes as long as it saves.")},
     .makes_stages = true,
     .estimated = true,
     .planned = true,
     .apply = apply_cache_write},
    {.primitive = P::Rfactor,
     .name = "rfactor",
     .receiver = R::Schedule,
     .subject = S::Loop,
     .parameters = kRfactor,
     .signature = "C_rf = s.rfactor(C, axis, factor_axis)",
     .summary = QT_TRANSLATE_NOOP("Script",
                                  "Partial sums over this axis, added up in a second stage; factor_axis: which of "
                                  "their axes it becomes, the first unless given"),
     .rewrite = "C = Σ over ko, ki → C_rf[ki] = Σ over ko; C = Σ over ki of C_rf[ki]",
     .label = NW_TEXT("Step", "rfactor {tensor} over {axis}"),
     .sentence = NW_TEXT(
         "Prose",
         "{tensor} adds up partial results, one for each iteration of {axis}, which is the {place} of {made0}."),
     .key = 'X',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "Factor the reduction (rfactor)"),
              .none = QT_TRANSLATE_NOOP("LoopTree", "only a loop of a reduction can be factored out of it"),
              .reshapes = true},
     .no_gain = {.because = NW_TEXT("Advice", "Adding up the partial results takes as long as they save.")},
     .makes_stages = true,
     .estimated = true,
     .planned = true,
     .propose = propose_rfactor,
     .apply = apply_rfactor},
    {.primitive = P::CreateGroup,
     .name = "create_group",
     .receiver = R::Schedule,
     .subject = S::Stage,
     .parameters = kGroup,
     .signature = "g = s.create_group(outputs=C, inputs=A, include_inputs=False)",
     .summary = QT_TRANSLATE_NOOP("Script", "The stages between inputs and outputs, to be computed in one place"),
     .rewrite = "stages B, C, each with a place of its own → a group that is placed as one",
     .label = NW_TEXT("Step", "group {inputs} with {outputs}"),
     .sentence = NW_TEXT(
         "Prose", "The stages between {inputs} and {outputs} are a group, {made0}, which is computed in one place."),
     .key = 'K',
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "With {stage}"), .part = &kGroups, .chooses = true},
     .planned = true,
     .propose = propose_create_group,
     .apply = apply_create_group},
    {.primitive = P::GroupComputeAt,
     .name = "compute_at",
     .receiver = R::Group,
     .subject = S::Stage,
     .parameters = kPlace,
     .signature = "g.compute_at(s[C], scope)",
     .summary = QT_TRANSLATE_NOOP("Script", "Computes all stages of the group at that loop of C"),
     .rewrite = "all of B and P, then for i: C[i] → for i: the parts of B and P for C[i], then C[i]",
     .label = NW_TEXT("Step", "compute {stage} at {scope}"),
     .sentence = NW_TEXT("Prose", "The stages of {stage} are computed inside of {scope} of {parent}."),
     .menu = {.text = QT_TRANSLATE_NOOP("LoopTree", "{argument} at {loop} of {stage}"),
              .part = &kGroups,
              .none = QT_TRANSLATE_NOOP("LoopTree", "it belongs to no group that has a name")},
     .planned = true,
     .propose = propose_group_compute_at,
     .apply = apply_group_compute_at},
};

static_assert([] {
  for (size_t i = 0; i < std::size(kCatalogue); ++i)
    if (static_cast<size_t>(kCatalogue[i].primitive) != i || kCatalogue[i].parameters.size() > kMaxParameters)
      return false;
  return true;
}());

}  // namespace

std::span<const PrimitiveInfo> catalogue() {
  return kCatalogue;
}

const PrimitiveInfo& info(Primitive primitive) {
  return kCatalogue[static_cast<size_t>(primitive)];
}

const char* name_of(Primitive primitive) {
  return info(primitive).name;
}

std::optional<Primitive> find_primitive(Receiver receiver, std::string_view name) {
  struct Known {
    std::string_view name;
    Receiver receiver;
    Primitive primitive;
  };
  static const std::vector<Known> by_name = [] {
    std::vector<Known> all;
    for (const PrimitiveInfo& row : kCatalogue) all.push_back({row.name, row.receiver, row.primitive});
    std::ranges::sort(all, {}, &Known::name);
    return all;
  }();
  for (auto known = std::ranges::lower_bound(by_name, name, {}, &Known::name);
       known != by_name.end() && known->name == name; ++known)
    if (known->receiver == receiver) return known->primitive;
  return std::nullopt;
}

std::optional<Primitive> primitive_for(tir::IterType loop_kind) {
  for (const PrimitiveInfo& row : kCatalogue)
    if (loop_kind != IterType::DataPar && row.loop_kind == loop_kind) return row.primitive;
  return std::nullopt;
}

bool marks_loop(const PrimitiveInfo& info) {
  return info.loop_kind != IterType::DataPar && info.loop_kind != IterType::Tensorized;
}

bool is_given(const Argument& argument) {
  if (std::holds_alternative<std::monostate>(argument)) return false;
  const auto* number = std::get_if<int64_t>(&argument);
  return !number || *number != 0;
}

size_t parameter_index(const PrimitiveInfo& info, std::string_view name) {
  const auto found = std::ranges::find(info.parameters, name, &Parameter::name);
  return static_cast<size_t>(found - info.parameters.begin());
}

}  // namespace nw::schedule
