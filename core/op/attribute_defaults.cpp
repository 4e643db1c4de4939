// SPDX-License-Identifier: GPL-3.0-or-later
// The attributes of Relay's operators as TVM 0.11 declares them (include/tvm/relay/attrs, op.attrs_type_key): a row
// for the operators that share a structure, with its fields and their values where a call does not give them. A field
// without a value has to be given.
#include "op/attribute_defaults.h"

#include <charconv>
#include <memory>

namespace nw::op {

namespace {

struct AttributeRow {
  const char* operators;
  const char* fields;
};

// clang-format off
constexpr AttributeRow kRows[] = {
    {"nn.adaptive_avg_pool1d nn.adaptive_max_pool1d",
     "output_size=[] layout='NCW' out_layout=''"},
    {"nn.adaptive_avg_pool2d nn.adaptive_max_pool2d",
     "output_size=[] layout='NCHW' out_layout=''"},
    {"nn.adaptive_avg_pool3d nn.adaptive_max_pool3d",
     "output_size=[] layout='NCDHW' out_layout=''"},
    {"image.affine_grid",
     "target_shape"},
    {"arange",
     "start stop step dtype=''"},
    {"argmax argmin",
     "axis=None keepdims=0 select_last_index=0 exclude=0"},
    {"argsort sort",
     "axis=-1 is_ascend=1 dtype=''"},
    {"auto_scheduler_layout_transform",
     "src_layout dst_layout"},
    {"nn.avg_pool1d",
     "pool_size strides=[1] dilation=[1] padding=[0] layout='NCW' out_layout='' ceil_mode=0 count_include_pad=0"},
    {"nn.avg_pool2d qnn.avg_pool2d",
     "pool_size strides=[1,1] dilation=[1,1] padding=[0,0] layout='NCHW' out_layout='' ceil_mode=0 count_include_pad=0"},
    {"nn.avg_pool3d",
     "pool_size strides=[1,1,1] dilation=[1,1,1] padding=[0,0,0] layout='NCDHW' out_layout='' ceil_mode=0 count_include_pad=0"},
    {"nn.batch_matmul qnn.batch_matmul",
     "out_dtype='' transpose_a=0 transpose_b=0"},
    {"nn.batch_norm",
     "axis=1 epsilon=1e-05 center=1 scale=1"},
    {"nn.batch_to_space_nd",
     "block_shape crops"},
    {"nn.bias_add",
     "axis=1"},
    {"nn.bitserial_conv2d",
     "strides=[1,1] padding=[0,0] kernel_size=[3,3] channels=None activation_bits=1 weight_bits=1 data_layout='NCHW' kernel_layout='OIHW' pack_dtype='' out_dtype='' unipolar=1"},
    {"nn.bitserial_dense",
     "units data_bits=1 weight_bits=1 pack_dtype='' out_dtype='' unipolar=1"},
    {"nn.bitpack",
     "bits=1 pack_axis=1 bit_axis=-1 pack_type='' name='BitPack'"},
    {"qnn.add qnn.mul qnn.subtract",
     "lhs_axis=-1 rhs_axis=-1"},
    {"cache_conv1d",
     "cache_shape strides=[1] padding=[0,0] dilation=[1] groups=1 channels=None kernel_size=None data_layout='NCW' kernel_layout='OIW' out_layout='' out_dtype=''"},
    {"cache_matmul",
     "cache_shape shape axes"},
    {"call_lowered",
     "metadata"},
    {"cast reinterpret",
     "dtype"},
    {"vision.categorical",
     "num_samples seed seed2"},
    {"clip",
     "a_min a_max"},
    {"concatenate qnn.concatenate",
     "axis=0"},
    {"nn.conv1d",
     "strides=[1] padding=[0,0] dilation=[1] groups=1 channels=None kernel_size=None data_layout='NCW' kernel_layout='OIW' out_layout='' out_dtype=''"},
    {"nn.conv1d_transpose",
     "channels=None kernel_size=None strides=[1] output_padding=[0] padding=[0] dilation=[1] groups=1 data_layout='NCW' kernel_layout='IOW' out_layout='' out_dtype=''"},
    {"nn.contrib_conv2d_NCHWc nn.contrib_conv2d_gemm_without_weight_transform nn.contrib_depthwise_conv2d_NCHWc nn.conv2d nn.conv2d_backward_weight qnn.conv2d",
     "strides=[1,1] padding=[0,0] dilation=[1,1] groups=1 channels=None kernel_size=None data_layout='NCHW' kernel_layout='OIHW' out_layout='' out_dtype=''"},
    {"nn.conv2d_transpose qnn.conv2d_transpose",
     "channels=None kernel_size=None strides=[1,1] output_padding=[0,0] padding=[0,0] dilation=[1,1] groups=1 data_layout='NCHW' kernel_layout='IOHW' out_layout='' out_dtype=''"},
    {"nn.contrib_conv2d_winograd_without_weight_transform",
     "tile_size strides=[1,1] padding=[0,0] dilation=[1,1] groups=1 channels=None kernel_size=None data_layout='NCHW' kernel_layout='OIHW' out_layout='' out_dtype=''"},
    {"nn.contrib_conv2d_winograd_nnpack_weight_transform",
     "convolution_algorithm out_dtype=''"},
    {"nn.conv3d",
     "strides=[1,1,1] padding=[0,0,0] dilation=[1,1,1] groups=1 channels=None kernel_size=None data_layout='NCDHW' kernel_layout='OIDHW' out_layout='' out_dtype=''"},
    {"nn.conv3d_transpose",
     "channels=None kernel_size=None strides=[1,1,1] output_padding=[0,0,0] padding=[0,0,0] dilation=[1,1,1] groups=1 data_layout='NCDHW' kernel_layout='IODHW' out_layout='' out_dtype=''"},
    {"nn.contrib_conv3d_winograd_without_weight_transform",
     "tile_size strides=[1,1,1] padding=[0,0,0] dilation=[1,1,1] groups=1 channels=None kernel_size=None data_layout='NCDHW' kernel_layout='OIDHW' out_layout='' out_dtype=''"},
    {"nn.contrib_conv2d_gemm_weight_transform",
     "tile_N tile_K kernel_layout='HWIO'"},
    {"nn.contrib_conv2d_winograd_weight_transform nn.contrib_conv3d_winograd_weight_transform",
     "tile_size"},
    {"nn.correlation",
     "kernel_size=1 max_displacement=1 stride1=1 stride2=1 padding=[0,0] is_multiply=1 layout='NCHW'"},
    {"image.crop_and_resize",
     "crop_size=None layout='NCHW' method='bilinear' extrapolation_value=0.0 out_dtype=''"},
    {"cumprod cumsum",
     "axis=None dtype='' exclusive=0"},
    {"dft",
     "inverse=0"},
    {"nn.dilate",
     "strides=[1,1] dilation_value=0.0"},
    {"scatter_elements",
     "axis=0 reduction='update'"},
    {"scatter_nd",
     "mode='update'"},
    {"stft",
     "n_fft hop_length win_length normalized=0 onesided=1"},
    {"trilu",
     "upper=1"},
    {"unique",
     "sorted=1 return_counts=0"},
    {"vision.all_class_non_max_suppression",
     "output_format='onnx'"},
    {"vision.get_valid_counts",
     "score_threshold id_index=0 score_index=1"},
    {"vision.non_max_suppression",
     "force_suppress=0 top_k=-1 coord_start=2 score_index=1 id_index=0 return_indices=1 invalid_to_bottom=0"},
    {"vision.roi_align",
     "pooled_size spatial_scale sample_ratio=-1 layout='NCHW' mode='avg'"},
    {"vision.roi_pool",
     "pooled_size spatial_scale layout='NCHW'"},
    {"nn.deformable_conv2d",
     "strides=[1,1] padding=[0,0] dilation=[1,1] deformable_groups=1 groups=1 channels=None kernel_size=None data_layout='NCHW' kernel_layout='OIHW' out_layout='' out_dtype=''"},
    {"nn.contrib_dense_pack nn.dense qnn.dense",
     "units out_dtype=''"},
    {"qnn.contrib_dense_pack",
     "units out_dtype='' weight_layout='NC'"},
    {"qnn.dequantize qnn.simulated_dequantize",
     "out_dtype axis=-1"},
    {"image.dilation2d",
     "strides=[1,1] padding=[0,0] dilations=[1,1] data_layout='NCHW' kernel_layout='IHW' out_dtype=''"},
    {"nn.dropout",
     "rate=0.5"},
    {"einsum",
     "equation"},
    {"expand_dims",
     "axis num_newaxis=1"},
    {"vision.extract_image_patches",
     "ksizes strides rates padding layout='NCHW'"},
    {"nn.fifo_buffer",
     "axis=0"},
    {"fixed_point_multiply",
     "multiplier shift"},
    {"fixed_point_multiply_per_axis",
     "is_lshift_required=0 is_rshift_required=0 axes"},
    {"nn.fsmn",
     "l_order=0 r_order=0 l_stride=1 r_stride=1 unavailable_frames=0"},
    {"gather",
     "axis=None"},
    {"gather_nd",
     "batch_dims=0 index_rank=None"},
    {"nn.global_avg_pool2d nn.global_max_pool2d",
     "layout='NCHW' out_layout=''"},
    {"image.grid_sample",
     "method='bilinear' layout='NCHW' padding_mode='zeros' align_corners=1"},
    {"nn.group_norm",
     "num_groups=0 axis=1 epsilon=1e-05 center=1 scale=1"},
    {"broadcast_to dyn.broadcast_to dyn.full dyn.ones dyn.zeros full ones zeros",
     "shape dtype=''"},
    {"nn.instance_norm",
     "axis=1 epsilon=1e-05 center=1 scale=1"},
    {"nn.l2_normalize",
     "eps axis"},
    {"nn.lrn",
     "size=5 axis=1 bias=2.0 alpha=0.0001 beta=0.75 norm_region='ACROSS_CHANNELS'"},
    {"nn.layer_norm",
     "axis=-1 epsilon=1e-05 center=1 scale=1"},
    {"layout_transform",
     "src_layout dst_layout"},
    {"nn.leaky_relu qnn.leaky_relu",
     "alpha=0.25"},
    {"nn.matmul",
     "units out_dtype='' transpose_a=0 transpose_b=0"},
    {"matrix_set_diag",
     "k1=0 k2=0 super_diag_right_align=1 sub_diag_right_align=0"},
    {"nn.max_pool1d",
     "pool_size strides=[1] dilation=[1] padding=[0] layout='NCW' out_layout='' ceil_mode=0"},
    {"nn.avg_pool2d_grad nn.max_pool2d nn.max_pool2d_grad nn.max_pool2d_with_argmax",
     "pool_size strides=[1,1] dilation=[1,1] padding=[0,0] layout='NCHW' out_layout='' ceil_mode=0"},
    {"vision.max_pool2d_location",
     "pool_size strides padding ceil_mode layout='NCHW'"},
    {"nn.max_pool3d",
     "pool_size strides=[1,1,1] dilation=[1,1,1] padding=[0,0,0] layout='NCDHW' out_layout='' ceil_mode=0"},
    {"meshgrid",
     "indexing='ij'"},
    {"parser.MetaRef",
     "node_type_key node_index"},
    {"nn.mirror_pad",
     "mode='SYMMETRIC' pad_width"},
    {"vision.multibox_prior",
     "sizes=[1.0] ratios=[1.0] steps=[-1.0,-1.0] offsets=[0.5,0.5] clip=0"},
    {"vision.multibox_transform_loc",
     "clip=1 threshold=0.01 variances=[0.10000000149011612,0.10000000149011612,0.20000000298023224,0.20000000298023224] keep_background=0"},
    {"random.multinomial",
     "num_samples=1"},
    {"nn.nll_loss",
     "reduction='mean' ignore_index"},
    {"ndarray_size",
     "dtype=''"},
    {"random.normal",
     "out_shape out_dtype=''"},
    {"on_device",
     "virtual_device constrain_result=0 constrain_body=1"},
    {"dyn.one_hot one_hot",
     "depth=1 axis=-1 dtype=''"},
    {"nn.prelu",
     "axis=1"},
    {"dyn.nn.pad nn.pad",
     "pad_width pad_mode='constant'"},
    {"qnn.quantize",
     "out_dtype axis=-1"},
    {"all any max mean min prod sum",
     "axis=None keepdims=0 exclude=0"},
    {"repeat",
     "repeats axis=None"},
    {"qnn.requantize",
     "axis=-1 rounding='None' compute_dtype='None' out_dtype=''"},
    {"contrib_reverse_reshape dyn.reshape reshape",
     "newshape allowzero=0"},
    {"reshape_like",
     "lhs_begin=0 lhs_end=None rhs_begin=0 rhs_end=None"},
    {"vm.reshape_tensor",
     "newshape"},
    {"image.resize1d",
     "size=None roi=None layout='NCW' method='linear' coordinate_transformation_mode='half_pixel' rounding_method='round' cubic_alpha=-0.5 cubic_exclude=0 extrapolation_value=0.0 out_dtype=''"},
    {"dyn.image.resize2d image.resize2d",
     "size=None roi=None layout='NCHW' method='linear' coordinate_transformation_mode='half_pixel' rounding_method='round' cubic_alpha=-0.5 cubic_exclude=0 extrapolation_value=0.0 out_dtype=''"},
    {"image.resize3d",
     "size=None roi=None layout='NCDHW' method='linear' coordinate_transformation_mode='half_pixel' rounding_method='round' cubic_alpha=-0.5 cubic_exclude=0 extrapolation_value=0.0 out_dtype=''"},
    {"reverse",
     "axis=None"},
    {"reverse_sequence",
     "seq_axis=1 batch_axis=0"},
    {"searchsorted",
     "right=0 dtype='int32'"},
    {"sequence_mask",
     "mask_value=0.0 axis=0"},
    {"shape_of vm.shape_of",
     "dtype=''"},
    {"qnn.simulated_quantize relay.op.annotation.simulated_quantize",
     "axis=-1"},
    {"slice_like",
     "axes"},
    {"sliding_window",
     "axis window_shape strides"},
    {"nn.fast_softmax nn.log_softmax nn.softmax qnn.softmax",
     "axis=-1"},
    {"nn.space_to_batch_nd",
     "block_shape paddings pad_value=0.0"},
    {"nn.sparse_conv2d",
     "layout='NHWC' kernel_size=[1,1]"},
    {"nn.internal.sparse_dense_padded nn.sparse_dense",
     "sparse_lhs=0"},
    {"sparse_to_dense",
     "output_shape"},
    {"nn.sparse_transpose",
     ""},
    {"split",
     "indices_or_sections axis=0"},
    {"dyn.squeeze squeeze",
     "axis=None"},
    {"stack",
     "axis=0"},
    {"dyn.strided_slice strided_slice",
     "begin end strides slice_mode='end' axes"},
    {"nn.depth_to_space nn.space_to_depth",
     "block_size=1 layout='NCHW' mode='DCR'"},
    {"take",
     "batch_dims=0 axis=None mode='clip'"},
    {"random.threefry_generate",
     "out_shape"},
    {"dyn.tile tile",
     "reps"},
    {"dyn.topk topk",
     "k axis=-1 ret_type='both' is_ascend=0 dtype=''"},
    {"transpose",
     "axes"},
    {"random.uniform",
     "out_shape out_dtype=''"},
    {"vision.unpooling",
     "scale_h scale_w pad_out_h pad_out_w layout='NCHW'"},
    {"dyn.nn.upsampling3d nn.upsampling3d",
     "scale_d scale_h scale_w layout='NCDHW' method='nearest_neighbor' coordinate_transformation_mode='half_pixel'"},
    {"dyn.nn.upsampling nn.upsampling",
     "scale_h scale_w layout='NCHW' method='nearest_neighbor' align_corners=0"},
    {"variance",
     "axis=None keepdims=0 exclude=0 unbiased=0"},
    {"vision.yolo_reorg",
     "stride=1"},
};
// clang-format on

class FieldReader {
 public:
  explicit FieldReader(std::string_view text) : text_(text) {}

  bool more() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size();
  }
  std::string name() {
    const size_t end = std::min(text_.find_first_of(" =", at_), text_.size());
    std::string name(text_.substr(at_, end - at_));
    at_ = end;
    return name;
  }
  std::optional<graph::Attr> given() {
    if (at_ >= text_.size() || text_[at_] != '=') return std::nullopt;
    ++at_;
    return value();
  }

 private:
  graph::Attr value() {
    if (text_[at_] == '\'') {
      const size_t end = text_.find('\'', at_ + 1);
      std::string text(text_.substr(at_ + 1, end - at_ - 1));
      at_ = end + 1;
      return {std::move(text)};
    }
    if (text_[at_] == '[') return list();
    const size_t end = std::min(text_.find_first_of(" ,]", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    if (word == "None") return {};
    if (word == "True" || word == "False") return {word == "True"};
    if (word.find_first_of(".e") != std::string_view::npos) {
      return {std::stod(std::string(word))};
    }
    int64_t number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return {number};
  }
  graph::Attr list() {
    graph::AttrList items;
    ++at_;
    while (text_[at_] != ']') {
      items.push_back(value());
      if (text_[at_] == ',') ++at_;
    }
    ++at_;
    return {std::move(items)};
  }

  std::string_view text_;
  size_t at_ = 0;
};

using Table = std::map<std::string, std::shared_ptr<const AttributeFields>, std::less<>>;

Table read_rows() {
  Table table;
  for (const AttributeRow& row : kRows) {
    auto fields = std::make_shared<AttributeFields>();
    for (FieldReader reader(row.fields); reader.more();) {
      std::string name = reader.name();
      (*fields)[std::move(name)] = reader.given();
    }
    for (FieldReader names(row.operators); names.more();) table[names.name()] = fields;
  }
  return table;
}

}  // namespace

const AttributeFields* attribute_fields(std::string_view op) {
  static const Table table = read_rows();
  const auto found = table.find(op);
  return found == table.end() ? nullptr : found->second.get();
}

}  // namespace nw::op
