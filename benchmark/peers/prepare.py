"""Makes the files that the peers run, of one complete .pt2 archive.

    prepare.py MODEL ARCHIVE.pt2 FOLDER xnnpack|onnx|ncnn|torch|int8

Writes FOLDER/xnnpack.pte, FOLDER/model.onnx, FOLDER/model.ncnn.* or
FOLDER/model.pt2 and prints the seconds it took; int8 quantizes first (PT2E,
XNNPACK's quantizer, by channel, calibrated with the model's input) and writes
FOLDER/quantized.pt2 and FOLDER/xnnpack.pte.
"""

import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

import torch
import torch.utils._pytree as pytree
import zoo


def load(model, archive):
    """torch.export.load, which insists on a record of sample inputs, and the
    inputs that exporters ask of the program."""
    with tempfile.NamedTemporaryFile(suffix=".pt2") as copy:
        shutil.copyfile(archive, copy.name)
        samples = io.BytesIO()
        torch.save(((), {}), samples)
        with zipfile.ZipFile(copy.name, "a") as file:
            root = file.namelist()[0].split("/")[0]
            name = f"{root}/data/sample_inputs/model.pt"
            if name not in file.namelist():
                file.writestr(name, samples.getvalue())
        program = torch.export.load(copy.name)
    flat = [torch.from_numpy(array) for array in zoo.inputs(model)]
    program._example_inputs = pytree.tree_unflatten(flat, program.call_spec.in_spec)
    return program


def to_xnnpack(program, folder):
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import (
        XnnpackPartitioner,
    )
    from executorch.exir import to_edge_transform_and_lower

    edge = to_edge_transform_and_lower(program, partitioner=[XnnpackPartitioner()])
    (folder / "xnnpack.pte").write_bytes(edge.to_executorch().buffer)


def to_int8(program, folder):
    from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
        XNNPACKQuantizer,
        get_symmetric_quantization_config,
    )
    from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

    inputs, _ = program.example_inputs
    quantizer = XNNPACKQuantizer()
    quantizer.set_global(get_symmetric_quantization_config(is_per_channel=True))
    module = prepare_pt2e(program.module(check_guards=False), quantizer)
    module(*inputs)
    quantized = torch.export.export(convert_pt2e(module), inputs)
    torch.export.save(quantized, folder / "quantized.pt2")
    to_xnnpack(quantized, folder)


def to_onnx(program, folder):
    torch.onnx.export(program, dynamo=True).save(str(folder / "model.onnx"))


def to_torch(program, folder):
    torch.export.save(program, folder / "model.pt2")


class Flat(torch.nn.Module):
    """A module whose answers are one list, which tracing insists on."""

    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, *inputs):
        return tuple(pytree.tree_leaves(self.module(*inputs)))


def to_ncnn(program, folder):
    """By pnnx, of a trace. It also writes a script which tells the axis that
    ncnn takes for a batch, of each input and output; 233 says none, and inputs
    that become outputs as they are have no line. ncnn's own arrays do not know
    whether they are of integers."""
    from pnnx import EXEC_PATH

    inputs, _ = program.example_inputs
    inputs = pytree.tree_leaves(inputs)
    module = Flat(program.module(check_guards=False))
    kinds = {torch.float32: "f32", torch.int64: "i64"}
    shapes = [str(list(i.shape)).replace(" ", "") + kinds[i.dtype] for i in inputs]
    with tempfile.TemporaryDirectory() as work, torch.no_grad():
        work = pathlib.Path(work)
        answers = module(*inputs)
        torch.jit.trace(module, inputs, check_trace=False).save(work / "model.pt")
        command = [EXEC_PATH, "model.pt", "fp16=0", "inputshape=" + ",".join(shapes)]
        subprocess.run(command, cwd=work, check=True, stdout=subprocess.DEVNULL)
        script = (work / "model_ncnn.py").read_text()
        fed = dict(re.findall(r'input\("in(\d+)", .*batch_index=(\d+)', script))
        got = dict(re.findall(r"out(\d+)\.numpy\(batch_index=(\d+)", script))
        axes = {
            "inputs": [int(fed.get(str(i), 233)) for i in range(len(inputs))],
            "outputs": [int(got[str(i)]) for i in range(len(got))],
            "formats": ["f" if a.is_floating_point() else "i" for a in answers],
        }
        for file in ("model.ncnn.param", "model.ncnn.bin"):
            shutil.copy(work / file, folder)
    (folder / "ncnn.json").write_text(json.dumps(axes) + "\n")


KINDS = {
    "xnnpack": to_xnnpack,
    "onnx": to_onnx,
    "ncnn": to_ncnn,
    "torch": to_torch,
    "int8": to_int8,
}


def main():
    model, archive, folder, kind = sys.argv[1:]
    folder = pathlib.Path(folder)
    program = load(model, archive)
    start = time.perf_counter()
    KINDS[kind](program, folder)
    print(f"{time.perf_counter() - start:.1f}")


if __name__ == "__main__":
    main()
