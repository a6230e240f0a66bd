import "./require-node-24.mjs";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { frameFeatures } from "#app/assistant/understanding/frame-features.ts";
import { corpusHash, type Marked, readLines, readMarked } from "./sentences/read-marked.ts";
import { trainFrames } from "./sentences/train-frames.ts";
import { trainRoles } from "./sentences/train-roles.ts";
import { trainStarts } from "./sentences/train-starts.ts";

// Trains what the assistant understands without a language model from the marked sentences, and writes the weights.

const TARGET = new URL("../src/app/assistant/understanding/trained-sentences.json.gz", import.meta.url);
/** Weights of frames that are smaller, as whole numbers, are left out. */
const LEAST_WEIGHT = 2;
/** Weights are written as whole numbers of this part of one. */
const SCALE = { frames: 100, roles: 8, starts: 100 };

const sentences = readMarked();
const roles = rolesByFrame(sentences);
const model = trainFrames(
  sentences.map(({ tokens, frame }) => ({ features: frameFeatures(tokens), label: frame })),
);
const frameWeights: Record<string, number[]> = {};
for (const [feature, row] of model.features) {
  const pairs = [...row].flatMap((weight, index) => {
    const whole = Math.round(weight * SCALE.frames);
    return Math.abs(whole) < LEAST_WEIGHT ? [] : [index, whole];
  });
  if (pairs.length > 0) frameWeights[feature] = pairs;
}
const roleWeights: Record<string, Record<string, number>> = {};
for (const [feature, row] of trainRoles(sentences, roles)) {
  const whole = Object.entries(row)
    .map(([role, weight]) => [role, Math.round(weight * SCALE.roles)] as const)
    .filter(([, weight]) => weight !== 0);
  if (whole.length > 0) roleWeights[feature] = Object.fromEntries(whole);
}
const startWeights: Record<string, number> = {};
for (const [feature, weight] of trainStarts(readLines())) {
  const whole = Math.round(weight * SCALE.starts);
  if (whole !== 0) startWeights[feature] = whole;
}
const trained = {
  frames: model.classes,
  roles: Object.fromEntries(roles),
  words: wordsByFrame(sentences),
  frameWeights,
  roleWeights,
  startWeights,
  scale: SCALE.frames,
  corpus: corpusHash(),
};
const file = gzipSync(JSON.stringify(trained), { level: 9 });
writeFileSync(TARGET, file);
console.log(`${sentences.length} sentences, ${model.classes.length} frames, ${file.length} bytes`);

function wordsByFrame(all: readonly Marked[]): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const { frame, tokens, roles: tags } of all) {
    const known = found[frame] ?? new Set<string>();
    found[frame] = known;
    tokens.forEach(({ stem, shape }, at) => {
      if (tags[at] === "" && shape !== "mark") known.add(stem);
    });
  }
  return Object.fromEntries(Object.entries(found).map(([frame, words]) => [frame, [...words].sort()]));
}

function rolesByFrame(all: readonly Marked[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const { frame, roles: tags } of all) {
    const known = found.get(frame) ?? new Set<string>();
    found.set(frame, known);
    for (const tag of tags) if (tag) known.add(tag.slice(2));
  }
  return new Map([...found].map(([frame, names]) => [frame, [...names].sort()]));
}
