"""Trains the encoder with the marked sentences and writes its weights for the product (README.md)."""

import argparse
import json
import random
import time

import torch
import torch.nn.functional as F

from model import MAX_PIECES, Encoder, Vocabulary
from weights_file import Writer, write_transformer

BATCH = 96
#: Highest rates of learning: of the layers, of the pieces, and of the new heads.
RATES = (5e-4, 1e-3, 3e-3)
WARM_UP = 300
#: So many pieces are hidden, so that no single word decides.
HIDDEN = 0.05
NO_TAG = -100


def read_examples(path, vocabulary):
    rows = [json.loads(line) for line in open(path)]
    frames = sorted({row["frame"] for row in rows if row.get("frame")})
    tags = [""] + sorted({tag for row in rows for tag in row.get("roles") or [] if tag})
    numbers = {tag: index for index, tag in enumerate(tags)}
    examples = []
    for row in rows:
        ids, starts = [], []
        for word in row["words"]:
            own = vocabulary.divide(word)
            if len(ids) + len(own) > MAX_PIECES:
                break
            starts.append(len(ids))
            ids += own
        if starts:
            frame = frames.index(row["frame"]) if row.get("frame") else -1
            roles = [numbers[tag] for tag in row["roles"][: len(starts)]] if row.get("roles") else None
            begins = row["begins"][: len(starts)] if row.get("begins") else None
            examples.append((ids, starts, frame, roles, begins, row["author"]))
    return examples, frames, tags


def batch_of(chosen):
    longest = max(len(ids) for ids, *_ in chosen)
    words = max(len(starts) for _, starts, *_ in chosen)
    ids, mask = torch.zeros(len(chosen), longest, dtype=torch.long), torch.zeros(len(chosen), longest)
    starts = torch.zeros(len(chosen), words, dtype=torch.long)
    frames = torch.full((len(chosen),), -1)
    roles, begins = torch.full((len(chosen), words), NO_TAG), torch.full((len(chosen), words), -1.0)
    for row, (own, at, frame, tags, begin, _) in enumerate(chosen):
        ids[row, : len(own)], mask[row, : len(own)] = torch.tensor(own), 1
        starts[row, : len(at)] = torch.tensor(at)
        frames[row] = frame
        if tags is not None:
            roles[row, : len(tags)] = torch.tensor(tags)
        if begin is not None:
            begins[row, : len(begin)] = torch.tensor(begin, dtype=torch.float)
    return ids, mask, starts, frames, roles, begins


def words_of(x, starts):
    return x.gather(1, starts[..., None].expand(-1, -1, x.shape[2]))


def loss_of(model, chosen):
    ids, mask, starts, frames, roles, begins = batch_of(chosen)
    ids = torch.where((torch.rand(ids.shape) < HIDDEN) & (mask > 0), torch.zeros_like(ids), ids)
    x = model(ids, mask)
    words = words_of(x, starts)
    loss = torch.zeros(())
    known = frames >= 0
    if known.any():
        scores = model.frame_scores(x[known], mask[known])
        loss = loss + F.cross_entropy(scores, frames[known], label_smoothing=0.05)
        tags = model.tag_scores(words[known], frames[known])
        loss = loss + 1.5 * F.cross_entropy(tags.flatten(0, 1), roles[known].flatten(), ignore_index=NO_TAG)
    told = begins >= 0
    if told.any():
        loss = loss + F.binary_cross_entropy_with_logits(model.begin_scores(words)[told], begins[told])
    return loss


@torch.no_grad()
def measure(model, examples):
    right = both = roles_right = count = divided = several = 0
    ordered = sorted(examples, key=lambda example: len(example[0]))
    for at in range(0, len(ordered), 2 * BATCH):
        ids, mask, starts, frames, roles, begins = batch_of(ordered[at : at + 2 * BATCH])
        x = model(ids, mask)
        words, known = words_of(x, starts), frames >= 0
        hit = model.frame_scores(x[known], mask[known]).argmax(-1) == frames[known]
        tags = model.tag_scores(words[known], frames[known]).argmax(-1)
        good = ((tags == roles[known]) | (roles[known] == NO_TAG)).all(1)
        right, roles_right = right + hit.sum().item(), roles_right + good.sum().item()
        both, count = both + (hit & good).sum().item(), count + len(hit)
        multi = (begins > 0).any(1)
        exact = (((model.begin_scores(words) > 0).float() == begins) | (begins < 0)).all(1)
        divided, several = divided + (exact & multi).sum().item(), several + multi.sum().item()
    shares = [f"{part / max(1, count):.3f}" for part in (right, roles_right, both)]
    print(f"frame {shares[0]}, roles {shares[1]}, both {shares[2]}, divided {divided} of {several}", flush=True)


def train(model, examples, held, rounds):
    heads = [own for name, own in model.named_parameters() if not name.startswith(("layers", "pieces"))]
    groups = [list(model.layers.parameters()), [model.pieces], heads]
    optimizer = torch.optim.AdamW([{"params": group} for group in groups], weight_decay=0.01)
    steps, step, began = rounds * (len(examples) // BATCH), 0, time.time()
    for number in range(rounds):
        model.train()
        random.shuffle(examples)
        batches = []
        for at in range(0, len(examples), BATCH * 50):
            part = sorted(examples[at : at + BATCH * 50], key=lambda example: len(example[0]))
            batches += [part[start : start + BATCH] for start in range(0, len(part), BATCH)]
        random.shuffle(batches)
        for chosen in batches:
            share = min(1, step / WARM_UP) * max(0.02, 1 - step / steps)
            for group, rate in zip(optimizer.param_groups, RATES):
                group["lr"] = rate * share
            optimizer.zero_grad()
            loss = loss_of(model, chosen)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step += 1
        print(f"round {number + 1} of {rounds}, {time.time() - began:.0f} s", flush=True)
        model.eval()
        if held:
            measure(model, held)


def write(model, vocabulary, frames, tags, path):
    out = Writer()
    state = {name: values.detach().numpy() for name, values in model.state_dict().items()}
    write_transformer(out, model)
    for name, head in (("frame", "frame"), ("tag hidden", "tag_hidden"), ("tag", "tag")):
        out.matrix(name, state[f"{head}.weight"].T)
        out.vector(f"{name} bias", state[f"{head}.bias"])
    out.matrix("tag frame", state["tag_frame.weight"], by_row=True)
    out.vector("begin", state["begin.weight"])
    out.vector("begin bias", state["begin.bias"])
    out.write(path, vocabulary, {"frames": frames, "tags": tags})


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("weights", help="folder of the package's weights")
    options.add_argument("examples")
    options.add_argument("target")
    options.add_argument("--held", default="", help="files of sentences that are left out, with commas")
    options.add_argument("--rounds", type=int, default=4)
    given = options.parse_args()
    random.seed(1)
    torch.manual_seed(1)
    vocabulary = Vocabulary(given.weights)
    examples, frames, tags = read_examples(given.examples, vocabulary)
    left_out = set(given.held.split(","))
    held = [example for example in examples if example[5] in left_out]
    model = Encoder(given.weights, len(frames), len(tags))
    train(model, [example for example in examples if example[5] not in left_out], held, given.rounds)
    write(model, vocabulary, frames, tags, given.target)


if __name__ == "__main__":
    main()
