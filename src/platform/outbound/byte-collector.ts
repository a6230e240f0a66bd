const FIRST_BYTES = 16_384;

/**
 * Holds what comes in one buffer that grows: of a body that is sent byte by byte, an array of its pieces would take a hundred
 * times as much memory as the body.
 */
export function byteCollector(most: number) {
  let held = Buffer.alloc(0);
  let length = 0;
  return {
    /** False where it would be more than `most` bytes; those are not taken. */
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
