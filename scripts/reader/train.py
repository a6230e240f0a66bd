"""Trains the reader of questions (README.md)."""

import argparse
import json
import math
import random
import re
import sys
import time
from collections import Counter

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/encoder")
from model import Encoder, Vocabulary  # noqa: E402
from weights_file import Writer, write_transformer  # noqa: E402

WIDTH = 128
MAX_CONTEXT, MAX_UNIT, MAX_QUESTION = 12, 56, 32
QUESTIONS, UNITS, NEIGHBOURS = 48, 64, 4
GROUP = 16
def pieces_of(vocabulary, words, most):
    ids, starts = [], []
    for word in words:
        own = vocabulary.divide(word)
        if len(ids) + len(own) > most:
            break
        starts.append(len(ids))
        ids += own
    return ids, starts


class World:
    """The units and questions of a file, as numbers of pieces."""

    def __init__(self, raw, vocabulary):
        self.name, self.raw = raw["name"], raw
        self.units, self.stems, self.context_stems = [], [], []
        for unit in raw["units"]:
            context, _ = pieces_of(vocabulary, unit["context"], MAX_CONTEXT)
            ids, starts = pieces_of(vocabulary, unit["words"], MAX_UNIT)
            bar = vocabulary.divide("\u2581|") if context else []
            head = context + bar
            self.units.append((head + ids, [len(head) + start for start in starts]))
            self.stems.append(set(unit["stems"]))
            self.context_stems.append(set(unit["contextStems"]))
        self.record_stems = {}
        for at, unit in enumerate(raw["units"]):
            own = self.record_stems.setdefault(unit["record"], set())
            own |= self.stems[at] | self.context_stems[at]
        counts = Counter(word for own in self.record_stems.values() for word in own)
        total = max(2, len(self.record_stems))
        self.rarity = {word: math.log(1 + total / count) / math.log(1 + total) for word, count in counts.items()}
        self.questions = []
        for asked in raw["questions"]:
            ids, _ = pieces_of(vocabulary, asked["words"], MAX_QUESTION)
            gold, spans = sorted({place["unit"] for place in asked["gold"]}), {}
            for place in asked["gold"]:
                if place["start"] >= 0:
                    spans[place["unit"]] = (place["start"], place["end"])
            self.questions.append((ids or [0], gold, spans, set(asked["stems"])))

    def tables(self):
        """For each stem of the world in which units it stands: in itself, in its context, in its record."""
        numbers = {word: at for at, word in enumerate(self.rarity)}
        tables = np.zeros((3, len(numbers) + 1, len(self.units)), dtype=np.float32)
        for at, unit in enumerate(self.raw["units"]):
            for table, own in enumerate((self.stems[at], self.context_stems[at], self.record_stems[unit["record"]])):
                tables[table, [numbers[word] for word in own], at] = 1
        marks = [[float(unit["isQuoted"]), float(unit["isSignature"])] for unit in self.raw["units"]]
        return numbers, tables, np.array(marks, dtype=np.float32)

    def lexical(self, stems):
        """Of each unit how much of the question's rare words it has; units x 5 numbers."""
        if not hasattr(self, "known"):
            self.known = self.tables()
        numbers, tables, marks = self.known
        words = sorted(stems)
        weights = np.array([self.rarity.get(word, 1.0) for word in words], dtype=np.float32)
        own = tables[:, [numbers.get(word, -1) for word in words], :]
        shares = np.einsum("w,twu->ut", weights / max(1e-6, weights.sum()), own) if words else np.zeros((len(marks), 3), dtype=np.float32)
        return np.concatenate([shares, marks], 1)


def padded(rows):
    longest = max(len(row) for row in rows)
    ids, mask = torch.zeros(len(rows), longest, dtype=torch.long), torch.zeros(len(rows), longest)
    for at, row in enumerate(rows):
        ids[at, : len(row)], mask[at, : len(row)] = torch.tensor(row), 1
    return ids, mask


class Reader(nn.Module):
    FEATURES = 5

    def __init__(self, folder, dropout=0.1):
        super().__init__()
        self.encoder = Encoder(folder, 1, 1, dropout)
        start = torch.empty(512, WIDTH)
        nn.init.orthogonal_(start)
        self.project = nn.Parameter(start)
        self.weigh = nn.Linear(512, 1)
        nn.init.zeros_(self.weigh.weight)
        self.pool_q, self.pool_u = nn.Parameter(start.clone()), nn.Parameter(start.clone())
        self.feature = nn.Linear(self.FEATURES, 1, bias=False)
        with torch.no_grad():
            self.feature.weight.copy_(torch.tensor([[4.0, 1.5, 1.5, -0.5, -1.0]]))
        self.scale = nn.Parameter(torch.tensor([12.0, 4.0]))
        self.none = nn.Linear(512, 1)
        nn.init.zeros_(self.none.weight)
        nn.init.constant_(self.none.bias, 8.0)
        self.span_q = nn.Linear(512, 2 * WIDTH)
        self.span_u = nn.Linear(512, WIDTH)

    def encode(self, rows):
        """The vectors of the pieces, and where there are some; rows of a length are computed together."""
        order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
        longest, parts = len(rows[order[-1]]), []
        for at in range(0, len(order), GROUP):
            ids, mask = padded([rows[own] for own in order[at : at + GROUP]])
            if self.training:
                ids = torch.where((torch.rand(ids.shape) < 0.04) & (mask > 0), torch.zeros_like(ids), ids)
            parts.append((self.encoder(ids, mask), mask))
        x = torch.cat([F.pad(part, (0, 0, 0, longest - part.shape[1])) for part, _ in parts])
        mask = torch.cat([F.pad(part, (0, longest - part.shape[1])) for _, part in parts])
        back = torch.tensor(np.argsort(order))
        return x[back], mask[back]

    def question(self, rows):
        x, mask = self.encode(rows)
        weights = F.softplus(self.weigh(x)[..., 0] + 0.5) * mask
        weights = weights / weights.sum(1, keepdim=True)
        pooled = (x * weights[..., None]).sum(1)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return {"tokens": F.normalize(x @ self.project, dim=-1), "weights": weights, "mask": mask,
                "pooled": F.normalize(mean @ self.pool_q, dim=-1), "none": self.none(pooled)[..., 0], "span": self.span_q(pooled)}

    def unit(self, rows):
        x, mask = self.encode(rows)
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return {"tokens": F.normalize(x @ self.project, dim=-1) * mask[..., None], "mask": mask,
                "pooled": F.normalize(mean @ self.pool_u, dim=-1), "span": self.span_u(x)}

    def scores(self, question, unit, features):
        """For each question each unit; features: questions x units x FEATURES."""
        near = torch.einsum("qid,ujd->quij", question["tokens"], unit["tokens"])
        near = near.masked_fill(unit["mask"][None, :, None, :] == 0, -1)
        best = (near.max(-1)[0] * question["weights"][:, None, :]).sum(-1)
        pooled = question["pooled"] @ unit["pooled"].T
        return self.scale[0] * best + self.scale[1] * pooled + self.feature(features)[..., 0]

    def span_scores(self, question, unit, pairs):
        """For pairs of a question and a unit the scores of each piece as start and end."""
        asked = question["span"][[q for q, _ in pairs]].view(len(pairs), 2, WIDTH)
        given = unit["span"][[u for _, u in pairs]]
        return torch.einsum("pkd,pjd->pkj", asked, given) / math.sqrt(WIDTH)


def features_of(world, questions, chosen):
    return torch.tensor(np.stack([world.lexical(world.questions[q][3])[chosen] for q in questions]))


def batches_of(worlds):
    """Some questions of one world, with the units that answer them, some that look like it, and others."""
    made = []
    for world in worlds:
        # Questions about one fact stand together, and share the units that are read.
        first = random.randrange(NEIGHBOURS)
        runs = [range(max(0, at), min(at + NEIGHBOURS, len(world.questions))) for at in range(-first, len(world.questions), NEIGHBOURS)]
        random.shuffle(runs)
        order = [q for run in runs for q in run]
        for at in range(0, len(order), QUESTIONS):
            chosen = order[at : at + QUESTIONS]
            gold = {unit for q in chosen for unit in world.questions[q][1]}
            pool = set(gold)
            for q in chosen:
                near = world.lexical(world.questions[q][3]) @ np.array([1, 0.4, 0.4, 0, 0], dtype=np.float32)
                best = np.argsort(-near - 0.3 * np.random.random(len(near)))[:2].tolist()
                pool |= set(best)
            others = [unit for unit in range(len(world.units)) if unit not in pool]
            while len(pool) < UNITS and others:
                pool.add(others.pop(random.randrange(len(others))))
            made.append((world, chosen, sorted(pool)))
    random.shuffle(made)
    return made


def loss_of(model, world, chosen, units):
    question = model.question([world.questions[q][0] for q in chosen])
    unit = model.unit([world.units[u][0] for u in units])
    scores = model.scores(question, unit, features_of(world, chosen, units))
    all_scores = torch.cat([scores, question["none"][:, None]], 1).log_softmax(1)
    place = {u: at for at, u in enumerate(units)}
    losses, pairs, targets = [], [], []
    for row, q in enumerate(chosen):
        _, gold, spans, _ = world.questions[q]
        own = [place[u] for u in gold] or [len(units)]
        losses.append(-torch.logsumexp(all_scores[row, own], 0))
        for u, (start, end) in spans.items():
            starts = world.units[u][1]
            if end < len(starts):
                pairs.append((row, place[u]))
                targets.append((starts[start], starts[end]))
    loss = torch.stack(losses).mean()
    if pairs:
        spans = model.span_scores(question, unit, pairs)
        goal = torch.tensor(targets)
        # Only where words of the unit begin, not in its context.
        allowed = torch.full(spans.shape[::2], -1e4)
        for row, (_, u) in enumerate(pairs):
            allowed[row, world.units[units[u]][1]] = 0
        spans = spans + allowed[:, None, :]
        loss = loss + 0.5 * (F.cross_entropy(spans[:, 0], goal[:, 0]) + F.cross_entropy(spans[:, 1], goal[:, 1]))
    return loss


@torch.no_grad()
def read_world(model, world):
    """Of each question the scores of all units, of none, and the spans of the best."""
    model.eval()
    order = sorted(range(len(world.units)), key=lambda at: len(world.units[at][0]))
    results, parts = [], []
    for at in range(0, len(order), 100):
        own = order[at : at + 100]
        parts.append((own, model.unit([world.units[u][0] for u in own])))
    for at in range(0, len(world.questions), 60):
        chosen = list(range(at, min(at + 60, len(world.questions))))
        question = model.question([world.questions[q][0] for q in chosen])
        scores = torch.full((len(chosen), len(world.units)), -1e9)
        for own, unit in parts:
            scores[:, own] = model.scores(question, unit, features_of(world, chosen, own))
        best = [row.topk(min(5, len(world.units))).indices.tolist() for row in scores]
        unit = model.unit([world.units[own[0]][0] for own in best])
        spans = model.span_scores(question, unit, [(row, row) for row in range(len(best))])
        for row, own in enumerate(best):
            results.append((scores[row], float(question["none"][row]), own, span_of(spans[row], world.units[own[0]][1])))
    model.train()
    return results


def span_of(values, starts):
    """The first and the last word of the likeliest span."""
    first, last = values[0, starts], values[1, starts]
    pairs = [(float(first[a] + last[b]), a, b) for a in range(len(starts)) for b in range(a, min(len(starts), a + 14))]
    return max(pairs)[1:] if pairs else (0, 0)


MONTH = re.compile(r"^([A-Z][a-z]{2})[a-z]* (\d{1,2})$")


def has(text, piece):
    text, bare = text.lower().replace("'", "").replace("\u2019", ""), piece.lower().replace("'", "")
    month = MONTH.match(piece)
    if month:
        name, day = month.groups()
        return re.search(rf"\b({name.lower()}[a-z]* 0?{day}\b|0?{day}(st|nd|rd|th)?\.? (of )?{name.lower()})", text) is not None
    return re.search(rf"(?<![^\W_]){re.escape(bare)}(?!\d)", text) is not None


def line_of(world, at):
    unit = world.raw["units"][at]
    same = [other["quote"] for other in world.raw["units"] if other["record"] == unit["record"] and other["line"] == unit["line"]]
    return " ".join(dict.fromkeys(same))


def measure(model, worlds):
    total = Counter()
    confident = []
    for world in worlds:
        counts = Counter()
        for number, (asked, (scores, none, best, span)) in enumerate(zip(world.raw["questions"], read_world(model, world))):
            share = torch.cat([scores, torch.tensor([none])]).softmax(0)
            sure = float(share[best[0]])
            if asked.get("expect"):
                if asked["expect"] == "not found":
                    is_none, hits = True, []
                else:
                    is_none = False
                    need = [piece for piece in asked["expect"] if piece not in ("yes", "no")]
                    keys = asked.get("sources") or []
                    ok = lambda u: (not keys or world.raw["ids"][world.raw["units"][u]["record"]] in keys) and all(has(line_of(world, u), piece) for piece in need)
                    some = lambda u: (not keys or world.raw["ids"][world.raw["units"][u]["record"]] in keys) and any(has(line_of(world, u), piece) for piece in need)
                    hits = [ok(u) or (len(need) > 1 and some(u)) for u in best]
            else:
                gold = set(world.questions[number][1])
                is_none, hits = not gold, [u in gold or any(world.raw["units"][u]["line"] == world.raw["units"][g]["line"] and world.raw["units"][u]["record"] == world.raw["units"][g]["record"] for g in gold) for u in best]
                if gold and asked["gold"][0]["start"] >= 0 and best[0] in gold:
                    counts["spans"] += 1
                    own = world.questions[number][2].get(best[0])
                    counts["exact"] += own == span
                    counts["overlap"] += own is not None and span[0] <= own[1] and own[0] <= span[1]
            counts["none" if is_none else "some"] += 1
            if not is_none:
                counts["first"] += hits[0]
                counts["three"] += any(hits[:3])
            confident.append((sure, (not is_none) and hits[0], is_none))
        total += counts
        print(f"  {world.name}: {dict(counts)}", flush=True)
    confident.sort(reverse=True)
    right = wrong = 0
    best = {}
    for sure, good, _ in confident:
        right, wrong = right + good, wrong + (not good)
        for limit in (0.03, 0.05, 0.1):
            if wrong <= limit * len(confident):
                best[limit] = (right, wrong, round(sure, 3))
    nones = sum(1 for each in confident if each[2])
    print(f"all: first {total['first']} of {total['some']}, among three {total['three']}; spans exact {total['exact']}, touching {total['overlap']} of {total['spans']}; sure {best} of {len(confident)} ({nones} none)", flush=True)


def train(model, worlds, held, rounds, rates, save):
    heads = [own for name, own in model.named_parameters() if not name.startswith("encoder.")]
    groups = [list(model.encoder.layers.parameters()), [model.encoder.pieces], heads]
    optimizer = torch.optim.AdamW([{"params": group} for group in groups], weight_decay=0.01)
    began, step, steps = time.time(), 0, rounds * len(batches_of(worlds))
    for number in range(rounds):
        sum_of = count = 0
        for world, chosen, units in batches_of(worlds):
            share = min(1, (step + 1) / 60) * max(0.02, 1 - step / steps)
            for group, rate in zip(optimizer.param_groups, rates):
                group["lr"] = rate * share
            optimizer.zero_grad()
            loss = loss_of(model, world, chosen, units)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step, sum_of, count = step + 1, sum_of + loss.item(), count + 1
            if step % 20 == 0:
                print(f"  step {step} of {steps}, loss {sum_of / count:.3f}, {time.time() - began:.0f} s", flush=True)
        if save:
            torch.save(model.state_dict(), save)
        print(f"round {number + 1} of {rounds}, loss {sum_of / count:.3f}, {time.time() - began:.0f} s", flush=True)


def write(model, finder, vocabulary, path):
    out = Writer()
    out.matrix("finder vectors", finder["vectors"].numpy(), by_row=True)
    for name in ("weights", "scale", "feature"):
        out.vector(f"finder {name}", finder[name].numpy())
    state = {name: values.detach().numpy() for name, values in model.state_dict().items()}
    write_transformer(out, model.encoder)
    nothing = np.zeros(WIDTH, dtype=np.float32)
    for name, part in (("project", "project"), ("pool question", "pool_q"), ("pool passage", "pool_u")):
        out.matrix(name, state[part])
        out.vector(f"{name} bias", nothing)
    for name, part in (("span question", "span_q"), ("span passage", "span_u")):
        out.matrix(name, state[f"{part}.weight"].T)
        out.vector(f"{name} bias", state[f"{part}.bias"])
    for name in ("weigh", "none"):
        out.vector(name, state[f"{name}.weight"])
        out.vector(f"{name} bias", state[f"{name}.bias"])
    out.vector("feature", state["feature.weight"])
    out.vector("scale", state["scale"])
    out.write(path, vocabulary, {"frames": [], "tags": []})


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("weights")
    options.add_argument("worlds")
    options.add_argument("--held", default="", help="names that begin so are left out and measured")
    options.add_argument("--test", default="", help="another file, measured at the end")
    options.add_argument("--rounds", type=int, default=4)
    options.add_argument("--finder", default="", help="what train_finder.py saved")
    options.add_argument("--target", default="", help="the file that the product reads")
    options.add_argument("--save", default="")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--load", default="")
    given = options.parse_args()
    random.seed(1)
    np.random.seed(1)
    torch.manual_seed(1)
    torch.set_flush_denormal(True)
    torch.set_num_threads(given.threads)
    vocabulary = Vocabulary(given.weights)
    worlds = [World(json.loads(line), vocabulary) for line in open(given.worlds)]
    left_out = tuple(name for name in given.held.split(",") if name)
    held = [world for world in worlds if left_out and world.name.startswith(left_out)]
    test = [World(json.loads(line), vocabulary) for line in open(given.test)] if given.test else []
    model = Reader(given.weights)
    if given.load:
        model.load_state_dict(torch.load(given.load), strict=False)
    if given.rounds:
        train(model, [world for world in worlds if world not in held], held, given.rounds, (3e-4, 6e-4, 2e-3), given.save)
    if given.target:
        write(model.eval(), torch.load(given.finder), vocabulary, given.target)
    for name, group in (("held", held), ("test", test)):
        if group:
            print(name)
            measure(model, group)


if __name__ == "__main__":
    main()
