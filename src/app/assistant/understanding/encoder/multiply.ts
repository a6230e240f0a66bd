/** `multiply.wat` as WebAssembly, base64: a test compares them. */
export const MULTIPLY =
  "AGFzbQEAAAABCwFgB39/f39/f38AAwIBAAUDAQABBxUCBm1lbW9yeQIACG11bHRpcGx5AAAKogMBnwMCCX8LeyAGQQJ0IQ4gBUECdCEPA0BBACEIIAAh" +
  "CwNAIAIgB0ECdGohDSAN/QAEACITIRcgDf0ABBAiFCEYIA39AAQgIhUhGSAN/QAEMCIWIRogASAHIAVsQQJ0aiEKIAUhCSALIA9qIAsgCEEBaiAESRsh" +
  "DANAIAv9CQIAIRAgDP0JAgAhESAK/QAEACESIBAgEiAT/YUCIRMgESASIBf9hQIhFyAK/QAEECESIBAgEiAU/YUCIRQgESASIBj9hQIhGCAK/QAEICES" +
  "IBAgEiAV/YUCIRUgESASIBn9hQIhGSAK/QAEMCESIBAgEiAW/YUCIRYgESASIBr9hQIhGiALQQRqIQsgDEEEaiEMIApBwABqIQogCUEBayIJDQALIAMg" +
  "CCAGbCAHakECdGohDSANIBP9CwQAIA0gFP0LBBAgDSAV/QsEICANIBb9CwQwIAhBAWogBEkEQCANIA5qIQ0gDSAX/QsEACANIBj9CwQQIA0gGf0LBCAg" +
  "DSAa/QsEMCAMIQsLIAhBAmoiCCAESQ0ACyAHQRBqIgcgBkkNAAsL";

const PAGE = 65_536;
const FLOAT = 4;
/** Columns are computed sixteen at a time. */
const BLOCK = 16;

/** Where numbers stand in the memory, in floats. */
export type Place = { at: number; size: number };
/** A matrix in the memory, with columns of zeros up to a multiple of sixteen, laid out by `packedAt`. */
export type Weights = { matrix: Place; bias: Place; inner: number; columns: number };

/** A memory of 32-bit floats, and the product of matrices in it, by the instructions that take four numbers at once. */
export function floatMemory(floats: number) {
  const code = new WebAssembly.Module(Buffer.from(MULTIPLY, "base64"));
  const { memory, multiply } = new WebAssembly.Instance(code).exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof multiply !== "function")
    throw new Error("The encoder's instructions have no memory or no product");
  memory.grow(Math.ceil((floats * FLOAT) / PAGE));
  const numbers = new Float32Array(memory.buffer);
  let used = 0;
  return {
    numbers,
    /** Takes room for so many floats; there is none twice. */
    take(size: number): Place {
      const place = { at: used, size };
      used += Math.ceil(size / BLOCK) * BLOCK;
      if (used > numbers.length) throw new Error("The memory for the encoder is too small");
      return place;
    },
    /** out[rows × columns] = x[rows × inner] · weights + bias */
    multiply: (x: Place, { matrix, bias, inner, columns }: Weights, out: Place, rows: number) =>
      multiply(x.at * FLOAT, matrix.at * FLOAT, bias.at * FLOAT, out.at * FLOAT, rows, inner, columns),
  };
}

export type FloatMemory = ReturnType<typeof floatMemory>;
export const padded = (columns: number): number => Math.ceil(columns / BLOCK) * BLOCK;

/** Where a weight stands: sixteen columns stand together, row by row. */
export const packedAt = (row: number, column: number, rows: number): number =>
  (Math.floor(column / BLOCK) * rows + row) * BLOCK + (column % BLOCK);
