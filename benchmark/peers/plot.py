"""Writes docs/performance.md and its plot of what compare.py measured.

    compare.py --json measured.json && plot.py measured.json "the machine"
"""

import json
import pathlib
import sys

import compare
import zoo

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

TITLES = {
    "rushlight": "Rushlight",
    "executorch": "ExecuTorch + XNNPACK",
    "onnxruntime": "onnxruntime",
    "openvino": "OpenVINO",
}
INTRODUCTION = """# Performance

Rushlight's CPU engine beside its peers on the zoo: FP32, the same weights and
inputs, on {machine}. Each runtime
has a process of its own, pinned to as many cores as it has threads; they take
turns. Numbers are the fastest run in ms, and in brackets the peer's time by
Rushlight's: above 1, Rushlight is faster. Machines of other kinds give other
ratios; compare numbers of one run only.

```
python3 benchmark/peers/compare.py --prefix "chrt -f 50" --json measured.json
python3 benchmark/peers/plot.py measured.json "{machine}"
```

![How many times slower than Rushlight the peers are](performance.svg)
"""


def number(value):
    digits = 4 if value < 0.1 else 2 if value < 100 else 0
    return f"{value:.{digits}f}"


def table(rows, header, cells):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(cells(row)) + " |" for row in rows]
    return "\n".join(lines)


def times(rows):
    def cells(row):
        line = [row["model"], str(row["threads"]), number(row["rushlight"]["min_ms"])]
        for peer in compare.PEERS:
            ratio = compare.ratio(row, peer)
            known = ratio and f"{number(row[peer]['min_ms'])} ({ratio:.2f})"
            line.append(known or "-")
        return line

    header = ["model", "threads", "Rushlight"]
    header += [TITLES[peer] + " (ratio)" for peer in compare.PEERS]
    return table(rows, header, cells)


def loads(rows):
    def load(row, name):
        known = row.get(name)
        return number(known["load_ms"] + known["first_ms"]) if known else "-"

    def cells(row):
        names = ("rushlight", "executorch")
        sizes = [f"{row[n]['file_nbytes'] / 1e6:.1f}" if n in row else "-" for n in names]
        return [row["model"], *(load(row, n) for n in TITLES), *sizes]

    header = ["model", *TITLES.values(), "Rushlight, MB", "ExecuTorch, MB"]
    return table([row for row in rows if row["threads"] == 1], header, cells)


def memory(rows):
    def cells(row):
        return [row["model"], *(pair(row.get(name)) for name in TITLES)]

    def pair(known):
        keys = ("anonymous_nbytes", "peak_nbytes")
        return " / ".join(f"{known[key] / 1e6:.0f}" for key in keys) if known else "-"

    rows = [row for row in rows if row["threads"] == 1]
    return table(rows, ["model", *TITLES.values()], cells)


def quantized(rows):
    def cells(row):
        ratio = compare.ratio(row, "executorch")
        peer = f"{number(row['executorch']['min_ms'])} ({ratio:.2f})"
        name = row["model"].removesuffix(compare.INT8)
        return [name, str(row["threads"]), number(row["rushlight"]["min_ms"]), peer]

    header = ["model", "threads", "Rushlight", TITLES["executorch"] + " (ratio)"]
    return table(rows, header, cells)


def means(rows):
    rows = compare.without_toys(rows)
    lines = []
    for threads in sorted({row["threads"] for row in rows}):
        some = [row for row in rows if row["threads"] == threads]
        parts = []
        for peer in compare.PEERS:
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
    for i, peer in enumerate(compare.PEERS):
        known = [(j, r) for j, row in enumerate(rows) if (r := compare.ratio(row, peer))]
        places = [j + 0.27 * (i - 1) for j, _ in known]
        axes.bar(places, [r for _, r in known], 0.25, label=TITLES[peer])
    axes.axhline(1, color="black", linewidth=1)
    axes.set_yscale("log")
    axes.set_yticks([0.5, 1, 2, 5, 10], ["0.5", "1", "2", "5", "10"])
    axes.set_xticks(range(len(rows)), [row["model"] for row in rows], rotation=60)
    axes.set_ylabel("time by Rushlight's, one thread")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    measured = json.loads(pathlib.Path(sys.argv[1]).read_text())
    int8 = [row for row in measured if row["model"].endswith(compare.INT8)]
    rows = [row for row in measured if row not in int8]
    docs = zoo.ROOT / "docs"
    parts = [
        INTRODUCTION.format(machine=sys.argv[2]),
        times(rows),
        "\nGeometric means of the ratios, without the models of less than 0.1 "
        "ms:\n",
        means(rows),
        "\n## Load and first answer\n\nFrom the file to the first answer, one "
        "thread, in ms, and the sizes of the files.\n",
        loads(measured),
        "\n## Memory\n\nOf one thread, in MB: what is of no file once the model has "
        "run, and the most that was resident, which counts mapped weights that "
        "the system may take back. Rushlight's is of the whole process, the peers' "
        "is beyond what Python and their libraries take before the model is "
        "loaded.\n",
        memory(measured),
    ]
    if int8:
        parts += [
            "\n## Int8\n\nPT2E, XNNPACK's quantizer, weights by channel.\n",
            quantized(int8),
        ]
    (docs / "performance.md").write_text("\n".join(parts) + "\n")
    plot(rows, docs / "performance.svg")


if __name__ == "__main__":
    main()
