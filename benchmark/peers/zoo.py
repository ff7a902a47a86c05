"""The models of test/fixtures/zoo: where they are, their inputs, and how far
answers are from eager PyTorch's."""

import json
import math
import pathlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
ZOO = ROOT / "test" / "fixtures" / "zoo"
_MASK = np.uint64(0xFFFFFFFFFFFFFFFF)


def names():
    return sorted(p.name for p in ZOO.iterdir() if (p / "golden.json").exists())


def _fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def _fill(name, count, mean, std):
    """The formula of the fixtures: uniform numbers from splitmix64."""
    with np.errstate(over="ignore"):
        step = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(
            0x9E3779B97F4A7C15
        )
        z = np.uint64(_fnv1a(name)) + step
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
    u = (z >> np.uint64(40)).astype(np.float64) / 2**24
    return (mean + std * math.sqrt(12) * (u - 0.5)).astype(np.float32)


def _golden(model):
    return json.loads((ZOO / model / "golden.json").read_text())


def inputs(model):
    """The inputs of a model, as arrays."""
    arrays = []
    for entry in _golden(model)["inputs"]:
        shape = entry["shape"]
        if "values" in entry:
            array = np.array(entry["values"], dtype=entry["dtype"])
        else:
            array = _fill(
                entry["fill"], math.prod(shape), entry["mean"], entry["std"]
            ).astype(entry["dtype"])
        arrays.append(array.reshape(shape))
    return arrays


def error(model, answers):
    """The largest difference of the answers, arrays in order, from the golden
    ones, by the largest magnitude of each. Sizes must be equal, shapes need not:
    ncnn drops dimensions."""
    expected = _golden(model)["outputs"]
    if len(answers) != len(expected):
        raise ValueError(f"{len(answers)} answers, expected {len(expected)}")
    errors = []
    for i, (answer, entry) in enumerate(zip(answers, expected, strict=True)):
        flat = np.asarray(answer, dtype=np.float64).ravel()
        if flat.size != math.prod(entry["shape"]):
            raise ValueError(
                f"answer {i} has shape {list(np.shape(answer))}, "
                f"expected {entry['shape']}"
            )
        difference = np.abs(flat[:: entry["step"]] - entry["values"]).max()
        errors.append(difference / (entry["absmax"] or 1))
    return float(np.max(errors))
