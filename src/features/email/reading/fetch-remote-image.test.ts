import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { pictureSize, pictureType } from "#platform/pictures/picture-size.ts";
import { fetchRemoteImage, MAX_IMAGE_BYTES, referencesImage } from "./fetch-remote-image.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001", "hex");
/** The header of an image that claims 60,000 x 60,000 pixels (16,383 x 16,383 in WebP, its maximum). */
const CLAIMS: Readonly<Record<string, Buffer>> = {
  "/claims.png": Buffer.from("89504e470d0a1a0a0000000d494844520000ea600000ea60", "hex"),
  "/claims.gif": Buffer.from("47494638396160ea60ea", "hex"),
  "/claims.jpg": Buffer.from("ffd8ffe000041111ffc0001108ea60ea6003", "hex"),
  "/claims.webp": Buffer.from("524946461e0000005745425056503820120000000000009d012aff3fff3f", "hex"),
  "/claims-lossless.webp": Buffer.from("524946461e000000574542505650384c120000002fffffff0f", "hex"),
  "/claims-extended.webp": Buffer.from("524946461e00000057454250565038580a0000000000000060ea0060ea00", "hex"),
  "/claims.avif": Buffer.from(
    "0000001c667479706176696600000000617669660000001469737065000000000000ea600000ea60",
    "hex",
  ),
};
const pictures = createServer((request, response) => {
  if (request.url === "/moved") response.writeHead(302, { location: "/dot.png" }).end();
  else if (request.url === "/round") response.writeHead(302, { location: "/round" }).end();
  else if (request.url === "/page") response.end("<html>hello</html>");
  else if (request.url === "/huge") response.end(Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES)]));
  else response.end(CLAIMS[request.url ?? ""] ?? PNG);
});
await new Promise<void>((open) => pictures.listen(0, "127.0.0.1", open));
afterAll(() => pictures.close());
const origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
const open = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });

test("a remote image is fetched through the guard, typed by its bytes, with few redirects and a size limit", async () => {
  expect((await fetchRemoteImage(open, `${origin}/dot.png`)).type).toBe("image/png");
  expect((await fetchRemoteImage(open, `${origin}/moved`)).bytes).toHaveLength(PNG.length);
  await expect(fetchRemoteImage(open, `${origin}/page`)).rejects.toThrow("There is no picture");
  await expect(fetchRemoteImage(open, `${origin}/round`)).rejects.toThrow("moved too often");
  await expect(fetchRemoteImage(open, `${origin}/huge`)).rejects.toThrow("it sent too much");
  const guarded = createOutbound({ allowedLocalNetworks: [] });
  await expect(fetchRemoteImage(guarded, `${origin}/dot.png`)).rejects.toMatchObject({ step: "guard" });
  await expect(fetchRemoteImage(guarded, "file:///etc/passwd")).rejects.toMatchObject({ step: "guard" });
});

test("only URLs that the mail contains are fetched, and SVG is not an image", () => {
  const html = '<img src="https://cdn.example/a.png?x=1&amp;y=2">';
  expect(referencesImage(html, "https://cdn.example/a.png?x=1&y=2")).toBe(true);
  expect(referencesImage(html, "https://cdn.example/b.png")).toBe(false);
  expect(pictureType(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).toBeNull();
  expect(pictureType(Buffer.from("GIF89a........"))).toBe("image/gif");
});

test.for(Object.keys(CLAIMS))("D17: %s is refused by the size in its header", async (path) => {
  await expect(fetchRemoteImage(open, `${origin}${path}`)).rejects.toThrow("too large to be shown");
});

test("an image with a truncated or empty header is refused", () => {
  for (const [path, bytes] of Object.entries(CLAIMS)) {
    const type = pictureType(bytes) ?? "";
    for (let end = 0; end < bytes.length - 1; end += 1)
      expect(pictureSize(bytes.subarray(0, end), type), `${path} cut at ${end}`).toBeNull();
  }
  const noFrames = Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(1_000_000, 0xff)]);
  expect(pictureSize(noFrames, "image/jpeg")).toBeNull();
});
