#include <executorch/extension/data_loader/buffer_data_loader.h>
#include <executorch/extension/flat_tensor/flat_tensor_data_map.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ptd_bytes.h"

namespace executorch::extension {
namespace {

using runtime::Error;

PtdBytes two_tensors() {
  return PtdBytes({{"bias", make_tensor_ptr({3}, {1.0f, 2.0f, 3.0f})},
                   {"weight", make_tensor_ptr({2, 1}, {5, 6})}});
}

Error load_error(PtdBytes& bytes, size_t size) {
  BufferDataLoader loader(bytes.data(), size);
  return FlatTensorDataMap::load(&loader).error();
}

TEST(FlatTensor, WhatIsWrittenIsFoundByName) {
  PtdBytes bytes = two_tensors();
  ASSERT_EQ(bytes.error(), Error::Ok);
  BufferDataLoader loader(bytes.data(), bytes.size());
  const auto map = FlatTensorDataMap::load(&loader);
  ASSERT_TRUE(map.ok());
  EXPECT_EQ(*map->get_num_keys(), 2u);
  const auto layout = map->get_tensor_layout("weight");
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout->scalar_type(), aten::ScalarType::Int);
  const auto data = map->get_data("weight");
  ASSERT_TRUE(data.ok());
  EXPECT_EQ(static_cast<const int32_t*>(data->data())[1], 6);
  float bias[2];
  ASSERT_EQ(map->load_data_into("bias", bias, sizeof(bias)), Error::Ok);
  EXPECT_EQ(bias[1], 2.0f);
  float many[4];
  EXPECT_EQ(map->load_data_into("bias", many, sizeof(many)),
            Error::InvalidArgument);
  EXPECT_EQ(map->load_data_into("nobody", many, 4), Error::NotFound);
}

TEST(FlatTensor, TheSameTensorsGiveTheSameBytes) {
  PtdBytes a = two_tensors();
  PtdBytes b = two_tensors();
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size()), 0);
}

TEST(FlatTensor, ATensorWithoutDataIsNotWritten) {
  PtdBytes bytes({{"empty", make_tensor_ptr({2}, nullptr)}});
  EXPECT_EQ(bytes.error(), Error::InvalidArgument);
}

TEST(FlatTensor, EveryPrefixOfAFileIsRefused) {
  PtdBytes bytes = two_tensors();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(load_error(bytes, size), Error::Ok) << size << " bytes";
  }
}

TEST(FlatTensor, NumbersOfTheHeaderThatDoNotFitTheFileAreRefused) {
  for (size_t field : {16u, 24u, 32u, 40u}) {
    for (uint64_t value : {~uint64_t{0}, uint64_t{1} << 40}) {
      PtdBytes bytes = two_tensors();
      bytes.put(field, value);
      EXPECT_EQ(load_error(bytes, bytes.size()), Error::InvalidExternalData)
          << "field at " << field;
    }
  }
}

TEST(FlatTensor, EachDamagedByteIsRefusedOrHarmless) {
  for (size_t i = 0; i < two_tensors().size(); ++i) {
    PtdBytes bytes = two_tensors();
    bytes.data()[i] ^= 0xff;
    BufferDataLoader loader(bytes.data(), bytes.size());
    const auto map = FlatTensorDataMap::load(&loader);
    if (map.ok()) {
      for (uint32_t key = 0; key < *map->get_num_keys(); ++key) {
        EXPECT_TRUE(map->get_data(*map->get_key(key)).ok());
      }
    }
  }
}

}  // namespace
}  // namespace executorch::extension
