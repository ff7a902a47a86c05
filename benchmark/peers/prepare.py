"""Makes the files that the peers run, of one complete .pt2 archive.

    prepare.py MODEL ARCHIVE.pt2 FOLDER xnnpack|onnx|int8

Writes FOLDER/xnnpack.pte or FOLDER/model.onnx and prints the seconds it took;
int8 quantizes first (PT2E, XNNPACK's quantizer, by channel, calibrated with the
model's input) and writes FOLDER/quantized.pt2 and FOLDER/xnnpack.pte.
"""

import io
import pathlib
import shutil
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


KINDS = {
    "xnnpack": to_xnnpack,
    "onnx": to_onnx,
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
