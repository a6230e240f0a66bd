const FIRST_BYTES = 16_384;

/**
 * Collects pieces in one growing buffer: for a body sent byte by byte, an array of its pieces would take a hundred
 * times the body's memory.
 */
export function byteCollector(most: number) {
  let held = Buffer.alloc(0);
  let length = 0;
  return {
    /** False if it would exceed `most` bytes; the piece is then not added. */
    add(piece: Uint8Array): boolean {
      const whole = length + piece.byteLength;
      if (whole > most) return false;
      if (whole > held.byteLength) {
        const grown = Buffer.alloc(Math.min(most, Math.max(FIRST_BYTES, whole * 2)));
        held.copy(grown, 0, 0, length);
        held = grown;
      }
      held.set(piece, length);
      length = whole;
      return true;
    },
    bytes: (): Buffer => Buffer.from(held.subarray(0, length)),
  };
}
