#include <executorch/exir/ir/shape_inference/infer_util.h>

namespace executorch::exir::infer {

Specs infer_embedding(const Node& node) {
  const Value* weight = node.tensor("weight");
  return one(node, weight->dtype(),
             ops::embedding_shape(sizes_of(weight),
                                  sizes_of(node.tensor("indices"))));
}

}  // namespace executorch::exir::infer
