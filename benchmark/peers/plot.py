"""Writes docs/performance.md and its plots of what compare.py measured.

    compare.py --json measured.json && plot.py measured.json "the machine"

--started is a file of a run of its own for loads and memory, which takes less
time when runs are short: --threads 1 --seconds 0.01. --avx2 is a file of
compare.py --cpu avx2, which becomes a section of its own; --avx2-remark says what
else there is to know of that run.
"""

import argparse
import json
import pathlib

import compare
import zoo

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "performance"
import matplotlib.pyplot as plt  # noqa: E402

TITLES = {
    "rushlight": "Rushlight",
    "executorch": "ExecuTorch + XNNPACK",
    "onnxruntime": "onnxruntime",
    "openvino": "OpenVINO",
    "ncnn": "ncnn",
    "eager": "PyTorch",
    "compiled": "PyTorch compiled",
}
PYTORCH = ("eager", "compiled")
INTRODUCTION = """# Performance

Rushlight's CPU engine beside its peers on the zoo: FP32, the same weights and
inputs, on {machine}. Each runtime
has a process of its own, pinned to as many cores as it has threads; they take
turns. Numbers are the fastest run in ms, and in brackets the peer's time by
Rushlight's: above 1, Rushlight is faster. Machines of other kinds give other
ratios; compare numbers of one run only. Where a peer does not run a model, or its
answers are off the golden ones by more than {tolerance:.2%} of their largest
magnitude, there is no number. [benchmark](../benchmark/README.md) says how the
peers are installed and set.

```
python3 benchmark/peers/compare.py --prefix "chrt -f 50" --json measured.json
python3 benchmark/peers/compare.py --prefix "chrt -f 50" --threads 1 --seconds 0.01 --json started.json
python3 benchmark/peers/compare.py --prefix "chrt -f 50" --cpu avx2 --json avx2.json
python3 benchmark/peers/plot.py measured.json "{machine}" --started started.json --avx2 avx2.json
```

![How many times slower than Rushlight the peers are](performance.svg)
"""

AVX2 = """
## AVX2 alone

The same machine, which shows programs a CPU with AVX2 but without AVX-512,
AVX-VNNI and AMX: `compare.py --cpu avx2`, by
[mask_cpuid](../benchmark/peers/mask_cpuid.cpp). Clocks and caches are those of
that machine, not of one that has no AVX-512. PyTorch compiled is not measured, as
it asks the system what the CPU has.

![How many times slower than Rushlight the peers are](performance_avx2.svg)
"""


def number(value):
    digits = 4 if value < 0.1 else 2 if value < 100 else 0
    return f"{value:.{digits}f}"


def table(rows, header, cells):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(cells(row)) + " |" for row in rows]
    return "\n".join(lines)


def peers_of(rows):
    """The peers that were measured."""
    return [peer for peer in compare.PEERS if any(peer in row for row in rows)]


def times(rows, peers):
    def cells(row):
        line = [row["model"], str(row["threads"]), number(row["rushlight"]["min_ms"])]
        for peer in peers:
            ratio = compare.ratio(row, peer)
            known = ratio and f"{number(row[peer]['min_ms'])} ({ratio:.2f})"
            line.append(known or "-")
        return line

    header = ["model", "threads", "Rushlight"]
    header += [TITLES[peer] + " (ratio)" for peer in peers]
    return table(rows, header, cells)


def loads(rows):
    def load(row, name):
        known = row.get(name)
        return number(known["load_ms"] + known["first_ms"]) if known else "-"

    def packed(row):
        known = row["rushlight"]
        if "packed_load_ms" not in known:
            return []
        return [number(known["packed_load_ms"] + known["packed_first_ms"])]

    def cells(row):
        files = ("rushlight", "executorch")
        sizes = [f"{row[n]['file_nbytes'] / 1e6:.1f}" if n in row else "-" for n in files]
        peers = (load(row, n) for n in names)
        return [row["model"], load(row, "rushlight"), *packed(row), *peers, *sizes]

    names = peers_of(rows)
    header = ["model", "Rushlight", *("with packed weights kept" for _ in packed(rows[0]))]
    header += [*(TITLES[n] for n in names), "Rushlight, MB", "ExecuTorch, MB"]
    return table([row for row in rows if row["threads"] == 1], header, cells)


def memory(rows):
    def cells(row):
        return [row["model"], *(pair(row.get(name)) for name in names)]

    def pair(known):
        keys = ("anonymous_nbytes", "peak_nbytes")
        return " / ".join(f"{known[key] / 1e6:.0f}" for key in keys) if known else "-"

    # A compiler's memory says nothing of the model's.
    names = ["rushlight", *(peer for peer in peers_of(rows) if peer != "compiled")]
    rows = [row for row in rows if row["threads"] == 1]
    return table(rows, ["model", *(TITLES[name] for name in names)], cells)


def quantized(rows):
    def cells(row):
        ratio = compare.ratio(row, "executorch")
        peer = ratio and f"{number(row['executorch']['min_ms'])} ({ratio:.2f})"
        name = row["model"].removesuffix(compare.INT8)
        return [name, str(row["threads"]), number(row["rushlight"]["min_ms"]), peer or "-"]

    header = ["model", "threads", "Rushlight", TITLES["executorch"] + " (ratio)"]
    return table(rows, header, cells)


def means(rows):
    rows = compare.without_toys(rows)
    lines = []
    for threads in sorted({row["threads"] for row in rows}):
        some = [row for row in rows if row["threads"] == threads]
        parts = []
        for peer in peers_of(some):
            ratios = [r for row in some if (r := compare.ratio(row, peer))]
            mean = compare.geometric_mean(ratios)
            parts.append(f"{TITLES[peer]} {mean:.2f} (least {min(ratios):.2f})")
        best = [
            min(r for peer in compare.PEERS if (r := compare.ratio(row, peer)))
            for row in some
            if any(peer in row for peer in compare.PEERS)
        ]
        parts.append(f"the best peer of each row {compare.geometric_mean(best):.2f}")
        lines.append(f"- {threads} thread{'s' * (threads > 1)}: " + ", ".join(parts))
    return "\n".join(lines)


def plot(rows, path):
    rows = [row for row in compare.without_toys(rows) if row["threads"] == 1]
    figure, axes = plt.subplots(figsize=(9, 4))
    peers = peers_of(rows)
    width = 0.8 / len(peers)
    for i, peer in enumerate(peers):
        known = [(j, r) for j, row in enumerate(rows) if (r := compare.ratio(row, peer))]
        places = [j + width * (i - (len(peers) - 1) / 2) for j, _ in known]
        axes.bar(places, [r for _, r in known], 0.93 * width, label=TITLES[peer])
    axes.axhline(1, color="black", linewidth=1)
    axes.set_yscale("log")
    top = axes.get_ylim()[1]
    ticks = [0.5, 1, 2, 5, 10, 20, 50]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_xticks(range(len(rows)), [row["model"] for row in rows], rotation=60)
    axes.set_ylabel("time by Rushlight's, one thread")
    axes.set_ylim(0.4, top)
    axes.legend(ncols=3, loc="lower left", bbox_to_anchor=(0, 1))
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def pytorch(rows, peers):
    compiled = ""
    if "compiled" in peers:
        compiled = ", and through torch.compile with inductor, weights frozen"
    return [
        f"\n## PyTorch\n\nThe exported program as it is{compiled}.\n",
        times(rows, peers),
    ]


def float_and_int8(measured):
    int8 = [row for row in measured if row["model"].endswith(compare.INT8)]
    return [row for row in measured if row not in int8], int8


def comparison(measured, peers):
    """Times beside those of some peers, and what there is to say of all."""
    rows, _ = float_and_int8(measured)
    parts = [
        times(rows, peers),
        "\nGeometric means of the ratios, without the models of less than 0.1 "
        "ms:\n",
        means(rows),
    ]
    if missing := list(compare.missing(measured)):
        parts.append("\nNo numbers:\n")
        parts += [f"- {TITLES[peer]}: {why}" for peer, why in missing]
    return parts


def avx2(measured, remark):
    rows, int8 = float_and_int8(measured)
    parts = [AVX2, *([remark + "\n"] if remark else []), *comparison(measured, peers_of(rows))]
    if int8:
        parts += ["\nInt8, quantized as above:\n", quantized(int8)]
    return parts


def sections(measured, started):
    rows, int8 = float_and_int8(measured)
    peers = peers_of(rows)
    run = [peer for peer in peers if peer not in PYTORCH]
    parts = comparison(measured, run)
    if len(run) < len(peers):
        parts += pytorch(rows, [peer for peer in peers if peer in PYTORCH])
    compiles = ""
    if "compiled" in peers_of(started):
        compiles = " PyTorch compiled has all of the compilation, anew."
    parts += [
        "\n## Load and first answer\n\nFrom the file to the first answer, one "
        "thread, in ms, and the sizes of the files: of Rushlight the fastest of "
        "three starts, of the others the only one. Packed weights are kept in a "
        f"file by an earlier start (`--packed-weights`).{compiles}\n",
        loads(started),
        "\n## Memory\n\nOf one thread, in MB: what is of no file once the model has "
        "run, and the most that was resident, which counts mapped weights that "
        "the system may take back. Rushlight's is of the whole process, the peers' "
        "is beyond what Python and their libraries take before the model is "
        "loaded.\n",
        memory(started),
    ]
    if int8:
        parts += [
            "\n## Int8\n\nPT2E, XNNPACK's quantizer, weights by channel.\n",
            quantized(int8),
        ]
    return parts


def read(file):
    return json.loads(pathlib.Path(file).read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("measured")
    parser.add_argument("machine", help="that was measured, in words")
    parser.add_argument("--started", help="default: what was measured")
    parser.add_argument("--avx2")
    parser.add_argument("--avx2-remark", help="a sentence")
    options = parser.parse_args()
    measured = read(options.measured)
    docs = zoo.ROOT / "docs"
    introduction = INTRODUCTION.format(
        machine=options.machine, tolerance=compare.TOLERANCE
    )
    started = read(options.started) if options.started else measured
    parts = [introduction, *sections(measured, started)]
    plot(float_and_int8(measured)[0], docs / "performance.svg")
    if options.avx2:
        masked = read(options.avx2)
        parts += avx2(masked, options.avx2_remark)
        plot(float_and_int8(masked)[0], docs / "performance_avx2.svg")
    (docs / "performance.md").write_text("\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
