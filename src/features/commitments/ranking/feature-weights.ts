import type { FoundCommitment } from "../model.ts";
import type { Ranking } from "./rank-findings.ts";
import { TRAINED } from "./trained-weights.ts";

type Kind = FoundCommitment["kind"];

/** Features are stored under the hash of their name, so that the file of weights stays small. */
const BUCKETS = 2 ** 18;
/** A weight is a multiple of this. */
export const WEIGHT_STEP = 0.04;

/** FNV-1a. */
export function bucketOf(feature: string): number {
  let hash = 2166136261;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 16777619);
  return ((hash ^ (hash >>> 15)) >>> 0) % BUCKETS;
}

export type Weights = { bias: number; byBucket: Int8Array };

/** Pairs of bytes and a weight: the gap to the bucket before, high byte first, and how many steps. A gap may have weight 0. */
export function decodeWeights(text: string, bias: number): Weights {
  const bytes = Buffer.from(text, "base64");
  const byBucket = new Int8Array(BUCKETS);
  let bucket = 0;
  for (let at = 0; at + 2 < bytes.length; at += 3) {
    bucket += bytes.readUInt16BE(at);
    byBucket[bucket] = bytes.readInt8(at + 2);
  }
  return { bias, byBucket };
}

export function encodeWeights(byBucket: ReadonlyMap<number, number>): string {
  const bytes: number[] = [];
  let last = 0;
  for (const [bucket, steps] of [...byBucket].toSorted(([one], [other]) => one - other)) {
    for (; bucket - last > 0xffff; last += 0xffff) bytes.push(0xff, 0xff, 0);
    const gap = bucket - last;
    bytes.push(gap >> 8, gap & 0xff, steps & 0xff);
    last = bucket;
  }
  return Buffer.from(bytes).toString("base64");
}

/** How probable it is that a candidate with these features is right. */
export function probabilityOf({ bias, byBucket }: Weights, features: readonly string[]): number {
  let steps = 0;
  for (const feature of features) steps += byBucket[bucketOf(feature)] ?? 0;
  return 1 / (1 + Math.exp(-(bias + steps * WEIGHT_STEP)));
}

const WEIGHTS: Readonly<Record<Kind, Weights>> = {
  promise: decodeWeights(TRAINED.promise.weights, TRAINED.promise.bias),
  request: decodeWeights(TRAINED.request.weights, TRAINED.request.bias),
};

export const TRAINED_RANKING: Ranking = {
  probabilityOf: ({ kind }, features) => probabilityOf(WEIGHTS[kind], features),
  thresholds: { promise: TRAINED.promise.threshold, request: TRAINED.request.threshold },
};
