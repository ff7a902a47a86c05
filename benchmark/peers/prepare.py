"""Makes the files that the peers run, of one complete .pt2 archive.

    prepare.py MODEL ARCHIVE.pt2 FOLDER xnnpack|onnx

Writes FOLDER/xnnpack.pte or FOLDER/model.onnx and prints the seconds it took.
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


def to_onnx(program, folder):
    torch.onnx.export(program, dynamo=True).save(str(folder / "model.onnx"))


def main():
    model, archive, folder, kind = sys.argv[1:]
    folder = pathlib.Path(folder)
    program = load(model, archive)
    start = time.perf_counter()
    {"xnnpack": to_xnnpack, "onnx": to_onnx}[kind](program, folder)
    print(f"{time.perf_counter() - start:.1f}")


if __name__ == "__main__":
    main()
