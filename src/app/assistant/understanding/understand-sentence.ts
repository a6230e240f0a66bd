import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { shippedFiles } from "#platform/config/shipped-files.ts";
import type { Roles } from "./act.ts";
import { frameFeatures } from "./frame-features.ts";
import { bestRoles, type RoleWeights } from "./tag-roles.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** What a sentence could ask for, with the words of its roles. */
export type Reading = {
  frame: string;
  probability: number;
  roles: Roles;
  /** Whether every word outside of the roles is one with which people say it. */
  isCovered: boolean;
};

type Trained = {
  frames: string[];
  /** The roles of each frame. */
  roles: Record<string, string[]>;
  /** The stems of the words with which people say each, besides its roles. */
  words: Record<string, string[]>;
  /** For each feature of a sentence, pairs of a frame's index and its weight. */
  frameWeights: Record<string, number[]>;
  /** For each feature of a word, each role's weight. */
  roleWeights: Record<string, Record<string, number>>;
  /** How much a feature of a word speaks for another request beginning there. */
  startWeights: Record<string, number>;
  /** What the whole numbers are divided by. */
  scale: number;
  /** SHA-256 of the sentences. */
  corpus: string;
};

const TRAINED = "app/assistant/understanding/trained-sentences.json.gz";

/**
 * Written by `node scripts/train-sentences.ts`, and used as it is parsed: no feature is called like a property of objects.
 * Read with the first sentence, because most processes never need it.
 */
const load = once(() => {
  const file = gunzipSync(readFileSync(join(shippedFiles(), TRAINED)));
  return JSON.parse(file.toString()) as Trained;
});

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** All frames that can be understood, and the sentences that they were learned from by their SHA-256. */
export const trainedFrames = (): { frames: readonly string[]; corpus: string } => load();

/** The roles that a frame can have. */
export const rolesOf = (frame: string): readonly string[] => load().roles[frame] ?? [];

/** By features of words, how much each speaks for another request beginning there. */
export const startWeights = (): Readonly<Record<string, number>> => load().startWeights;

/** Makes probabilities of scores: with it those of sentences by unseen authors are as often right as they say. */
const SHARPNESS = 8;

/** Others than the best are readings only from here on. */
const LEAST = 0.0005;

/** The most likely readings of a sentence, the best first. */
export function readingsOf(sentence: string, most = 3): Reading[] {
  const tokens = tokensOf(sentence);
  if (tokens.length === 0) return [];
  const { frames, roles, words, roleWeights } = load();
  const rowOf: RoleWeights = (feature) => roleWeights[feature];
  const chances = chancesOf(tokens);
  return [...chances.entries()]
    .sort(([, one], [, other]) => other - one)
    .filter(([, probability], place) => place === 0 || (place < most && probability >= LEAST))
    .map(([index, probability]) => {
      const frame = frames[index] ?? "";
      const tags = bestRoles(rowOf, tokens, frame, roles[frame] ?? []);
      const usual = words[frame];
      const isCovered = tokens.every(
        ({ stem, shape }, at) => tags[at] !== "" || shape === "mark" || usual?.includes(stem),
      );
      return { frame, probability, roles: rolesIn(sentence, tokens, tags), isCovered };
    });
}

function chancesOf(tokens: readonly Token[]): number[] {
  const { frames, frameWeights, scale } = load();
  const scores: number[] = frames.map(() => 0);
  for (const feature of frameFeatures(tokens)) {
    const row = frameWeights[feature] ?? [];
    for (let at = 0; at < row.length; at += 2) {
      const index = row[at] ?? 0;
      scores[index] = (scores[index] ?? 0) + (row[at + 1] ?? 0) / scale;
    }
  }
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp((score - highest) * SHARPNESS));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

type Piece = { words: string; start: number; end: number };

/** The words of each role; what is named at several places is joined, without an 'it' for the same. */
function rolesIn(sentence: string, tokens: readonly Token[], tags: readonly string[]): Roles {
  const found: Record<string, Piece[]> = {};
  for (let at = 0; at < tokens.length; at += 1) {
    const tag = tags[at] ?? "";
    const role = tag.startsWith("B-") ? tag.slice(2) : "";
    if (!role) continue;
    let last = at + 1;
    while (tags[last] === `I-${role}`) last += 1;
    const hasVerb = at === 0 && role === "item" && last > 1 && VERBS.has(tokens[0]?.word ?? "");
    const start = tokens[hasVerb ? 1 : at]?.start ?? 0;
    const end = tokens[last - 1]?.end ?? sentence.length;
    const words = sentence.slice(start, end).replace(/['\u2019]s$/, "");
    found[role] = [...(found[role] ?? []), { words, start, end }];
  }
  return Object.fromEntries(Object.entries(found).map(([role, all]) => [role, joined(sentence, all)]));
}

/** Parts of a list have a comma between them, so that each is found by itself: 'the lease, and the visa'. */
function joined(sentence: string, all: readonly Piece[]): string {
  const named = all.filter(({ words }) => !PRONOUN.test(words));
  const pieces = named.length > 0 ? named : all.slice(0, 1);
  return pieces
    .map(({ words, start }, at) => {
      const before = pieces[at - 1];
      if (!before) return words;
      return `${LIST.test(sentence.slice(before.end, start).trim()) ? ", " : " "}${words}`;
    })
    .join("");
}

const LIST = /^(?:,|,? ?(?:and|or|&|plus),?)(?: (?:also|then|the))?$/i;

/** At the beginning they are what is to be done, and no part of a name. */
const VERBS = new Set("put push move take drop set mark bump get give shift change add tick keep".split(" "));
const PRONOUN =
  /^(?:it|that|this|them|those|these|one|that one|this one|there|him|her|he|she|they|me|us|its|their)$/i;
