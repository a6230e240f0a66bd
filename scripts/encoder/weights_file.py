"""The file of weights that the product reads: `read-encoder.ts`."""

import gzip
import json
import struct

import numpy as np


class Writer:
    """The file that `read-encoder.ts` reads: numbers of one byte with a scale for each column or row, and vectors."""

    def __init__(self):
        self.parts, self.numbers = [], bytearray()

    def vector(self, name, values):
        values = np.asarray(values, dtype="<f4").reshape(-1)
        self._part(name, [len(values)], "float32", values.tobytes())

    def matrix(self, name, values, by_row=False):
        values = np.asarray(values, dtype=np.float32)
        scales = np.abs(values).max(axis=1 if by_row else 0) / 127
        scales[scales == 0] = 1
        whole = np.rint(values / (scales[:, None] if by_row else scales[None, :])).astype(np.int8)
        self._part(name, list(values.shape), "int8", whole.tobytes())
        self.vector(f"{name} scales", scales)

    def _part(self, name, shape, kind, raw):
        self.numbers.extend(b"\0" * (-len(self.numbers) % 4))
        self.parts.append({"name": name, "shape": shape, "kind": kind, "start": len(self.numbers)})
        self.numbers.extend(raw)

    def write(self, path, vocabulary, header):
        scores = [round(score, 4) for score in vocabulary.scores]
        names = {"pieces": vocabulary.pieces, "scores": scores, **header}
        text = json.dumps({**names, "parts": self.parts}, ensure_ascii=False, separators=(",", ":")).encode()
        text += b" " * (-(len(text) + 4) % 4)
        raw = struct.pack("<I", len(text)) + text + bytes(self.numbers)
        open(path, "wb").write(gzip.compress(raw, 9, mtime=0))


def write_transformer(out, model):
    """The pieces and the layers of an Encoder."""
    state = {name: values.detach().numpy() for name, values in model.state_dict().items()}
    out.matrix("pieces", state["pieces"], by_row=True)
    out.vector("periods", state["periods"])
    for index, layer in enumerate(model.layers):
        name, own = f"layer {index}", {key.split(".", 2)[2]: state[key] for key in state if key.startswith(f"layers.{index}.")}
        for norm, prefix in (("norm", "norm"), ("second norm", "second")):
            out.vector(f"{name} {norm} scale", own[f"{prefix}_scale"])
            out.vector(f"{name} {norm} bias", own[f"{prefix}_bias"])
        for part in ("ask", "give", "widen", "narrow") + (("adjust",) if layer.adjust is not None else ()):
            out.matrix(f"{name} {part}", own[part])
            out.vector(f"{name} {part} bias", own[f"{part}_bias"])
        out.vector(f"{name} scale", [layer.scale])
