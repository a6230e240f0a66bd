"""Weighs what speaks for a passage, so that it is known how surely it answers (README.md)."""

import argparse
import json

import numpy as np
import torch

STEPS = 400


def lines_of(path):
    return [json.loads(line) for line in open(path)]


def labels_of(worlds):
    """For each world and question the lines that answer it: (record, line)."""
    gold = {}
    for world in worlds:
        units = world["units"]
        for number, asked in enumerate(world["questions"]):
            gold[world["name"], number] = {(units[place["unit"]]["record"], units[place["unit"]]["line"]) for place in asked["gold"]}
    return gold


def examples_of(rows, worlds, gold):
    units = {world["name"]: world["units"] for world in worlds}
    examples = []
    for row in rows:
        if len(row["parts"]) != 1 or not row["parts"][0]:
            continue
        key = (row["world"], row["number"])
        right = [(units[row["world"]][each["at"]]["record"], units[row["world"]][each["at"]]["line"]) in gold[key] for each in row["parts"][0]]
        examples.append((row["world"], np.array([each["features"] for each in row["parts"][0]], dtype=np.float32), np.array(right, dtype=np.float32), bool(gold[key])))
    return examples


def fit(examples):
    x, y = torch.tensor(np.concatenate([each[1] for each in examples])), torch.tensor(np.concatenate([each[2] for each in examples]))
    mean, spread = x.mean(0), x.std(0) + 1e-3
    weights = torch.zeros(x.shape[1] + 1, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=STEPS, line_search_fn="strong_wolfe")

    def close():
        optimizer.zero_grad()
        scores = (x - mean) / spread @ weights[:-1] + weights[-1]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(scores, y) + 1e-4 * (weights[:-1] ** 2).sum()
        loss.backward()
        return loss

    optimizer.step(close)
    own = weights.detach()
    scaled = own[:-1] / spread
    return scaled.numpy(), float(own[-1] - (mean * scaled).sum())


def measure(examples, weights, bias, title):
    judged, found, three, asked = [], 0, 0, 0
    for _, features, right, has_answer in examples:
        scores = features @ weights + bias
        order = np.argsort(-scores)
        judged.append((float(1 / (1 + np.exp(-scores[order[0]]))), bool(right[order[0]])))
        asked += has_answer
        found += bool(right[order[0]])
        three += bool(right[order[:3]].any())
    judged.sort(reverse=True)
    wrong = good = 0
    table = {}
    for sure, is_right in judged:
        good, wrong = good + is_right, wrong + (not is_right)
        for limit in (0.02, 0.03, 0.05):
            if wrong <= limit * len(judged):
                table[limit] = (good, wrong, round(sure, 3))
    print(f"{title}: first {found}, among three {three} of {asked} answered; of {len(judged)} sure (right, wrong, least) {table}", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("candidates")
    options.add_argument("worlds")
    options.add_argument("--target", default="")
    given = options.parse_args()
    names, *rows = lines_of(given.candidates)
    worlds = lines_of(given.worlds)
    examples = examples_of(rows, worlds, labels_of(worlds))
    authors = sorted({world.split("-")[0] for world, *_ in examples})
    for author in authors if len(authors) > 1 else []:
        own = [each for each in examples if each[0].split("-")[0] == author]
        measure(own, *fit([each for each in examples if each[0].split("-")[0] != author]), author)
    weights, bias = fit(examples)
    measure(examples, weights, bias, "all")
    for name, weight in zip(names, weights):
        print(f"  {name} {weight:.3f}")
    print(f"  bias {bias:.3f}")
    if given.target:
        named = {name: round(float(weight), 4) for name, weight in zip(names, weights)}
        json.dump({"bias": round(bias, 4), "weights": named}, open(given.target, "w"), indent=2)


if __name__ == "__main__":
    main()
