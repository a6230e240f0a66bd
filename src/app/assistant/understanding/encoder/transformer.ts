import { type FloatMemory, floatMemory, type Place, packedAt, padded, type Weights } from "./multiply.ts";
import type { EncoderFile, Matrix } from "./read-encoder.ts";

const HEADS = 4;
/** Positions are told by sines of this many periods, and as many cosines. */
export const LONGEST = 96;

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

type Room = Record<
  | "x"
  | "normed"
  | "asked"
  | "mixed"
  | "given"
  | "past"
  | "wide"
  | "query"
  | "keys"
  | "values"
  | "shares"
  | "taken"
  | "zeros",
  Place
>;
type Model = {
  memory: FloatMemory;
  pieces: Matrix;
  periods: Float32Array;
  layers: readonly [Layer, Layer];
  room: Room;
};

/** Two layers of a transformer, and room beside them for what is computed from what they yield. */
export type Transformer = {
  memory: FloatMemory;
  /** Matrices of the file that are multiplied after the layers, by their names; with a bias of zeros if the file has none. */
  weights(name: string): Weights;
  /** How many numbers each piece has in the end. */
  width: number;
  /** Computes the vectors of at most `LONGEST` pieces; they stand at the returned place until the next call. */
  run(ids: readonly number[]): Place;
};

/** `heads`: the matrices that are used after the layers; `floats`: the room that is needed for them. */
export function loadTransformer(file: EncoderFile, heads: readonly string[], floats: number): Transformer {
  const names = ["layer 0", "layer 1"];
  const matrices = [
    ...names.flatMap((name) => ["ask", "give", "widen", "narrow"].map((part) => `${name} ${part}`)),
    "layer 0 adjust",
    ...heads,
  ];
  const sizes = matrices.map((name) => {
    const { rows, columns } = file.matrix(name);
    return (rows + 2) * padded(columns);
  });
  const activations = LONGEST * 7_200;
  const memory = floatMemory(sizes.reduce((sum, size) => sum + size, 0) + activations + floats);
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
  const model: Model = {
    ...{ memory, layers, pieces: file.matrix("pieces"), periods: file.vector("periods") },
    room: {
      ...{ x: take(512), normed: take(512), asked: take(1536), mixed: take(512), given: take(512) },
      ...{ past: take(512), wide: take(1536), query: take(128), keys: take(128), values: take(128) },
      ...{ shares: take(LONGEST), taken: take(128), zeros: take(2) },
    },
  };
  return {
    ...{ memory, weights, width: layers[1].narrow.columns },
    run(ids) {
      embed(model, ids);
      for (const each of layers) run(model, each, ids.length);
      return model.room.x;
    },
  };
}

function put(memory: FloatMemory, { rows, columns, weights, scales }: Matrix, bias: Float32Array): Weights {
  const width = padded(columns);
  const matrix = memory.take(rows * width);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      memory.numbers[matrix.at + packedAt(row, column, rows)] =
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
  attend(memory, room, { count, width, scale: layer.scale });
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
  memory: FloatMemory,
  { asked, mixed, query, keys, values, shares, taken, zeros }: Room,
  { count, width, scale }: { count: number; width: number; scale: number },
): void {
  const { numbers } = memory;
  const size = width / HEADS;
  const columns = padded(count);
  for (let head = 0; head < HEADS; head += 1) {
    for (let place = 0; place < count; place += 1) {
      const from = asked.at + place * width * 3 + head * size;
      for (let at = 0; at < size; at += 1) {
        numbers[query.at + place * size + at] = (numbers[from + at] ?? 0) * scale;
        numbers[keys.at + packedAt(at, place, size)] = numbers[from + width + at] ?? 0;
        numbers[values.at + packedAt(place, at, count)] = numbers[from + 2 * width + at] ?? 0;
      }
    }
    memory.multiply(query, { matrix: keys, bias: zeros, inner: size, columns }, shares, count);
    for (let place = 0; place < count; place += 1) {
      const row = numbers.subarray(shares.at + place * columns, shares.at + place * columns + count);
      toProbabilities(row);
      // Without the columns that only fill up to sixteen.
      numbers.set(row, shares.at + place * count);
    }
    memory.multiply(shares, { matrix: values, bias: zeros, inner: count, columns: size }, taken, count);
    for (let place = 0; place < count; place += 1)
      numbers.copyWithin(
        mixed.at + place * width + head * size,
        taken.at + place * size,
        taken.at + (place + 1) * size,
      );
  }
}

function toProbabilities(weights: Float32Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const each of weights) if (each > highest) highest = each;
  let sum = 0;
  for (let at = 0; at < weights.length; at += 1) {
    const power = Math.exp((weights[at] ?? 0) - highest);
    weights[at] = power;
    sum += power;
  }
  for (let at = 0; at < weights.length; at += 1) weights[at] = (weights[at] ?? 0) / sum;
}
