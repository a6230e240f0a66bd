import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

test("a text is decoded in the encoding it was written in", () => {
  const utf16 = (littleEnd: boolean) =>
    new Uint8Array(
      [..."\ufeffKöln"].flatMap((letter) => {
        const [low, high] = [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8];
        return littleEnd ? [low, high] : [high, low];
      }),
    );
  expect(decodeText(new TextEncoder().encode("Köln 日本"))).toBe("Köln 日本");
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x41]))).toBe("A");
  expect(decodeText(utf16(true))).toBe("Köln");
  expect(decodeText(utf16(false))).toBe("Köln");
  expect(decodeText(new Uint8Array([0x4b, 0xf6, 0x6c, 0x6e]))).toBe("Köln");
  expect(decodeText(new TextEncoder().encode("Köln").slice(0, 2))).toBe("K");
});
