"""One runtime with one model, in a process of its own.

    peer.py PEER MODEL FOLDER THREADS

Prints a line of JSON when the model is loaded and ran once: the times of both
and how far the answers are from the golden ones. Then, for each line of standard
input, runs the model for that many seconds and prints a line.
"""

import atexit
import collections.abc
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

import zoo


# Each imports its runtime and returns what loads the model, which returns what
# runs it and gives its answers: only the latter two are timed.


def executorch(folder, arrays, threads):
    import torch
    from executorch.extension.pybindings import portable_lib

    portable_lib._unsafe_reset_threadpool(threads)
    inputs = [torch.from_numpy(array) for array in arrays]

    def load():
        module = portable_lib._load_for_executorch(str(folder / "xnnpack.pte"))
        return lambda: module.run_method("forward", inputs)

    return load


def onnxruntime(folder, arrays, threads):
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1

    def load():
        session = ort.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        feeds = {i.name: a for i, a in zip(session.get_inputs(), arrays, strict=True)}
        return lambda: session.run(None, feeds)

    return load


def openvino(folder, arrays, threads):
    import openvino as ov

    core = ov.Core()
    config = {
        "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_NUM_THREADS": threads,
        "INFERENCE_PRECISION_HINT": "f32",
        "NUM_STREAMS": 1,
    }

    def load():
        model = core.compile_model(str(folder / "model.onnx"), "CPU", config)
        request = model.create_infer_request()
        for i, array in enumerate(arrays):
            request.set_input_tensor(i, ov.Tensor(array))
        return request.infer

    return load


def ncnn(folder, arrays, threads):
    import ncnn

    # It knows no int64.
    arrays = [a.astype("int32") if a.dtype == "int64" else a for a in arrays]
    axes = json.loads((folder / "ncnn.json").read_text())
    outputs = list(zip(axes["outputs"], axes["formats"], strict=True))

    def check_layers():
        """ncnn says on a console what it lacks."""
        lines = (folder / "model.ncnn.param").read_text().splitlines()[2:]
        kinds = {line.split()[0] for line in lines}
        if lacking := sorted(k for k in kinds if ncnn.layer_to_index(k) < 0):
            raise RuntimeError("no layer " + ", ".join(lacking))

    def load():
        net = ncnn.Net()
        single = net.opt
        single.num_threads = threads
        single.use_vulkan_compute = False
        single.use_fp16_packed = False
        single.use_fp16_storage = False
        single.use_fp16_arithmetic = False
        single.use_bf16_packed = False
        single.use_bf16_storage = False
        for file, read in (("param", net.load_param), ("bin", net.load_model)):
            if read(str(folder / f"model.ncnn.{file}")):
                check_layers()
                raise RuntimeError(f"model.ncnn.{file} does not load")
        feeds = {
            name: ncnn.Mat(array, batch_index=axis).clone()
            for name, array, axis in zip(
                net.input_names(), arrays, axes["inputs"], strict=True
            )
        }
        return lambda: answers(net, feeds)

    def answers(net, feeds):
        extractor = net.create_extractor()
        for name, feed in feeds.items():
            extractor.input(name, feed)
        found = []
        for i, (axis, format) in enumerate(outputs):
            status, mat = extractor.extract(f"out{i}")
            if status:
                raise RuntimeError(f"the run stops: status {status}")
            found.append(mat.numpy(format, batch_index=axis))
        return found

    return load


def eager(folder, arrays, threads, through=lambda module: module):
    import torch

    # Loading and compiling import these.
    import torch._inductor.compile_fx
    import torch.export.pt2_archive._package

    torch.set_num_threads(threads)
    torch.set_num_interop_threads(1)
    inputs = [torch.from_numpy(array) for array in arrays]

    def load():
        program = torch.export.load(folder / "model.pt2")
        module = through(program.module(check_guards=False))
        return torch.inference_mode()(lambda: module(*inputs))

    return load


def compiled(folder, arrays, threads):
    # Nothing compiled before is found, and weights are constants.
    cache = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, cache, ignore_errors=True)
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = cache
    os.environ["TORCHINDUCTOR_FREEZING"] = "1"
    import torch

    return eager(folder, arrays, threads, torch.compile)


PEERS = {
    f.__name__: f
    for f in (executorch, onnxruntime, openvino, ncnn, eager, compiled)
}


def arrays_of(answer):
    """The arrays of an answer, in order."""
    if isinstance(answer, collections.abc.Mapping):
        answer = list(answer.values())
    if isinstance(answer, (list, tuple)):
        return [array for part in answer for array in arrays_of(part)]
    return [zoo.np.asarray(answer)]


def status(key):
    """A line of /proc/self/status, in bytes."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    raise KeyError(key)


def main():
    peer, model, folder, threads = sys.argv[1:]
    arrays = zoo.inputs(model)
    load = PEERS[peer](pathlib.Path(folder), arrays, int(threads))
    pathlib.Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    before = {"peak_nbytes": status("VmRSS"), "anonymous_nbytes": status("RssAnon")}
    start = time.perf_counter()
    run = load()
    loaded = time.perf_counter()
    answer = run()
    first = time.perf_counter()
    report = {"load_ms": (loaded - start) * 1e3, "first_ms": (first - loaded) * 1e3}
    report["error"] = zoo.error(model, arrays_of(answer))
    print(json.dumps(report), flush=True)
    for line in sys.stdin:
        times = []
        end = time.perf_counter() + float(line)
        while not times or time.perf_counter() < end:
            begin = time.perf_counter()
            run()
            times.append((time.perf_counter() - begin) * 1e3)
        # Of the model alone: Python and the libraries were there before.
        now = {"peak_nbytes": status("VmHWM"), "anonymous_nbytes": status("RssAnon")}
        answer = {key: now[key] - before[key] for key in now}
        print(json.dumps({"times_ms": times, **answer}), flush=True)


if __name__ == "__main__":
    main()
