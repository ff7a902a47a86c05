#include <executorch/backends/engine/kernels/util/row_group.h>

#include <executorch/backends/engine/kernels/util/parallel.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

namespace executorch::backends::engine {
namespace {

/// What the rows between the stages may take of the second-level cache, if they
/// can.
constexpr size_t kBandNbytes = 384 << 10;
constexpr size_t kPartsPerWorker = 2;

/// Where row 0 would be if `first` is at p: for addresses that are never read.
std::byte* origin_of(std::byte* p, int64_t first, size_t row_nbytes) {
  return reinterpret_cast<std::byte*>(reinterpret_cast<uintptr_t>(p) -
                                      static_cast<size_t>(first) * row_nbytes);
}

class RowGroupKernel : public Kernel {
 public:
  RowGroupKernel(std::vector<RowStage> stages, size_t multiply_adds)
      : stages_(std::move(stages)),
        n_workers_(workers_for(multiply_adds)),
        n_parts_(std::min(n_workers_ == 1 ? 1 : kPartsPerWorker * n_workers_,
                          static_cast<size_t>(stages_.back().rows))) {
    // Bands of twice as many rows have a smaller part of rows that are moved.
    band_ = 1;
    while (band_ < stages_.back().rows && nbytes_of(2 * band_) <= kBandNbytes) {
      band_ *= 2;
    }
    capacities_ = capacities_for(band_);
    for (const RowStage& stage : stages_) {
      const RowKernel& rows = *stage.kernel->by_rows();
      stage_nbytes_ = std::max(stage_nbytes_, rows.rows_scratch_nbytes());
    }
    stage_nbytes_ = align_up(stage_nbytes_);
  }

  Error run(const KernelArgs& args) const override {
    std::atomic<Error> error = Error::Ok;
    for_each_task(n_parts_, n_workers_, [&](size_t part, size_t worker) {
      const Error found = run_part(
          args, part,
          static_cast<std::byte*>(args.scratch) + worker * worker_nbytes());
      if (found != Error::Ok) {
        error = found;
      }
    });
    return error;
  }

  size_t scratch_nbytes() const override {
    return n_workers_ * worker_nbytes();
  }
  size_t packed_nbytes() const override {
    size_t nbytes = 0;
    for (const RowStage& stage : stages_) {
      nbytes += stage.kernel->packed_nbytes();
    }
    return nbytes;
  }
  bool reads(size_t input) const override {
    for (const RowStage& stage : stages_) {
      for (size_t i = 0; i < stage.inputs.size(); ++i) {
        if (stage.inputs[i] == input) {
          return stage.kernel->reads(i);
        }
      }
    }
    return false;
  }

 private:
  int64_t part_row(size_t part) const {
    return static_cast<int64_t>(
        part_begin(static_cast<size_t>(stages_.back().rows), n_parts_, part));
  }

  /// needs[i]: the rows of the result of stage i that a band takes.
  void find_needs(RowRange band, std::vector<RowRange>& needs) const {
    needs.back() = band;
    for (size_t i = stages_.size() - 1; i > 0; --i) {
      needs[i - 1] = stages_[i].kernel->by_rows()->rows_read(needs[i]);
    }
  }

  /// Rows that the results of stages must have room for.
  std::vector<size_t> capacities_for(int64_t band) const {
    std::vector<RowRange> needs(stages_.size());
    std::vector<size_t> capacities(stages_.size());
    // Bands may begin anywhere.
    for (int64_t first = 0; first < stages_.back().rows; ++first) {
      find_needs({first, std::min(first + band, stages_.back().rows)}, needs);
      for (size_t i = 0; i < needs.size(); ++i) {
        capacities[i] = std::max(
            capacities[i], static_cast<size_t>(needs[i].end - needs[i].begin));
      }
    }
    return capacities;
  }

  size_t nbytes_of(const std::vector<size_t>& capacities) const {
    size_t nbytes = 0;
    for (size_t i = 0; i + 1 < stages_.size(); ++i) {
      nbytes += align_up(capacities[i] * stages_[i].row_nbytes);
    }
    return nbytes;
  }
  size_t nbytes_of(int64_t band) const {
    return nbytes_of(capacities_for(band));
  }
  size_t tables_nbytes() const {
    return align_up(stages_.size() * sizeof(Rows));
  }
  size_t worker_nbytes() const {
    return tables_nbytes() + nbytes_of(capacities_) + stage_nbytes_;
  }

  /// Rows of a result that are at hand.
  struct Rows {
    std::byte* data;
    RowRange range;
    RowRange needed;
  };

  Error run_part(const KernelArgs& args, size_t part,
                 std::byte* scratch) const {
    auto* rows = reinterpret_cast<Rows*>(scratch);
    scratch += tables_nbytes();
    for (size_t i = 0; i + 1 < stages_.size(); ++i) {
      rows[i] = {scratch, {}, {}};
      scratch += align_up(capacities_[i] * stages_[i].row_nbytes);
    }
    const int64_t last = part_row(part + 1);
    for (int64_t first = part_row(part); first < last; first += band_) {
      rows[stages_.size() - 1].needed = {first, std::min(first + band_, last)};
      for (size_t i = stages_.size() - 1; i > 0; --i) {
        rows[i - 1].needed =
            stages_[i].kernel->by_rows()->rows_read(rows[i].needed);
      }
      for (size_t i = 0; i < stages_.size(); ++i) {
        ET_CHECK_OK_OR_RETURN_ERROR(run_stage(args, i, rows, scratch));
      }
    }
    return Error::Ok;
  }

  /// Keeps the rows that are needed again; returns those that are missing.
  static RowRange move_rows(Rows& rows, size_t row_nbytes) {
    RowRange& range = rows.range;
    const RowRange needed = rows.needed;
    if (needed.begin >= range.end) {
      range = {needed.begin, needed.begin};
    } else if (needed.begin > range.begin) {
      const auto skipped = static_cast<size_t>(needed.begin - range.begin);
      const auto kept = static_cast<size_t>(range.end - needed.begin);
      std::memmove(rows.data, rows.data + skipped * row_nbytes,
                   kept * row_nbytes);
      range.begin = needed.begin;
    }
    const RowRange missing = {range.end, std::max(range.end, needed.end)};
    range.end = missing.end;
    return missing;
  }

  Error run_stage(const KernelArgs& args, size_t index, Rows* rows,
                  std::byte* scratch) const {
    const RowStage& stage = stages_[index];
    const bool is_last = index + 1 == stages_.size();
    const RowRange missing =
        is_last ? rows[index].needed : move_rows(rows[index], stage.row_nbytes);
    if (missing.begin == missing.end) {
      return Error::Ok;
    }
    void* output = is_last
                       ? args.outputs[0]
                       : origin_of(rows[index].data, rows[index].range.begin,
                                   stage.row_nbytes);
    const void* inputs[RowStage::kMaxOperands];
    for (size_t i = 0; i < stage.inputs.size(); ++i) {
      inputs[i] =
          stage.inputs[i] == RowStage::kPrevious
              ? origin_of(rows[index - 1].data, rows[index - 1].range.begin,
                          stages_[index - 1].row_nbytes)
              : args.inputs[stage.inputs[i]];
    }
    return stage.kernel->by_rows()->run_rows({inputs, &output, scratch},
                                             missing);
  }

  std::vector<RowStage> stages_;
  size_t n_workers_;
  size_t n_parts_;    ///< of the last result, each with bands of its own
  int64_t band_ = 1;  ///< rows of the last result that are computed at a time
  std::vector<size_t> capacities_;  ///< rows, by stage
  size_t stage_nbytes_ = 0;         ///< scratch memory of any stage
};

}  // namespace

std::unique_ptr<Kernel> make_row_group(std::vector<RowStage> stages,
                                       size_t multiply_adds) {
  return std::make_unique<RowGroupKernel>(std::move(stages), multiply_adds);
}

}  // namespace executorch::backends::engine
