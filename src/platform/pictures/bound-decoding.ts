import { MOST_PIXELS } from "./picture-size.ts";

/** Beside the picture itself, whose last blocks reach past its edge: eight or sixteen pixels on two sides. */
const MARGIN = 1.1;
const MOST_COLOURS = 4;

/**
 * Bounds what a decoder of pictures takes until the answer is called. PDF.js judges a picture by the size that the page
 * says it has, and then makes room for what the picture says itself. It has no hook in between, so the room is bounded:
 * samples of a JPEG are 16 bits each, one array a colour, and what is drawn has four bytes a pixel.
 */
export function boundDecoding(): () => void {
  const { Int16Array: samples, Uint8ClampedArray: colours } = globalThis;
  globalThis.Int16Array = boundedTo(MOST_PIXELS * MARGIN, samples);
  globalThis.Uint8ClampedArray = boundedTo(MOST_PIXELS * MARGIN * MOST_COLOURS, colours);
  return () => Object.assign(globalThis, { Int16Array: samples, Uint8ClampedArray: colours });
}

const boundedTo = <T extends new (...given: never[]) => object>(most: number, made: T): T =>
  new Proxy(made, {
    construct(target, given, asked) {
      if (typeof given[0] === "number" && given[0] > most)
        throw new RangeError("The picture claims to be too large to be decoded");
      return Reflect.construct(target, given, asked);
    },
  });
