#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <executorch/extension/named_data_map/merged_data_map.h>
#include <gtest/gtest.h>

#include "../../flat_tensor/test/ptd_bytes.h"

namespace executorch::extension {
namespace {

using merged_data_map::MergedDataMap;
using runtime::Error;
using runtime::NamedDataMap;

TEST(MergedDataMap, KeysKeepTheOrderOfTheMaps) {
  PtdBytes first({{"z", make_tensor_ptr({1}, {1.0f})}});
  PtdBytes second({{"a", make_tensor_ptr({1}, {2.0f})}});
  BufferDataLoader first_loader(first.data(), first.size());
  BufferDataLoader second_loader(second.data(), second.size());
  const auto first_map = FlatTensorDataMap::load(&first_loader);
  const auto second_map = FlatTensorDataMap::load(&second_loader);
  ASSERT_TRUE(first_map.ok() && second_map.ok());
  const NamedDataMap* maps[] = {nullptr, &*first_map, &*second_map};
  const auto merged = MergedDataMap::load({maps, 3});
  ASSERT_TRUE(merged.ok());
  EXPECT_STREQ(*merged->get_key(0), "z");
  EXPECT_STREQ(*merged->get_key(1), "a");
  EXPECT_EQ(merged->get_key(2).error(), Error::InvalidArgument);
  EXPECT_EQ(merged->get_data("b").error(), Error::NotFound);
}

}  // namespace
}  // namespace executorch::extension
