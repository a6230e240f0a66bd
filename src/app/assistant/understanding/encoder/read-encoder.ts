import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { shippedFiles } from "#platform/config/shipped-files.ts";
import type { Vocabulary } from "./pieces.ts";

/**
 * Weights as whole numbers from -127 to 127, row by row, and what they are multiplied with: one number for each column,
 * or for each row where rows are looked up one by one (`pieces`, `tag frame`).
 */
export type Matrix = { rows: number; columns: number; weights: Int8Array; scales: Float32Array };
/** A trained encoder: its matrices and vectors by name, and the names of frames and tags in the order of their scores. */
export type EncoderFile = {
  vocabulary: Vocabulary;
  frames: readonly string[];
  tags: readonly string[];
  matrix(name: string): Matrix;
  vector(name: string): Float32Array;
};

type Part = { name: string; shape: number[]; kind: "int8" | "float32"; start: number };
type Header = {
  pieces: string[];
  scores: number[];
  frames: string[];
  tags: string[];
  parts: Part[];
};

/** Reads what `scripts/encoder/train.py` wrote to a shipped file: the length of a header of JSON, the header, the numbers. */
export function readEncoder(path: string): EncoderFile {
  const file = gunzipSync(readFileSync(join(shippedFiles(), path)));
  const length = file.readUInt32LE(0);
  const header = JSON.parse(file.toString("utf8", 4, 4 + length)) as Header;
  const numbers = file.buffer.slice(file.byteOffset + 4 + length, file.byteOffset + file.length);
  const parts = new Map(header.parts.map((part) => [part.name, part]));
  const find = (name: string): Part => {
    const part = parts.get(name);
    if (!part) throw new Error(`The encoder's file has no '${name}'`);
    return part;
  };
  const vector = (name: string) => {
    const { start, shape } = find(name);
    return new Float32Array(numbers, start, sizeOf(shape));
  };
  return {
    vocabulary: new Map(header.pieces.map((piece, id) => [piece, { id, score: header.scores[id] ?? 0 }])),
    frames: header.frames,
    tags: header.tags,
    matrix(name) {
      const { start, shape } = find(name);
      const [rows = 0, columns = 0] = shape;
      const weights = new Int8Array(numbers, start, rows * columns);
      return { rows, columns, weights, scales: vector(`${name} scales`) };
    },
    vector,
  };
}

const sizeOf = (shape: readonly number[]) => shape.reduce((product, each) => product * each, 1);
