import type { Place, Weights } from "../../understanding/encoder/multiply.ts";
import { piecesOf } from "../../understanding/encoder/pieces.ts";
import { type EncoderFile, readEncoder } from "../../understanding/encoder/read-encoder.ts";
import { LONGEST, loadTransformer, type Transformer } from "../../understanding/encoder/transformer.ts";
import { type Token, tokensOf } from "../../understanding/tokens.ts";
import { type Finder, loadFinder, nearScores } from "./find-nearest-passages.ts";
import { lexicalShares } from "./lexical-shares.ts";
import { type PassageRow, rowOf } from "./passage-row.ts";

const TRAINED = "app/assistant/content/reader/trained-reader.bin.gz";

/** A sentence, line or cell that may answer, and what stands above it: who wrote it, the title, the heading. */
export type Passage = {
  tokens: readonly Token[];
  context: readonly Token[];
  /** Passages of one mail, document or message have the same. */
  record: unknown;
  isQuoted: boolean;
  isSignature: boolean;
};

/** Of one passage that was read. Scores are comparable within one question only. */
export type PassageReading = {
  /** Its place among the passages. */
  at: number;
  score: number;
  /** The likeliest piece of it that was asked for: its first and last word. */
  span: { first: number; last: number } | null;
};
export type QuestionReading = {
  /** The likeliest first. */
  passages: readonly PassageReading[];
  /** The score of nothing of it answering. */
  none: number;
};

const MAX_QUESTION = 32;
/** How many words an answer has at most. */
const LONGEST_SPAN = 14;
const WIDTH = 128;

type Model = {
  file: EncoderFile;
  finder: Finder;
  transformer: Transformer;
  project: Weights;
  poolQuestion: Weights;
  poolPassage: Weights;
  spanQuestion: Weights;
  spanPassage: Weights;
  weigh: Float32Array;
  none: Float32Array;
  feature: Float32Array;
  scale: Float32Array;
  biases: { weigh: number; none: number };
  room: Record<"rows" | "tokens" | "pooled" | "small", Place>;
};

let loaded: Model | undefined;
/** Read with the first question about what is written. */
const model = (): Model => {
  loaded ??= load(readEncoder(TRAINED));
  return loaded;
};

/**
 * How likely passages answer the question, and with which words: the nearest `most` and those of `also`, which are places
 * among them. Question and passage are read by a small transformer (as sentences are, `understanding/encoder`) and compared
 * piece by piece (late interaction; Khattab and Zaharia, 2020).
 */
export function readPassages(
  question: string,
  passages: readonly Passage[],
  { most, also }: { most: number; also: readonly number[] },
): QuestionReading {
  const own = model();
  const tokens = tokensOf(question);
  const { ids } = piecesOf(tokens, own.file.vocabulary, MAX_QUESTION);
  if (ids.length === 0) return { passages: [], none: 0 };
  const shares = lexicalShares(tokens, passages);
  const rows = passages.map((passage, at) => rowOf(passage, shares[at], own.file.vocabulary));
  const near = nearScores(own.finder, ids, rows);
  const nearest = [...near.keys()].sort((one, other) => (near[other] ?? 0) - (near[one] ?? 0) || one - other);
  const chosen = new Set([...nearest.slice(0, most), ...also]);
  const asked = readQuestion(own, ids);
  const read = [...chosen].flatMap((at) => {
    const row = rows[at];
    return row && row.ids.length > 0 ? [{ at, ...readPassage(own, asked, row) }] : [];
  });
  return {
    passages: read.sort((one, other) => other.score - one.score || one.at - other.at),
    none: asked.none,
  };
}

function load(file: EncoderFile): Model {
  const heads = ["project", "pool question", "pool passage", "span question", "span passage"];
  const transformer = loadTransformer(file, heads, LONGEST * 1_000);
  const { memory, weights } = transformer;
  return {
    ...{ file, finder: loadFinder(file), transformer, project: weights("project") },
    ...{ poolQuestion: weights("pool question"), poolPassage: weights("pool passage") },
    ...{ spanQuestion: weights("span question"), spanPassage: weights("span passage") },
    ...{ weigh: file.vector("weigh"), none: file.vector("none") },
    ...{ feature: file.vector("feature"), scale: file.vector("scale") },
    biases: { weigh: file.vector("weigh bias")[0] ?? 0, none: file.vector("none bias")[0] ?? 0 },
    room: {
      ...{ rows: memory.take(LONGEST * 512), tokens: memory.take(LONGEST * WIDTH) },
      ...{ pooled: memory.take(512), small: memory.take(2 * WIDTH) },
    },
  };
}

type Asked = {
  tokens: Float32Array;
  count: number;
  weights: Float32Array;
  pooled: Float32Array;
  none: number;
  span: Float32Array;
};

function readQuestion(own: Model, ids: readonly number[]): Asked {
  const count = ids.length;
  const { width } = own.transformer;
  const rows = vectorsOf(own, ids);
  const row = (at: number) => rows.subarray(at * width, (at + 1) * width);
  const weights = Float32Array.from(ids, (_, at) =>
    Math.log1p(Math.exp(dot(row(at), own.weigh) + own.biases.weigh + 0.5)),
  );
  const sum = weights.reduce((total, each) => total + each, 0);
  for (let at = 0; at < count; at += 1) weights[at] = (weights[at] ?? 0) / sum;
  const mean = new Float32Array(width);
  const weighed = new Float32Array(width);
  for (let at = 0; at < count; at += 1)
    for (const [column, value] of row(at).entries()) {
      mean[column] = (mean[column] ?? 0) + value / count;
      weighed[column] = (weighed[column] ?? 0) + value * (weights[at] ?? 0);
    }
  return {
    ...{ count, weights, tokens: tokensVectors(own, count) },
    pooled: unit(multiplied(own, mean, own.poolQuestion, WIDTH)),
    none: dot(weighed, own.none) + own.biases.none,
    span: multiplied(own, weighed, own.spanQuestion, 2 * WIDTH),
  };
}

function readPassage(
  own: Model,
  asked: Asked,
  { ids, starts, features }: PassageRow,
): Pick<PassageReading, "score" | "span"> {
  const { width } = own.transformer;
  const rows = vectorsOf(own, ids);
  const mean = new Float32Array(width);
  for (let at = 0; at < ids.length * width; at += 1)
    mean[at % width] = (mean[at % width] ?? 0) + (rows[at] ?? 0) / ids.length;
  const tokens = tokensVectors(own, ids.length);
  const pooled = unit(multiplied(own, mean, own.poolPassage, WIDTH));
  const [nearScale = 0, pooledScale = 0] = own.scale;
  return {
    score:
      nearScale * nearness(asked, tokens, ids.length) +
      pooledScale * dot(asked.pooled, pooled) +
      features.reduce((sum, each, at) => sum + each * (own.feature[at] ?? 0), 0),
    span: spanIn(own, asked, ids.length, starts),
  };
}

/** Computes the vectors of pieces; they also stay in `room.rows`. */
function vectorsOf(
  { transformer: { run, memory, width }, room }: Model,
  ids: readonly number[],
): Float32Array {
  const { at } = run(ids);
  const rows = memory.numbers.slice(at, at + ids.length * width);
  memory.numbers.set(rows, room.rows.at);
  return rows;
}

/** The short vectors of the pieces in `room.rows`, each of length 1. */
function tokensVectors({ transformer: { memory }, room, project }: Model, count: number): Float32Array {
  memory.multiply(room.rows, project, room.tokens, count);
  const tokens = memory.numbers.slice(room.tokens.at, room.tokens.at + count * WIDTH);
  for (let at = 0; at < count; at += 1) unit(tokens.subarray(at * WIDTH, (at + 1) * WIDTH));
  return tokens;
}

function multiplied(
  { transformer: { memory }, room }: Model,
  vector: Float32Array,
  by: Weights,
  width: number,
): Float32Array {
  memory.numbers.set(vector, room.pooled.at);
  memory.multiply(room.pooled, by, room.small, 1);
  return memory.numbers.slice(room.small.at, room.small.at + width);
}

/** Of each piece of the question how near the nearest of the passage is, by how much the piece weighs. */
function nearness(asked: Asked, tokens: Float32Array, count: number): number {
  let sum = 0;
  for (let at = 0; at < asked.count; at += 1) {
    const piece = asked.tokens.subarray(at * WIDTH, (at + 1) * WIDTH);
    let best = -1;
    for (let other = 0; other < count; other += 1)
      best = Math.max(best, dot(piece, tokens.subarray(other * WIDTH, (other + 1) * WIDTH)));
    sum += best * (asked.weights[at] ?? 0);
  }
  return sum;
}

function spanIn(own: Model, asked: Asked, count: number, starts: readonly number[]): PassageReading["span"] {
  const { memory } = own.transformer;
  memory.multiply(own.room.rows, own.spanPassage, own.room.tokens, count);
  const scoresOf = (side: number) =>
    starts.map((piece) => {
      const at = own.room.tokens.at + piece * WIDTH;
      return dot(
        asked.span.subarray(side * WIDTH, (side + 1) * WIDTH),
        memory.numbers.subarray(at, at + WIDTH),
      );
    });
  const [firsts, lasts] = [scoresOf(0), scoresOf(1)];
  let best: PassageReading["span"] = null;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [first, start] of firsts.entries())
    for (let last = first; last < Math.min(lasts.length, first + LONGEST_SPAN); last += 1) {
      const score = start + (lasts[last] ?? 0);
      if (score <= highest) continue;
      highest = score;
      best = { first, last };
    }
  return best;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Makes its length 1, in place. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}
