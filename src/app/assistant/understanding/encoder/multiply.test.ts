import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import loadAssembler from "wabt";
import { floatMemory, MULTIPLY, packedAt, padded } from "./multiply.ts";

test("the instructions are those of multiply.wat", async () => {
  const assembler = await loadAssembler();
  const source = readFileSync(new URL("multiply.wat", import.meta.url), "utf8");
  const { buffer } = assembler
    .parseWat("multiply.wat", source, { simd: true, relaxed_simd: true })
    .toBinary({});
  expect(Buffer.from(buffer).toString("base64")).toBe(MULTIPLY);
});

test("a product of matrices is what its sums are", () => {
  const [rows, inner, columns] = [5, 7, 20];
  const memory = floatMemory(4096);
  const fill = (size: number, of: (at: number) => number) => {
    const place = memory.take(size);
    for (let at = 0; at < size; at += 1) memory.numbers[place.at + at] = of(at);
    return place;
  };
  const width = padded(columns);
  const x = fill(rows * inner, (at) => Math.sin(at));
  const matrix = fill(inner * width, (at) => Math.cos(at));
  const bias = fill(width, (at) => at / 10);
  const out = memory.take(rows * width);
  memory.multiply(x, { matrix, bias, inner, columns: width }, out, rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < width; column += 1) {
      let sum = column / 10;
      for (let at = 0; at < inner; at += 1)
        sum += Math.sin(row * inner + at) * Math.cos(packedAt(at, column, inner));
      expect(memory.numbers[out.at + row * width + column]).toBeCloseTo(sum, 4);
    }
});

test("what does not fit into the memory is refused", () => {
  expect(() => floatMemory(16).take(200_000)).toThrow("too small");
});
