// What the documentation has to know.
import assert from "node:assert/strict";
import { test } from "node:test";
import { documentation } from "../src/documentation";

/** Every opcode of XLA's hlo_opcode.h, and those that its text has for parts of them. */
const HLO = `
  abs add add-dependency after-all all-gather all-gather-done all-gather-start all-reduce all-reduce-done all-reduce-start all-to-all ragged-all-to-all
  and async-done async-start async-update atan2 batch-norm-grad batch-norm-inference batch-norm-training bitcast bitcast-convert broadcast call cbrt
  ceil cholesky clamp clz count-leading-zeros collective-broadcast collective-permute collective-permute-done collective-permute-start compare complex
  concatenate conditional constant convert convolution copy copy-done copy-start cosine custom-call divide domain dot dynamic-reshape dynamic-slice
  dynamic-update-slice erf exponential exponential-minus-one fft floor fusion gather get-dimension-size get-tuple-element imag infeed iota is-finite log
  log-plus-one logistic map maximum minimum multiply negate not opt-barrier or outfeed pad parameter partition-id popcnt power ragged-dot real recv
  recv-done reduce reduce-precision reduce-scatter reduce-window remainder replica-id reshape reverse rng rng-bit-generator rng-get-and-update-state
  round-nearest-afz round-nearest-even rsqrt scan scatter select select-and-scatter send send-done set-dimension-size shift-left shift-right-arithmetic
  shift-right-logical sign sine slice sort sqrt stochastic-convert subtract tan tanh topk transpose triangular-solve tuple while xor acos acosh asin
  asinh atanh cosh sinh
`;
/** Every operation of the StableHLO and CHLO dialects that JAX writes. */
const STABLEHLO = `
  abs acos acosh add after_all all_gather all_reduce all_to_all and asin asinh async_done async_start atan atan2 atanh batch_norm_grad
  batch_norm_inference batch_norm_training bessel_i1e bitcast_convert broadcast broadcast_in_dim case cbrt ceil cholesky clamp collective_broadcast
  collective_permute compare complex composite concatenate conj constant convert convolution cosh cosine count_leading_zeros create_token cross-replica-sum
  custom_call digamma divide dot dot_general dynamic_broadcast_in_dim dynamic_conv dynamic_gather dynamic_iota dynamic_pad dynamic_reshape
  dynamic_slice dynamic_update_slice einsum erf erf_inv erfc exponential exponential_minus_one fft floor gather get_dimension_size get_tuple_element if
  imag infeed iota is_finite is_inf is_neg_inf is_pos_inf lgamma log log_plus_one logistic map maximum minimum multiply negate next_after not
  optimization_barrier or outfeed pad partition_id polygamma popcnt power ragged_dot real real_dynamic_slice recv reduce reduce_precision reduce_scatter
  reduce_window remainder replica_id reshape reverse rng rng_bit_generator round_nearest_afz round_nearest_even rsqrt scan scatter select
  select_and_scatter send set_dimension_size shift_left shift_right_arithmetic shift_right_logical sign sine sinh slice sort sqrt square subtract tan
  tanh top_k torch_index_select transpose triangular_solve tuple uniform_dequantize uniform_quantize while xor zeta
`;
/** Primitives of JAX that programs of users have in their jaxprs. */
const JAXPR = `
  abs acos acosh add add_any all_gather all_to_all and argmax argmin asin asinh atan atan2 atanh axis_index bessel_i0e bitcast_convert_type
  broadcast_in_dim cbrt ceil cholesky clamp clz closed_call complex concatenate cond conj conv_general_dilated convert_element_type copy cos cosh cummax
  cummin cumprod cumsum cumlogsumexp custom_jvp_call custom_linear_solve custom_vjp_call device_put digamma div dot_general dynamic_slice
  dynamic_update_slice eig eigh eq erf erf_inv erfc exp exp2 expm1 fft floor gather ge gt householder_product igamma imag integer_pow io_callback iota
  is_finite jit le lgamma log log1p logistic lt lu max min mul ne neg nextafter not optimization_barrier or pad pjit population_count pow ppermute psum
  pure_callback qr random_bits random_fold_in random_seed random_split random_unwrap random_wrap real reduce_and reduce_max reduce_min reduce_or
  reduce_precision reduce_prod reduce_sum reduce_window reduce_window_max reduce_window_sum rem remat2 reshape rev rng_bit_generator round rsqrt scan
  scatter scatter-add scatter-mul select_and_scatter_add select_n sharding_constraint shard_map shift_left shift_right_logical sign sin sinh slice sort
  split sqrt square squeeze stack stop_gradient sub svd tan tanh threefry2x32 tile top_k transpose triangular_solve while xor
`;

test("every operation of the three languages is documented", () => {
  const words = `${HLO} ${STABLEHLO} ${JAXPR}`.trim().split(/\s+/);
  assert.deepEqual(words.filter((word) => !documentation(word)), []);
  assert.ok(words.length > 350);
});

test("one thing has one sentence, whatever it is called", () => {
  for (const [name, ...others] of ["multiply mul broadcast_multiply", "all-gather all_gather all-gather-start all_gather_done", "scatter scatter-add scatter_add", "reduce reduce_sum reduce_max", "reduce-window reduce_window_sum", "popcnt population_count"].map((line) => line.split(" "))) {
    assert.deepEqual(others.map(documentation), others.map(() => documentation(name!)), name);
  }
  assert.notEqual(documentation("broadcast_in_dim"), documentation("in_dim"));
  assert.notEqual(documentation("exp2"), documentation("exp"));
});

test("what nobody knows is not explained, a name of every object among it", () => {
  for (const word of ["frobnicate", "constructor", "toString", ""]) assert.equal(documentation(word), "");
});
