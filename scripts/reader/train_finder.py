"""Trains the first look at all passages, by vectors of pieces that know nothing of each other (README.md)."""

import argparse
import json
import random
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, __file__.rsplit("/", 1)[0])
from train import World, has, padded  # noqa: E402
from model import Vocabulary, read_weights  # noqa: E402

WIDTH = 96
QUESTIONS = 48


class Finder(nn.Module):
    def __init__(self, folder):
        super().__init__()
        pieces = torch.tensor(np.array(read_weights(folder)["module/Embeddings_en"]))
        centred = pieces - pieces.mean(0)
        _, _, axes = torch.linalg.svd(centred[6:], full_matrices=False)
        self.vectors = nn.Parameter(centred @ axes[:WIDTH].T)
        self.weights = nn.Parameter(torch.zeros(len(pieces)))
        self.scale = nn.Parameter(torch.tensor([6.0, 3.0]))
        self.feature = nn.Parameter(torch.tensor([6.0, 2.5, 2.5, -0.5, -1.0]))

    def question(self, rows):
        ids, mask = padded(rows)
        weights = F.softplus(self.weights[ids]) * mask
        weights = weights / weights.sum(1, keepdim=True)
        vectors = F.normalize(self.vectors[ids], dim=-1)
        return vectors, weights, F.normalize((vectors * weights[..., None]).sum(1), dim=-1)

    def units(self, rows):
        ids, mask = padded(rows)
        vectors = F.normalize(self.vectors[ids], dim=-1) * mask[..., None]
        weights = F.softplus(self.weights[ids]) * mask
        return vectors, mask, F.normalize((vectors * weights[..., None]).sum(1), dim=-1)

    def scores(self, questions, units, features):
        vectors, weights, pooled = self.question(questions)
        given, mask, whole = self.units(units)
        near = torch.einsum("qid,ujd->quij", vectors, given).masked_fill(mask[None, :, None, :] == 0, -1)
        best = (near.max(-1)[0] * weights[:, None, :]).sum(-1)
        return self.scale[0] * best + self.scale[1] * (pooled @ whole.T) + features @ self.feature


def scores_of(model, world, chosen, units):
    features = torch.tensor(np.stack([world.lexical(world.questions[q][3])[units] for q in chosen]))
    return model.scores([world.questions[q][0] for q in chosen], [world.units[u][0] for u in units], features)


def train(model, worlds, rounds):
    optimizer = torch.optim.Adam([{"params": [model.vectors], "lr": 1e-3}, {"params": [model.weights, model.scale, model.feature], "lr": 1e-2}])
    began = time.time()
    for number in range(rounds):
        total = count = 0
        batches = []
        for world in worlds:
            order = [q for q in range(len(world.questions)) if world.questions[q][1]]
            random.shuffle(order)
            batches += [(world, order[at : at + QUESTIONS]) for at in range(0, len(order), QUESTIONS)]
        random.shuffle(batches)
        for world, chosen in batches:
            gold = {u for q in chosen for u in world.questions[q][1]}
            others = [u for u in range(len(world.units)) if u not in gold]
            units = sorted(gold | set(random.sample(others, min(len(others), 120))))
            place = {u: at for at, u in enumerate(units)}
            scores = scores_of(model, world, chosen, units).log_softmax(1)
            loss = -torch.stack([torch.logsumexp(scores[row, [place[u] for u in world.questions[q][1]]], 0) for row, q in enumerate(chosen)]).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total, count = total + loss.item(), count + 1
        print(f"round {number + 1}, loss {total / count:.3f}, {time.time() - began:.0f} s; scale {model.scale.tolist()} feature {model.feature.tolist()}", flush=True)


@torch.no_grad()
def measure(model, worlds, title):
    found, total = dict.fromkeys((1, 3, 8, 16, 24, 32, 48, 64, 100), 0), 0
    for world in worlds:
        scores = torch.cat([scores_of(model, world, list(range(at, min(at + 60, len(world.questions)))), list(range(len(world.units)))) for at in range(0, len(world.questions), 60)])
        for row, asked in enumerate(world.raw["questions"]):
            if asked.get("expect"):
                need = [] if asked["expect"] == "not found" else [piece for piece in asked["expect"] if piece not in ("yes", "no")]
                keys = asked.get("sources") or []
                gold = {u for u, unit in enumerate(world.raw["units"]) if need and (not keys or world.raw["ids"][unit["record"]] in keys) and has(unit["quote"], need[0])}
            else:
                gold = set(world.questions[row][1])
            if not gold:
                continue
            order = scores[row].argsort(descending=True).tolist()
            rank = min(order.index(u) for u in gold)
            total += 1
            for most in found:
                found[most] += rank < most
    print(title, total, {most: round(count / total, 3) for most, count in found.items()}, flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("weights")
    options.add_argument("worlds")
    options.add_argument("--held", default="")
    options.add_argument("--test", default="")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--save", default="")
    given = options.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    vocabulary = Vocabulary(given.weights)
    worlds = [World(json.loads(line), vocabulary) for line in open(given.worlds)]
    left_out = tuple(given.held.split(",")) if given.held else ()
    held = [world for world in worlds if left_out and world.name.startswith(left_out)]
    test = [World(json.loads(line), vocabulary) for line in open(given.test)] if given.test else []
    model = Finder(given.weights)
    measure(model, held or worlds[:2], "held, before")
    for _ in range(given.rounds):
        train(model, [world for world in worlds if world not in held], 1)
        measure(model, held, "held") if held else None
        measure(model, test, "test") if test else None
    if given.save:
        torch.save(model.state_dict(), given.save)


if __name__ == "__main__":
    main()
