import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { shippedFiles } from "#platform/config/shipped-files.ts";
import type { Roles } from "./act.ts";
import { type Encoded, encode, encoderNames } from "./encoder/encode.ts";
import { frameFeatures } from "./frame-features.ts";
import { bestRoles, type RoleHints, type RoleWeights } from "./tag-roles.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** What a sentence could ask for, with the words of its roles. */
export type Reading = {
  frame: string;
  probability: number;
  roles: Roles;
  /** Whether every word outside of the roles is one with which people say it, and no word's role is in doubt. */
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

/** Makes logarithms of probabilities of the scores by words. */
const SHARPNESS = 4;
/** How much the encoder counts beside the words. */
const ENCODER_SHARE = 0.5;
/** With it sentences by unseen authors are as often right as their probability says. */
const CONFIDENCE = 1.3;
/** How much the encoder counts beside the features of a word for its role. */
const ROLE_SHARE = 56;
/** A role that the encoder does not know. */
const UNKNOWN_ROLE = -6;

/** Others than the best are readings only from here on. */
const LEAST = 0.0005;

/** The most likely readings of a sentence, the best first. */
export function readingsOf(sentence: string, most = 3): Reading[] {
  const tokens = tokensOf(sentence);
  if (tokens.length === 0) return [];
  const { frames, roles, words, roleWeights } = load();
  const rowOf: RoleWeights = (feature) => roleWeights[feature];
  const encoded = encodedOf(sentence, tokens);
  const chances = chancesOf(tokens, encoded);
  return [...chances.entries()]
    .sort(([, one], [, other]) => other - one)
    .filter(([, probability], place) => place === 0 || (place < most && probability >= LEAST))
    .map(([index, probability]) => {
      const frame = frames[index] ?? "";
      const likely = roleChances(encoded, frame);
      const hints: RoleHints = (at, tag) => ROLE_SHARE * likely(at, tag);
      const tags = bestRoles(rowOf, tokens, frame, roles[frame] ?? [], hints);
      const usual = words[frame];
      const isCovered = tokens.every(
        ({ stem, shape }, at) =>
          likely(at, tags[at] ?? "") > DOUBTFUL &&
          (tags[at] !== "" || shape === "mark" || usual?.includes(stem)),
      );
      return { frame, probability, roles: rolesIn(sentence, tokens, tags), isCovered };
    });
}

/** Of the last sentences what the encoder says: each is read several times while it is answered. */
const recent = new Map<string, Encoded | null>();
const MAX_RECENT = 32;

function encodedOf(sentence: string, tokens: readonly Token[]): Encoded | null {
  const known = recent.get(sentence);
  if (known !== undefined) return known;
  const encoded = encode(tokens);
  recent.set(sentence, encoded);
  const [oldest] = recent.keys();
  if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
  return encoded;
}

/** For each word how surely another request begins there, by the encoder; 0 where it did not read so far. */
export const beginnings = (sentence: string, tokens: readonly Token[]): Float32Array =>
  encodedOf(sentence, tokens)?.begins ?? new Float32Array();

function chancesOf(tokens: readonly Token[], encoded: Encoded | null): number[] {
  const { frames, frameWeights, scale } = load();
  const scores: number[] = frames.map(() => 0);
  for (const feature of frameFeatures(tokens)) {
    const row = frameWeights[feature] ?? [];
    for (let at = 0; at < row.length; at += 2) {
      const index = row[at] ?? 0;
      scores[index] = (scores[index] ?? 0) + (row[at + 1] ?? 0) / scale;
    }
  }
  const byWords = logarithmsOf(scores.map((score) => score * SHARPNESS));
  const places = encoderPlaces();
  const both = byWords.map((own, index) => {
    const place = places[index];
    const other = place === undefined ? own : (encoded?.frames[place] ?? own);
    return (own * (1 - ENCODER_SHARE) + other * ENCODER_SHARE) * CONFIDENCE;
  });
  return logarithmsOf(both).map(Math.exp);
}

/** For each frame its place among those of the encoder; none for a frame that is newer. */
const encoderPlaces = once(() => {
  const places = new Map(encoderNames().frames.map((frame, place) => [frame, place]));
  return load().frames.map((frame) => places.get(frame));
});

function logarithmsOf(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const sum = scores.reduce((total, score) => total + Math.exp(score - highest), 0);
  return scores.map((score) => score - highest - Math.log(sum));
}

const encoderTags = once(() => new Map(encoderNames().tags.map((tag, place) => [tag, place])));

/** How likely each role of a word is by the encoder, as a logarithm; 0 for words that it did not read. */
function roleChances(encoded: Encoded | null, frame: string): RoleHints {
  const rows = encoded?.tagsFor(frame) ?? [];
  return (at, tag) => {
    const row = rows[at];
    return row ? (row[encoderTags().get(tag) ?? -1] ?? UNKNOWN_ROLE) : 0;
  };
}

/** A role that is less likely than this is in doubt. */
const DOUBTFUL = Math.log(0.5);

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
    const isBeforeTime = tags[last] === "B-when" && last - at > 1;
    const ending = isBeforeTime && BEFORE_TIMES.has(tokens[last - 1]?.word ?? "") ? last - 1 : last;
    const end = tokens[ending - 1]?.end ?? sentence.length;
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

/** Before a time they belong to it: 'a project called Rollout ending March 31'. */
const BEFORE_TIMES = new Set("ending ends due starting beginning by until till before from on at".split(" "));
/** At the beginning they are what is to be done, and no part of a name. */
const VERBS = new Set("put push move take drop set mark bump get give shift change add tick keep".split(" "));
const PRONOUN =
  /^(?:it|that|this|them|those|these|one|that one|this one|there|him|her|he|she|they|me|us|its|their)$/i;
