import type { Token } from "../tokens.ts";
import { type FloatMemory, floatMemory, type Place, padded, type Weights } from "./multiply.ts";
import { piecesOf } from "./pieces.ts";
import { type EncoderFile, type Matrix, readEncoder } from "./read-encoder.ts";

/** What the encoder says of a sentence; probabilities as natural logarithms. */
export type Encoded = {
  /** For each frame, in the order of `frames`. */
  frames: Float32Array;
  /** For each word and tag of `tags`, if the sentence is of that frame; words that were not read have no row. */
  tagsFor(frame: string): readonly Float32Array[];
  /** For each word how surely another request begins there, as the logarithm of odds. */
  begins: Float32Array;
};

const HEADS = 4;
/** Positions are told by sines of this many periods, and as many cosines. */
const LONGEST = 96;

type Layer = {
  norm: [Float32Array, Float32Array];
  ask: Weights;
  give: Weights;
  /** Makes what goes past the layer as wide as what comes out of it; none if it is. */
  adjust: Weights | null;
  secondNorm: [Float32Array, Float32Array];
  widen: Weights;
  narrow: Weights;
  scale: number;
};

type Model = {
  file: EncoderFile;
  memory: FloatMemory;
  pieces: Matrix;
  periods: Float32Array;
  layers: readonly [Layer, Layer];
  frame: Weights;
  tagHidden: Weights;
  tagFrame: Matrix;
  tag: Weights;
  begin: Float32Array;
  beginBias: number;
  room: Record<"x" | "normed" | "asked" | "mixed" | "given" | "past" | "wide" | "pooled" | "scores", Place>;
};

let loaded: Model | undefined;
/** Read with the first sentence: most processes never need it. */
const model = (): Model => {
  loaded ??= load(readEncoder());
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
  const { memory, room, layers } = own;
  embed(own, ids);
  for (const layer of layers) run(own, layer, ids.length);
  const width = layers[1].narrow.columns;
  const vectors = memory.numbers.slice(room.x.at, room.x.at + ids.length * width);
  const rowsOf = starts.map((at) => vectors.subarray(at * width, (at + 1) * width));
  return {
    frames: frameScores(own, vectors, ids.length, width),
    tagsFor: (frame) => tagScores(own, rowsOf, frame),
    begins: Float32Array.from(rowsOf, (row) => dot(row, own.begin) + own.beginBias),
  };
}

function load(file: EncoderFile): Model {
  const names = ["layer 0", "layer 1"];
  const matrices = [
    ...names.flatMap((name) => ["ask", "give", "widen", "narrow"].map((part) => `${name} ${part}`)),
    "layer 0 adjust",
    ...["frame", "tag hidden", "tag"],
  ];
  const sizes = matrices.map((name) => {
    const { rows, columns } = file.matrix(name);
    return (rows + 2) * padded(columns);
  });
  const activations = LONGEST * 6_500;
  const memory = floatMemory(sizes.reduce((sum, size) => sum + size, 0) + activations);
  const weights = (name: string) => put(memory, file.matrix(name), file.vector(`${name} bias`));
  const norm = (name: string): [Float32Array, Float32Array] => [
    file.vector(`${name} scale`),
    file.vector(`${name} bias`),
  ];
  const layer = (name: string, hasAdjust: boolean): Layer => ({
    norm: norm(`${name} norm`),
    ask: weights(`${name} ask`),
    give: weights(`${name} give`),
    adjust: hasAdjust ? weights(`${name} adjust`) : null,
    secondNorm: norm(`${name} second norm`),
    widen: weights(`${name} widen`),
    narrow: weights(`${name} narrow`),
    scale: file.vector(`${name} scale`)[0] ?? 1,
  });
  const layers = [layer("layer 0", true), layer("layer 1", false)] as const;
  const take = (columns: number) => memory.take(LONGEST * columns);
  return {
    ...{ file, memory, layers },
    pieces: file.matrix("pieces"),
    periods: file.vector("periods"),
    frame: weights("frame"),
    tagHidden: weights("tag hidden"),
    tagFrame: file.matrix("tag frame"),
    tag: weights("tag"),
    begin: file.vector("begin"),
    beginBias: file.vector("begin bias")[0] ?? 0,
    room: {
      ...{ x: take(512), normed: take(512), asked: take(1536), mixed: take(512), given: take(512) },
      ...{ past: take(512), wide: take(1536), pooled: memory.take(1024), scores: take(64) },
    },
  };
}

function put(memory: FloatMemory, { rows, columns, weights, scales }: Matrix, bias: Float32Array): Weights {
  const width = padded(columns);
  const matrix = memory.take(rows * width);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      memory.numbers[matrix.at + row * width + column] =
        (weights[row * columns + column] ?? 0) * (scales[column] ?? 0);
  const place = memory.take(width);
  memory.numbers.set(bias, place.at);
  return { matrix, bias: place, inner: rows, columns: width };
}

/** The vectors of the pieces, twice, with where each stands. */
function embed({ memory: { numbers }, room, pieces, periods }: Model, ids: readonly number[]): void {
  const { columns, weights, scales } = pieces;
  const half = periods.length;
  for (const [place, id] of ids.entries())
    for (let at = 0; at < columns; at += 1) {
      const angle = place * (periods[at % half] ?? 0);
      const wave = at < half ? Math.sin(angle) : Math.cos(angle);
      numbers[room.x.at + place * columns + at] =
        2 * (weights[id * columns + at] ?? 0) * (scales[id] ?? 0) + wave;
    }
}

function run(own: Model, layer: Layer, count: number): void {
  const { memory, room } = own;
  const { numbers } = memory;
  const width = layer.ask.inner;
  const out = layer.narrow.columns;
  normalize(numbers, room.x, room.normed, { count, width, norm: layer.norm });
  memory.multiply(room.normed, layer.ask, room.asked, count);
  attend(numbers, room, { count, width, scale: layer.scale });
  memory.multiply(room.mixed, layer.give, room.given, count);
  const past = layer.adjust ? room.past : room.x;
  if (layer.adjust) memory.multiply(room.x, layer.adjust, room.past, count);
  add(numbers, past, room.given, room.x, count * out);
  normalize(numbers, room.x, room.normed, { count, width: out, norm: layer.secondNorm });
  memory.multiply(room.normed, layer.widen, room.wide, count);
  const wide = numbers.subarray(room.wide.at, room.wide.at + count * layer.widen.columns);
  for (let at = 0; at < wide.length; at += 1) wide[at] = Math.max(0, wide[at] ?? 0);
  memory.multiply(room.wide, layer.narrow, room.given, count);
  add(numbers, room.x, room.given, room.x, count * out);
}

const EPSILON = 1e-6;

type Normalization = { count: number; width: number; norm: [Float32Array, Float32Array] };

/** Each row with a mean of 0 and a variance of 1 (Ba, Kiros and Hinton, 2016). */
function normalize(
  numbers: Float32Array,
  from: Place,
  to: Place,
  { count, width, norm: [scale, bias] }: Normalization,
): void {
  for (let row = 0; row < count; row += 1) {
    const start = from.at + row * width;
    let sum = 0;
    for (let at = 0; at < width; at += 1) sum += numbers[start + at] ?? 0;
    const mean = sum / width;
    let squares = 0;
    for (let at = 0; at < width; at += 1) squares += ((numbers[start + at] ?? 0) - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / width + EPSILON);
    for (let at = 0; at < width; at += 1)
      numbers[to.at + row * width + at] =
        ((numbers[start + at] ?? 0) - mean) * factor * (scale[at] ?? 1) + (bias[at] ?? 0);
  }
}

function add(numbers: Float32Array, one: Place, other: Place, to: Place, size: number): void {
  for (let at = 0; at < size; at += 1)
    numbers[to.at + at] = (numbers[one.at + at] ?? 0) + (numbers[other.at + at] ?? 0);
}

/** Each piece takes of every piece what it asks for (Vaswani et al., 2017), by four heads. */
function attend(
  numbers: Float32Array,
  { asked, mixed }: Model["room"],
  { count, width, scale }: { count: number; width: number; scale: number },
): void {
  const size = width / HEADS;
  const row = width * 3;
  const weights = new Float32Array(count);
  for (let head = 0; head < HEADS; head += 1)
    for (let place = 0; place < count; place += 1) {
      const query = asked.at + place * row + head * size;
      for (let other = 0; other < count; other += 1) {
        const key = asked.at + other * row + width + head * size;
        let sum = 0;
        for (let at = 0; at < size; at += 1) sum += (numbers[query + at] ?? 0) * (numbers[key + at] ?? 0);
        weights[other] = sum * scale;
      }
      toProbabilities(weights);
      const target = mixed.at + place * width + head * size;
      numbers.fill(0, target, target + size);
      for (let other = 0; other < count; other += 1) {
        const value = asked.at + other * row + 2 * width + head * size;
        const share = weights[other] ?? 0;
        for (let at = 0; at < size; at += 1)
          numbers[target + at] = (numbers[target + at] ?? 0) + share * (numbers[value + at] ?? 0);
      }
    }
}

function toProbabilities(weights: Float32Array): void {
  const highest = weights.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) {
    const power = Math.exp((weights[at] ?? 0) - highest);
    weights[at] = power;
    sum += power;
  }
  for (let at = 0; at < weights.length; at += 1) weights[at] = (weights[at] ?? 0) / sum;
}

function toLogarithms(scores: Float32Array): Float32Array {
  const highest = scores.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  const sum = scores.reduce((total, score) => total + Math.exp(score - highest), 0);
  return scores.map((score) => score - highest - Math.log(sum));
}

/** From the mean and the highest of all pieces. */
function frameScores(
  { memory, room, frame, file }: Model,
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
  { memory, room, tagHidden, tagFrame, tag, file }: Model,
  rows: readonly Float32Array[],
  name: string,
): Float32Array[] {
  const frame = file.frames.indexOf(name);
  if (frame < 0) return [];
  const { numbers } = memory;
  const { columns, weights, scales } = tagFrame;
  for (const [at, row] of rows.entries()) numbers.set(row, room.normed.at + at * row.length);
  memory.multiply(room.normed, tagHidden, room.wide, rows.length);
  for (let row = 0; row < rows.length; row += 1)
    for (let at = 0; at < columns; at += 1) {
      const place = room.wide.at + row * columns + at;
      const own = (weights[frame * columns + at] ?? 0) * (scales[frame] ?? 0);
      numbers[place] = Math.max(0, (numbers[place] ?? 0) + own);
    }
  memory.multiply(room.wide, tag, room.scores, rows.length);
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
