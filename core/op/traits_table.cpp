// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/traits_table.h"

#include <string_view>

namespace nw::op {

namespace {

using graph::OpPattern;

constexpr std::string_view kElemwise =
    "abs acos acosh asin asinh atan atanh bitwise_not cast cast_like ceil clip copy cos cosh erf exp fast_erf fast_exp "
    "fast_tanh fixed_point_multiply floor full full_like isfinite isinf isnan log log10 log2 logical_not negative "
    "nn.leaky_relu nn.relu ones ones_like reinterpret round rsqrt sigmoid sign sin sinh sqrt tan tanh trilu trunc "
    "zeros "
    "zeros_like dyn.full dyn.ones dyn.zeros qnn.dequantize qnn.quantize qnn.requantize qnn.simulated_dequantize "
    "qnn.simulated_quantize";

constexpr std::string_view kBroadcast =
    "add bitwise_and bitwise_or bitwise_xor broadcast_to broadcast_to_like divide equal expand_dims "
    "fixed_point_multiply_per_axis floor_divide floor_mod greater greater_equal left_shift less less_equal logical_and "
    "logical_or logical_xor maximum minimum mod multiply nn.bias_add nn.prelu not_equal power repeat right_shift "
    "subtract "
    "tile trunc_divide trunc_mod where dyn.broadcast_to qnn.add qnn.mul qnn.subtract";

constexpr std::string_view kInjective =
    "adv_index auto_scheduler_layout_transform concatenate contrib_reverse_reshape einsum gather gather_nd "
    "image.affine_grid image.crop_and_resize image.grid_sample image.resize1d image.resize2d image.resize3d "
    "invert_permutation layout_transform matrix_set_diag meshgrid meta_schedule_layout_transform ndarray_size "
    "nn.batch_flatten nn.batch_to_space_nd nn.bitpack nn.depth_to_space nn.dilate nn.mirror_pad nn.pad "
    "nn.space_to_batch_nd nn.space_to_depth nn.upsampling nn.upsampling3d reshape reshape_like reverse "
    "reverse_sequence "
    "sequence_mask slice_like sparse_reshape split squeeze stack strided_set strided_slice take transpose "
    "unravel_index "
    "vision.yolo_reorg qnn.concatenate dyn.expand_dims dyn.image.resize2d dyn.nn.pad dyn.nn.upsampling "
    "dyn.nn.upsampling3d dyn.reshape "
    "dyn.squeeze dyn.strided_slice dyn.tile";

constexpr std::string_view kCommReduce =
    "all any argmax argmin collapse_sum_like collapse_sum_to max mean min prod sum variance";

constexpr std::string_view kOutElemwiseFusable =
    "dyn.one_hot image.dilation2d nn.adaptive_avg_pool1d nn.adaptive_avg_pool2d nn.adaptive_avg_pool3d "
    "nn.adaptive_max_pool1d nn.adaptive_max_pool2d nn.adaptive_max_pool3d nn.avg_pool1d nn.avg_pool2d "
    "nn.avg_pool2d_grad "
    "nn.avg_pool3d nn.batch_matmul nn.batch_norm nn.bitserial_conv2d nn.bitserial_dense nn.contrib_conv2d_NCHWc "
    "nn.contrib_conv2d_gemm_weight_transform nn.contrib_conv2d_gemm_without_weight_transform "
    "nn.contrib_conv2d_winograd_nnpack_weight_transform nn.contrib_conv2d_winograd_weight_transform "
    "nn.contrib_conv2d_winograd_without_weight_transform nn.contrib_conv3d_winograd_weight_transform "
    "nn.contrib_conv3d_winograd_without_weight_transform nn.contrib_dense_pack nn.contrib_depthwise_conv2d_NCHWc "
    "nn.conv1d "
    "nn.conv1d_transpose nn.conv2d nn.conv2d_backward_weight nn.conv2d_transpose nn.conv3d nn.conv3d_transpose "
    "nn.correlation nn.deformable_conv2d nn.dense nn.fast_softmax nn.global_avg_pool2d nn.global_max_pool2d "
    "nn.internal.sparse_dense_padded nn.log_softmax nn.matmul nn.max_pool1d nn.max_pool2d nn.max_pool2d_grad "
    "nn.max_pool3d "
    "nn.nll_loss nn.softmax nn.sparse_conv2d nn.sparse_dense nn.sparse_transpose one_hot qnn.avg_pool2d "
    "qnn.batch_matmul qnn.conv2d qnn.dense vision.roi_align vision.roi_pool";

constexpr std::string_view kOpaque =
    "annotation.bitpack_end annotation.bitpack_start annotation.cast_hint annotation.checkpoint "
    "annotation.compiler_begin "
    "annotation.compiler_end annotation.stop_fusion arange argsort argwhere call_lowered cumprod cumsum debug "
    "device_copy "
    "dft dyn.sparse_to_dense dyn.topk memory.alloc_storage memory.alloc_tensor memory.kill nn.cross_entropy "
    "nn.cross_entropy_with_logits nn.dropout nn.fifo_buffer nn.lrn nn.sparse_add on_device random.multinomial "
    "random.normal "
    "random.threefry_generate random.threefry_split random.uniform scatter scatter_add scatter_elements scatter_nd "
    "searchsorted shape_of sliding_window sort sparse_fill_empty_rows sparse_to_dense stft topk unique "
    "vision.all_class_non_max_suppression vision.get_valid_counts vision.multibox_prior vision.multibox_transform_loc "
    "vision.non_max_suppression vision.proposal vm.invoke_tvm_op vm.reshape_tensor vm.shape_func vm.shape_of";

// ONNX's operators that Relay has no operator of the same meaning for, under their ONNX names.
constexpr std::string_view kOnnx =
    "onnx.AffineGrid onnx.Cast onnx.Col2Im onnx.Compress onnx.ConcatFromSequence onnx.CumProd onnx.CumSum onnx.DFT "
    "onnx.Det onnx.Dropout onnx.TfIdfVectorizer "
    "onnx.EyeLike onnx.GRU onnx.LSTM "
    "onnx.Loop onnx.MaxPool onnx.MaxUnpool onnx.MelWeightMatrix onnx.Multinomial onnx.Optional "
    "onnx.OptionalGetElement onnx.OptionalHasElement onnx.RNN onnx.RandomNormal onnx.RandomNormalLike "
    "onnx.RandomUniform onnx.RandomUniformLike onnx.ReduceMax onnx.ReduceMean onnx.ReduceMin onnx.ReduceProd "
    "onnx.ReduceSum onnx.Resize onnx.STFT onnx.Scan onnx.SequenceAt onnx.SequenceConstruct onnx.SequenceEmpty "
    "onnx.SequenceErase onnx.SequenceInsert onnx.SequenceLength onnx.SequenceMap onnx.Slice onnx.Split "
    "onnx.SplitToSequence onnx.StringNormalizer onnx.TopK onnx.Unique";

// Registered without a pattern, which fusion treats as opaque: passes must remove them first.
constexpr std::string_view kWithoutPattern =
    "nn.group_norm nn.instance_norm nn.l2_normalize nn.layer_norm qnn.abs qnn.conv2d_transpose qnn.erf qnn.exp "
    "qnn.hardswish qnn.leaky_relu qnn.log qnn.rsqrt qnn.sigmoid qnn.softmax qnn.sqrt qnn.tanh";

constexpr std::string_view kReshapeOnly =
    "reshape contrib_reverse_reshape expand_dims squeeze nn.batch_flatten dyn.reshape dyn.squeeze dyn.expand_dims "
    "vm.reshape_tensor";

constexpr std::string_view kDataDependent =
    "arange argwhere dyn.broadcast_to dyn.expand_dims dyn.full dyn.image.resize2d dyn.nn.pad dyn.nn.upsampling "
    "dyn.nn.upsampling3d dyn.one_hot dyn.ones dyn.reshape dyn.sparse_to_dense dyn.squeeze dyn.strided_slice dyn.tile "
    "dyn.topk dyn.zeros sparse_fill_empty_rows sparse_reshape unique vision.all_class_non_max_suppression "
    "vision.non_max_suppression";

// Of those, where an argument's elements decide the result's sizes.
constexpr std::string_view kOnnxDataDependent =
    "onnx.AffineGrid onnx.Col2Im onnx.Compress onnx.DFT onnx.MaxUnpool onnx.MelWeightMatrix onnx.ReduceMax "
    "onnx.ReduceMean onnx.ReduceMin "
    "onnx.ReduceProd onnx.ReduceSum onnx.Resize onnx.STFT onnx.Slice onnx.Split onnx.TopK "
    "onnx.Unique";

// TNonComputational, but for the qnn ones: those are rewritten to real ones first, so fusion wraps them as any other.
constexpr std::string_view kNonComputational =
    "memory.alloc_storage memory.alloc_tensor memory.kill on_device vm.invoke_tvm_op vm.reshape_tensor vm.shape_func "
    "vm.shape_of";

template <class F>
void for_each_word(std::string_view words, const F& f) {
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    f(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

void add_all(graph::OpTraitsTable& table, std::string_view names, OpPattern pattern) {
  for_each_word(names, [&](std::string_view name) {
    graph::OpTraits& traits = table[std::string(name)];
    traits.pattern = pattern;
    traits.known = true;
  });
}

void mark(graph::OpTraitsTable& table, std::string_view names, bool graph::OpTraits::* flag) {
  for_each_word(names, [&](std::string_view name) { table.at(std::string(name)).*flag = true; });
}

}  // namespace

graph::OpTraitsTable relay_traits() {
  graph::OpTraitsTable table;
  add_all(table, kElemwise, OpPattern::Elemwise);
  add_all(table, kBroadcast, OpPattern::Broadcast);
  add_all(table, kInjective, OpPattern::Injective);
  add_all(table, kCommReduce, OpPattern::CommReduce);
  add_all(table, kOutElemwiseFusable, OpPattern::OutElemwiseFusable);
  add_all(table, kOpaque, OpPattern::Opaque);
  add_all(table, kOnnx, OpPattern::Opaque);
  add_all(table, kWithoutPattern, OpPattern::Opaque);
  mark(table, kReshapeOnly, &graph::OpTraits::reshape_only);
  mark(table, kDataDependent, &graph::OpTraits::data_dependent);
  mark(table, kOnnxDataDependent, &graph::OpTraits::data_dependent);
  mark(table, kNonComputational, &graph::OpTraits::non_computational);
  return table;
}

}  // namespace nw::op
