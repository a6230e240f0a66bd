const FIRST_BYTES = 16_384;

/**
 * Collects pieces in one growing buffer: for a body sent byte by byte, an array of its pieces would take a hundred
 * times the body's memory.
 */
export function byteCollector(maxBytes: number) {
  let held = Buffer.alloc(0);
  let length = 0;
  return {
    /** False if it would exceed `maxBytes` bytes; the piece is then not added. */
    add(chunk: Uint8Array): boolean {
      const total = length + chunk.byteLength;
      if (total > maxBytes) return false;
      if (total > held.byteLength) {
        const grown = Buffer.alloc(Math.min(maxBytes, Math.max(FIRST_BYTES, total * 2)));
        held.copy(grown, 0, 0, length);
        held = grown;
      }
      held.set(chunk, length);
      length = total;
      return true;
    },
    bytes: (): Buffer => Buffer.from(held.subarray(0, length)),
  };
}
