import { generate } from "lean-qr";
import { expect, test } from "vitest";
import { qrPath } from "./qr-path.ts";

test("the path of a QR code has each of its dark modules and no other", () => {
  const code = generate("otpauth://totp/Adjutant:ada%40example.com?secret=GEZDGNBVGY3TQOJQ&issuer=Adjutant");
  const drawn = new Set<string>();
  for (const [, x, y, width] of qrPath(code).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(width); step += 1) drawn.add(`${Number(x) + step},${y}`);
  const dark = new Set<string>();
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) dark.add(`${x},${y}`);
  expect(drawn).toEqual(dark);
  expect(dark.size).toBeGreaterThan(300);
});
