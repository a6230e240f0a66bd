import type { Token } from "../tokens.ts";
import type { Place, Weights } from "./multiply.ts";
import { piecesOf } from "./pieces.ts";
import { type EncoderFile, type Matrix, readEncoder } from "./read-encoder.ts";
import { LONGEST, loadTransformer, type Transformer } from "./transformer.ts";

const TRAINED = "app/assistant/understanding/encoder/trained-encoder.bin.gz";

/** What the encoder says of a sentence; probabilities as natural logarithms. */
export type Encoded = {
  /** For each frame, in the order of `frames`. */
  frames: Float32Array;
  /** For each word and tag of `tags`, if the sentence is of that frame; words that were not read have no row. */
  tagsFor(frame: string): readonly Float32Array[];
  /** For each word how surely another request begins there, as the logarithm of odds. */
  begins: Float32Array;
};

type Model = {
  file: EncoderFile;
  transformer: Transformer;
  frame: Weights;
  tagHidden: Weights;
  tagFrame: Matrix;
  tag: Weights;
  begin: Float32Array;
  beginBias: number;
  room: Record<"words" | "hidden" | "pooled" | "scores", Place>;
};

let loaded: Model | undefined;
/** Read with the first sentence: most processes never need it. */
const model = (): Model => {
  loaded ??= load(readEncoder(TRAINED));
  return loaded;
};

export const encoderNames = (): { frames: readonly string[]; tags: readonly string[] } => model().file;

/**
 * A sentence by a small transformer of two layers (Universal Sentence Encoder Lite; Cer et al., 2018), trained further
 * with the marked sentences. Null for a sentence without words.
 */
export function encode(tokens: readonly Token[]): Encoded | null {
  const own = model();
  const { ids, starts } = piecesOf(tokens, own.file.vocabulary);
  if (starts.length === 0) return null;
  const { memory, width, run } = own.transformer;
  const { at } = run(ids);
  const vectors = memory.numbers.slice(at, at + ids.length * width);
  const rowsOf = starts.map((start) => vectors.subarray(start * width, (start + 1) * width));
  return {
    frames: frameScores(own, vectors, ids.length, width),
    tagsFor: (frame) => tagScores(own, rowsOf, frame),
    begins: Float32Array.from(rowsOf, (row) => dot(row, own.begin) + own.beginBias),
  };
}

function load(file: EncoderFile): Model {
  const transformer = loadTransformer(file, ["frame", "tag hidden", "tag"], LONGEST * 1_000);
  const { memory, weights } = transformer;
  return {
    ...{ file, transformer, frame: weights("frame"), tagHidden: weights("tag hidden") },
    tagFrame: file.matrix("tag frame"),
    tag: weights("tag"),
    begin: file.vector("begin"),
    beginBias: file.vector("begin bias")[0] ?? 0,
    room: {
      ...{ words: memory.take(LONGEST * 512), hidden: memory.take(LONGEST * 192) },
      ...{ pooled: memory.take(1024), scores: memory.take(LONGEST * 64) },
    },
  };
}

function toLogarithms(scores: Float32Array): Float32Array {
  const highest = scores.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const sum = scores.reduce((total, score) => total + Math.exp(score - highest), 0);
  return scores.map((score) => score - highest - Math.log(sum));
}

/** From the mean and the highest of all pieces. */
function frameScores(
  { transformer: { memory }, room, frame, file }: Model,
  vectors: Float32Array,
  count: number,
  width: number,
): Float32Array {
  const { numbers } = memory;
  for (let at = 0; at < width; at += 1) {
    let sum = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < count; row += 1) {
      const value = vectors[row * width + at] ?? 0;
      sum += value;
      highest = Math.max(highest, value);
    }
    numbers[room.pooled.at + at] = sum / count;
    numbers[room.pooled.at + width + at] = highest;
  }
  memory.multiply(room.pooled, frame, room.scores, 1);
  return toLogarithms(numbers.slice(room.scores.at, room.scores.at + file.frames.length));
}

function tagScores(
  { transformer: { memory }, room, tagHidden, tagFrame, tag, file }: Model,
  rows: readonly Float32Array[],
  name: string,
): Float32Array[] {
  const frame = file.frames.indexOf(name);
  if (frame < 0) return [];
  const { numbers } = memory;
  const { columns, weights, scales } = tagFrame;
  for (const [at, row] of rows.entries()) numbers.set(row, room.words.at + at * row.length);
  memory.multiply(room.words, tagHidden, room.hidden, rows.length);
  for (let row = 0; row < rows.length; row += 1)
    for (let at = 0; at < columns; at += 1) {
      const place = room.hidden.at + row * columns + at;
      const own = (weights[frame * columns + at] ?? 0) * (scales[frame] ?? 0);
      numbers[place] = Math.max(0, (numbers[place] ?? 0) + own);
    }
  memory.multiply(room.hidden, tag, room.scores, rows.length);
  return rows.map((_, row) => {
    const start = room.scores.at + row * tag.columns;
    return toLogarithms(numbers.slice(start, start + file.tags.length));
  });
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
