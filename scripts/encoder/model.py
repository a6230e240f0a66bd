"""Universal Sentence Encoder Lite (Cer et al., 2018) as its package has it, with heads for frames, roles and beginnings."""

import json
import math
import os
import unicodedata

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

FIRST_PIECE = 6
UNKNOWN_SCORE = -20
MAX_WORD = 40
MAX_PIECES = 96
PREFIXES = ("module_apply_default/Encoder_en/KonaTransformer/", "module/Encoder_en/KonaTransformer/")


def read_weights(folder):
    model = json.load(open(os.path.join(folder, "model.json")))
    groups = model["weightsManifest"]
    raw = b"".join(open(os.path.join(folder, path), "rb").read() for group in groups for path in group["paths"])
    weights, at = {}, 0
    for entry in (entry for group in groups for entry in group["weights"]):
        count = math.prod(entry["shape"])
        kind = np.float32 if entry["dtype"] == "float32" else np.int32
        name = entry["name"]
        for prefix in PREFIXES:
            name = name.replace(prefix, "")
        weights[name] = np.frombuffer(raw, dtype=kind, count=count, offset=at).reshape(entry["shape"])
        at += 4 * count
    return weights


class Vocabulary:
    """Pieces with their logarithmic frequencies; words are divided into the likeliest ones, as `pieces.ts` does."""

    def __init__(self, folder):
        listed = json.load(open(os.path.join(folder, "vocab.json")))
        self.pieces = [
            piece if index >= FIRST_PIECE and isinstance(piece, str) else f"\0{index}"
            for index, (piece, _) in enumerate(listed)
        ]
        self.scores = [UNKNOWN_SCORE if score is None else score for _, score in listed]
        self.known = {piece: (self.scores[index], index) for index, piece in enumerate(self.pieces)}
        self.longest = max(len(piece) for piece in self.pieces)
        self.cache = {}

    def divide(self, word):
        if word not in self.cache:
            self.cache[word] = self._divide(unicodedata.normalize("NFKC", word)[:MAX_WORD])
        return self.cache[word]

    def _divide(self, text):
        ways = [(0.0, 0, 0)] + [None] * len(text)
        for end in range(1, len(text) + 1):
            for length in range(1, min(self.longest, end) + 1):
                before = ways[end - length]
                piece = self.known.get(text[end - length : end]) or ((UNKNOWN_SCORE, 0) if length == 1 else None)
                if before and piece and (ways[end] is None or before[0] + piece[0] > ways[end][0]):
                    ways[end] = (before[0] + piece[0], piece[1], length)
        ids, end = [], len(text)
        while end > 0:
            _, index, length = ways[end]
            if index != 0 or not ids or ids[-1] != 0:
                ids.append(index)
            end -= length
        return ids[::-1] or [0]


def parameter(array):
    return nn.Parameter(torch.tensor(np.array(array)))


class Layer(nn.Module):
    def __init__(self, weights, index, dropout):
        super().__init__()
        own = f"Encode/Layer_{index}/TransformerLayer/"
        stack = f"Encode/TransformerStack/Layer_{index}/TransformerLayer/"
        end = "/ConcatPartitions/concat"
        norm = "layer_prepostprocess/layer_norm/layer_norm_"
        self.norm_scale = parameter(weights[f"{own}{norm}scale{end}"])
        self.norm_bias = parameter(weights[f"{own}{norm}bias{end}"])
        self.ask = parameter(weights[f"{own}MultiheadAttention/qkv_transform_single/kernel/part_0"][0, 0])
        self.ask_bias = parameter(weights[f"{own}MultiheadAttention/qkv_transform_single/bias{end}"])
        self.give = parameter(weights[f"{own}MultiheadAttention/output_transform_single/kernel/part_0"][0, 0])
        self.give_bias = parameter(weights[f"{own}MultiheadAttention/output_transform_single/bias{end}"])
        self.second_scale = parameter(weights[f"{own}FFN/{norm}scale{end}"])
        self.second_bias = parameter(weights[f"{own}FFN/{norm}bias{end}"])
        self.widen = parameter(weights[f"{stack}FFN/conv1/Tensordot/Reshape_1"])
        self.widen_bias = parameter(weights[f"{own}FFN/conv1/bias{end}"])
        self.narrow = parameter(weights[f"{stack}FFN/conv2/Tensordot/Reshape_1"])
        self.narrow_bias = parameter(weights[f"{own}FFN/conv2/bias{end}"])
        adjust = f"{own}dense/kernel{end}"
        self.adjust = parameter(weights[adjust]) if adjust in weights else None
        self.adjust_bias = parameter(weights[f"{own}dense/bias{end}"]) if adjust in weights else None
        shape = "MultiheadAttention/split_heads/split_last_dimension/Reshape/shape/2"
        self.heads = int(weights[f"Encode/TransformerStack/Layer_1/TransformerLayer/{shape}"])
        self.scale = float(weights[f"{stack}MultiheadAttention/mul/y"])
        self.dropout = dropout

    def forward(self, x, mask):
        drop = lambda values: F.dropout(values, self.dropout, self.training)
        count, length, width = x.shape
        asked = F.layer_norm(x, (width,), self.norm_scale, self.norm_bias, 1e-6) @ self.ask + self.ask_bias
        query, key, value = (
            part.view(count, length, self.heads, -1).transpose(1, 2) for part in asked.split(width, -1)
        )
        hidden = ((1 - mask) * -1e9)[:, None, None, :]
        share = drop((query * self.scale @ key.transpose(-1, -2) + hidden).softmax(-1))
        given = (share @ value).transpose(1, 2).reshape(count, length, -1) @ self.give + self.give_bias
        past = x if self.adjust is None else x @ self.adjust + self.adjust_bias
        x = past + drop(given)
        normed = F.layer_norm(x, (x.shape[-1],), self.second_scale, self.second_bias, 1e-6)
        return x + drop(drop(F.relu(normed @ self.widen + self.widen_bias)) @ self.narrow + self.narrow_bias)


class Encoder(nn.Module):
    WIDTH, TAG_WIDTH = 512, 192

    def __init__(self, folder, frames, tags, dropout=0.1):
        super().__init__()
        weights = read_weights(folder)
        self.pieces = parameter(weights["module/Embeddings_en"])
        periods = "Encode/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1"
        self.register_buffer("periods", torch.tensor(np.array(weights[periods])))
        self.layers = nn.ModuleList([Layer(weights, index, dropout) for index in (0, 1)])
        self.frame = nn.Linear(2 * self.WIDTH, frames)
        nn.init.zeros_(self.frame.weight)
        self.tag_hidden = nn.Linear(self.WIDTH, self.TAG_WIDTH)
        self.tag_frame = nn.Embedding(frames, self.TAG_WIDTH)
        nn.init.normal_(self.tag_frame.weight, std=0.1)
        self.tag = nn.Linear(self.TAG_WIDTH, tags)
        self.begin = nn.Linear(self.WIDTH, 1)

    def forward(self, ids, mask):
        angles = torch.arange(ids.shape[1]).float()[:, None] * self.periods
        waves = torch.cat([angles.sin(), angles.cos()], 1)
        x = (2 * F.embedding(ids, self.pieces) + waves) * mask[..., None]
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def frame_scores(self, x, mask):
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        highest = (x + (1 - mask)[..., None] * -1e4).max(1)[0]
        return self.frame(F.dropout(torch.cat([mean, highest], 1), 0.2, self.training))

    def tag_scores(self, words, frames):
        hidden = self.tag_hidden(F.dropout(words, 0.1, self.training)) + self.tag_frame(frames)[:, None, :]
        return self.tag(F.dropout(F.relu(hidden), 0.1, self.training))

    def begin_scores(self, words):
        return self.begin(words)[..., 0]
