"""Measures Rushlight and its peers side by side, on the models of the zoo.

    python3 benchmark/peers/compare.py [--models mv2,vit,mv2.int8] [--threads 1,2]

MODEL.int8 is the model quantized by PT2E, which ExecuTorch alone runs too.

Runtimes take turns, each in a process of its own and pinned to as many cores as
it has threads, so that what disturbs the machine disturbs them all. Prints a
row a model and number of threads: the fastest and the median run of each in
milliseconds, and how many times slower than Rushlight the peers are. A peer whose
answers are not the golden ones has no numbers; a list says which and why. --cpu
avx2 shows all of them a CPU without AVX-512 (mask_cpuid.cpp). --json FILE keeps
everything, also load and first run, peak memory and file sizes; plot.py makes
docs/performance.md of it.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import re
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile

import cpu
import zoo

HERE = pathlib.Path(__file__).resolve().parent
PEERS = ("executorch", "onnxruntime", "openvino", "ncnn", "eager", "compiled")
FILES = {
    "rushlight": "rushlight.pte",
    "executorch": "xnnpack.pte",
    "onnxruntime": "model.onnx",
    "openvino": "model.onnx",
    "ncnn": "model.ncnn.bin",
    "eager": "model.pt2",
    "compiled": "model.pt2",
}
KINDS = {
    "executorch": "xnnpack",
    "onnxruntime": "onnx",
    "openvino": "onnx",
    "ncnn": "ncnn",
    "eager": "torch",
    "compiled": "torch",
}
# Of the largest magnitude of the golden answers, which are in FP32; in half they
# would be off by more.
TOLERANCE = 3e-4
INT8 = ".int8"


def pinned(threads, prefix):
    cores = ",".join(map(str, sorted(os.sched_getaffinity(0))[-threads:]))
    return [*prefix, "taskset", "-c", cores]


class Peer:
    """A process of peer.py that waits for what to do."""

    def __init__(self, name, model, folder, threads, prefix):
        base = model.removesuffix(INT8)
        command = [sys.executable, HERE / "peer.py", name, base, folder, threads]
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [*pinned(threads, prefix), *map(str, command)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        self.report = self._read()
        error = self.report["error"]
        if base == model and not error <= TOLERANCE:
            self.close()
            raise RuntimeError(f"its answers are off by {error:.1g}")

    def _read(self):
        # Runtimes print lines of their own.
        for line in self.process.stdout:
            if line.startswith("{"):
                return json.loads(line)
        self.errors.seek(0)
        raise RuntimeError(reason(self.process.wait(), self.errors.read()))

    def times(self, seconds):
        print(seconds, file=self.process.stdin, flush=True)
        answer = self._read()
        for key in ("peak_nbytes", "anonymous_nbytes"):
            self.report[key] = answer[key]
        return answer["times_ms"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Rushlight:
    """The command, started anew for each turn."""

    STARTS = 3

    def __init__(self, command, model, folder, threads, prefix):
        self.command = [*pinned(threads, prefix), command, "bench"]
        self.command += [str(folder / FILES["rushlight"]), "--json"]
        self.command += ["--threads", str(threads)]
        for i in range(len(zoo.inputs(model.removesuffix(INT8)))):
            self.command += ["--input", str(folder / f"in_{i}.npy")]
        self.report = {}

    def bench(self, *options):
        out = subprocess.run(
            [*self.command, *map(str, options)],
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        ).stdout
        return json.loads(out)

    def keep_least(self, answer, keys, prefix=""):
        for key in keys:
            least = min(answer[key], self.report.get(prefix + key, math.inf))
            self.report[prefix + key] = least

    def times(self, seconds):
        answer = self.bench("--seconds", seconds)
        self.keep_least(
            answer, ("load_ms", "first_ms", "peak_nbytes", "anonymous_nbytes")
        )
        return answer["times_ms"]

    def close(self):
        """Starts with packed weights that an earlier start has kept."""
        with tempfile.TemporaryDirectory() as folder:
            options = ("--seconds", 0.001, "--packed-weights", f"{folder}/packed")
            self.bench(*options)
            for _ in range(self.STARTS):
                answer = self.bench(*options)
                self.keep_least(answer, ("load_ms", "first_ms"), "packed_")


def reason(status, errors):
    """Why a process stopped, in a line."""
    if status < 0:
        return f"stopped by {signal.Signals(-status).name}"
    lines = re.findall(r"^(?:[\w.]+\.)?(\w+: .*)", errors, re.MULTILINE)
    words = lines[-1] if lines else f"exit status {status}"
    return words if len(words) <= 120 else words[:117] + "..."


def worth_a_try(failed):
    """A module that was not installed may be so now."""
    return not failed.exists() or "ModuleNotFoundError" in failed.read_text()


def make(kind, model, archive, folder, timeout):
    """Makes the file of a kind of peers; on failure FOLDER/KIND.failed says why."""
    made, failed = folder / f"{kind}.seconds", folder / f"{kind}.failed"
    if made.exists() or not worth_a_try(failed):
        return
    command = [sys.executable, str(HERE / "prepare.py"), model, str(archive)]
    try:
        run = subprocess.run(
            [*command, str(folder), kind],
            capture_output=True,
            timeout=timeout,
            text=True,
        )
    except subprocess.TimeoutExpired:
        failed.write_text(f"not made in {timeout:.0f} s")
        return
    if run.returncode:
        failed.write_text(reason(run.returncode, run.stderr))
    else:
        made.write_text(run.stdout.strip().splitlines()[-1])
        failed.unlink(missing_ok=True)


def prepare(model, folder, options):
    """Makes what is missing of the files of a model."""
    folder.mkdir(parents=True, exist_ok=True)
    base = model.removesuffix(INT8)
    archive = pathlib.Path(options.archives) / f"{base}.pt2"
    for i, array in enumerate(zoo.inputs(base)):
        zoo.np.save(folder / f"in_{i}.npy", array)
    kinds = {KINDS[peer] for peer in options.peers} if base == model else {"int8"}
    for kind in sorted(kinds):
        make(kind, base, archive, folder, options.prepare_timeout)
    source = archive if base == model else folder / "quantized.pt2"
    compile_command = [options.rushlight, "compile", str(source), "-o"]
    compile_command += [str(folder / FILES["rushlight"])]
    if options.backend and base == model:
        compile_command += ["--backend", options.backend]
    subprocess.run(compile_command, check=True, stdout=subprocess.DEVNULL)


def start(name, model, threads, folder, options):
    """The peer, or why there is none."""
    if not (folder / FILES[name]).exists():
        kind = "int8" if model.endswith(INT8) else KINDS[name]
        failed = folder / f"{kind}.failed"
        return failed.read_text() if failed.exists() else "not prepared"
    try:
        return Peer(name, model, folder, threads, options.prefix)
    except RuntimeError as why:
        return str(why)


def measure(model, threads, folder, options):
    runs = {"rushlight": Rushlight(options.rushlight, model, folder, threads,
                                   options.prefix)}
    peers = runners(model, options.peers)
    started = {p: start(p, model, threads, folder, options) for p in peers}
    without = {p: why for p, why in started.items() if isinstance(why, str)}
    runs |= {p: run for p, run in started.items() if p not in without}
    times = {name: [] for name in runs}
    for _ in range(options.rounds):
        for name, run in runs.items():
            times[name] += run.times(options.seconds)
    row = {"model": model, "threads": threads, "missing": without}
    for name, run in runs.items():
        run.close()
        row[name] = {
            "min_ms": min(times[name]),
            "median_ms": statistics.median(times[name]),
            "file_nbytes": (folder / FILES[name]).stat().st_size,
            **run.report,
        }
    return row


def runners(model, peers):
    """The peers that are to run a model: ExecuTorch alone quantizes as Rushlight."""
    return [p for p in peers if not model.endswith(INT8) or p == "executorch"]


def ratio(row, peer):
    return row[peer]["min_ms"] / row["rushlight"]["min_ms"] if peer in row else None


def cell(row, name):
    if name not in row:
        return f"{'-':>17}"
    return f"{row[name]['min_ms']:8.2f} {row[name]['median_ms']:8.2f}"


def text(row, peers):
    ratios = [ratio(row, peer) for peer in peers]
    numbers = " ".join(f"{r:6.2f}" if r else f"{'-':>6}" for r in ratios)
    cells = " ".join(cell(row, name) for name in ("rushlight", *peers))
    return f"{row['model']:<20} {row['threads']:>2} {cells}  {numbers}"


def header(peers):
    cells = " ".join(f"{name:>17}" for name in ("rushlight", *peers))
    return f"{'model':<20}  t {cells}  " + " ".join(f"{p[:6]:>6}" for p in peers)


def missing(rows):
    """Which peers have no numbers for which model, and why, with the numbers of
    threads if others do."""
    found = {}
    counts = collections.Counter(row["model"] for row in rows)
    for row in rows:
        for peer, why in row.get("missing", {}).items():
            key = (peer, row["model"], why)
            found.setdefault(key, []).append(row["threads"])
    for (peer, model, why), threads in found.items():
        some = ", ".join(map(str, threads)) if len(threads) < counts[model] else ""
        yield peer, model + (f" (threads: {some})" if some else "") + f": {why}"


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 0


def without_toys(rows):
    """The models in FP32 that compute more than a call costs."""
    return [
        row
        for row in rows
        if row["rushlight"]["min_ms"] > 0.1 and not row["model"].endswith(INT8)
    ]


def summary(rows, peers):
    rows = without_toys(rows)
    for threads in sorted({row["threads"] for row in rows}):
        some = [row for row in rows if row["threads"] == threads]
        for peer in peers:
            ratios = [r for row in some if (r := ratio(row, peer))]
            if not ratios:
                continue
            print(
                f"threads {threads}: {peer} / rushlight, geometric mean of "
                f"{len(ratios)}: {geometric_mean(ratios):.2f}, least "
                f"{min(ratios):.2f}"
            )
        best = [
            min(known)
            for row in some
            if (known := [r for peer in peers if (r := ratio(row, peer))])
        ]
        if best:
            print(f"threads {threads}: best peer: {geometric_mean(best):.2f}")


def print_missing(rows):
    for peer, why in missing(rows):
        print(f"no {peer} for {why}")


def main():
    build = zoo.ROOT / "build" / "release"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", default=",".join(zoo.names()))
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--backend", help="the command's default")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.4)
    parser.add_argument("--cpu", default="native", choices=cpu.CPUS)
    parser.add_argument("--prefix", default="", help="for example 'chrt -f 50'")
    parser.add_argument("--json", help="file for everything measured")
    parser.add_argument("--rushlight", default=str(build / "bin" / "rushlight"))
    parser.add_argument("--archives", default=str(build / "test-data"))
    parser.add_argument("--folder", default=str(zoo.ROOT / "build" / "peers"))
    parser.add_argument("--prepare-timeout", type=float, default=900)
    options = parser.parse_args()
    options.peers = [peer for peer in options.peers.split(",") if peer]
    if options.cpu != "native":
        options.peers = [p for p in options.peers if p not in cpu.UNMASKED]
    options.prefix = shlex.split(options.prefix)
    options.prefix += cpu.prefix(options.cpu, pathlib.Path(options.folder))
    rows = []
    print(header(options.peers))
    for model in options.models.split(","):
        folder = pathlib.Path(options.folder) / model
        prepare(model, folder, options)
        for threads in map(int, options.threads.split(",")):
            rows.append(measure(model, threads, folder, options))
            print(text(rows[-1], options.peers), flush=True)
    summary(rows, options.peers)
    print_missing(rows)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
