import { MAX_PIXELS } from "./picture-size.ts";

/** Decoders round up to whole blocks: eight or sixteen pixels on two sides. */
const MARGIN = 1.1;
const MAX_COLOURS = 4;

/**
 * Limits the memory of picture decoders until the returned function is called. PDF.js checks a picture by the size that
 * the page declares, but allocates for the size that the picture itself declares. It has no hook in between, so
 * allocations are limited: JPEG samples have 16 bits, one array per colour, and drawn pixels have four bytes.
 */
export function boundDecoding(): () => void {
  const { Int16Array: samples, Uint8ClampedArray: colours } = globalThis;
  globalThis.Int16Array = boundedTo(MAX_PIXELS * MARGIN, samples);
  globalThis.Uint8ClampedArray = boundedTo(MAX_PIXELS * MARGIN * MAX_COLOURS, colours);
  return () => Object.assign(globalThis, { Int16Array: samples, Uint8ClampedArray: colours });
}

const boundedTo = <T extends new (...given: never[]) => object>(maxLength: number, made: T): T =>
  new Proxy(made, {
    construct(target, given, asked) {
      if (typeof given[0] === "number" && given[0] > maxLength)
        throw new RangeError("The picture claims to be too large to be decoded");
      return Reflect.construct(target, given, asked);
    },
  });
