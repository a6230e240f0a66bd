import { expect, test } from "vitest";
import { pictureSize } from "./picture-size.ts";

// SEC: a picture is checked by the size in its header, before anything decodes it.

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
const webp = (chunk: string, rest: string) =>
  Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP", "latin1"), Buffer.from(chunk, "latin1"), bytes(rest)]);
const item = (width: number, height: number) => {
  const box = Buffer.alloc(16);
  box.write("ispe", "latin1");
  box.writeUInt32BE(width, 8);
  box.writeUInt32BE(height, 12);
  return box;
};
const jpeg = (segments: string) => bytes(`ffd8 ${segments}`);
/** SOF: length 17, 8 bits, 300 high, 400 wide. */
const frame = (marker: string) => `ff${marker} 0011 08 012c 0190 03`;

test.each([
  ["png", bytes("89504e470d0a1a0a 0000000d 49484452 0000ea60 00000010"), { width: 60_000, height: 16 }],
  ["gif", bytes("474946383961 2c01 c800"), { width: 300, height: 200 }],
  ["jpeg", jpeg(frame("c0")), { width: 400, height: 300 }],
  ["jpeg, progressive", jpeg(frame("cf")), { width: 400, height: 300 }],
  ["jpeg with a segment before", jpeg(`ffe0 0004 0000 ${frame("c2")}`), { width: 400, height: 300 }],
  // Markers of DHT, JPG and DAC lie between those of frames, but are no frames.
  [
    "jpeg with tables before",
    jpeg(`ffc4 0002 ffc8 0002 ffcc 0002 ${frame("c1")}`),
    { width: 400, height: 300 },
  ],
  [
    "jpeg with markers around the frames",
    jpeg(`ffbf 0002 ffd0 0002 ${frame("c0")}`),
    { width: 400, height: 300 },
  ],
  ["jpeg with fill bytes", jpeg(`ff${frame("c0")}`), { width: 400, height: 300 }],
  ["jpeg whose segment claims no length", jpeg(`ffe0 0000 ${frame("c0")}`), { width: 400, height: 300 }],
  ["webp, extended", webp("VP8X", "0a000000 00000000 0f0000 1f0000"), { width: 16, height: 32 }],
  ["webp, lossy", webp("VP8 ", "00000000 000000 9d012a 2cc1 c880"), { width: 300, height: 200 }],
  ["webp, lossless", webp("VP8L", "00000000 2f 2b c1 31 00"), { width: 300, height: 200 }],
  ["avif", item(30, 20), { width: 30, height: 20 }],
  [
    "avif of several items",
    Buffer.concat([item(30, 20), item(10, 70), item(70, 10)]),
    { width: 10, height: 70 },
  ],
])("the header of a %s gives its size", (type, header, size) => {
  expect(pictureSize(header, `image/${type.split(/[ ,]/)[0]}`)).toEqual(size);
});

test.each([
  ["png", bytes("89504e47")],
  ["gif", bytes("4749463839612c01")],
  ["jpeg", jpeg("ffe0 0002")],
  ["jpeg", jpeg(`00 ${frame("c0")}`)],
  ["jpeg", jpeg("ffc0 0011 08 012c")],
  ["jpeg", jpeg("ffff")],
  ["webp", webp("VP8X", "0a")],
  ["webp", webp("ALPH", "0000000000000000000000000000000000000000")],
  ["avif", Buffer.from("no size at all")],
  ["avif", item(30, 20).subarray(0, 12)],
  ["tiff", bytes("49492a00")],
])("a %s without a declared size has none", (type, header) => {
  expect(pictureSize(header, `image/${type}`)).toBeNull();
});

test("a view of a larger buffer is read at its offset", () => {
  const buffer = Buffer.concat([Buffer.alloc(7), bytes("474946383961 2c01 c800")]);
  expect(pictureSize(new Uint8Array(buffer.buffer, buffer.byteOffset + 7, 10), "image/gif")).toEqual({
    width: 300,
    height: 200,
  });
});
