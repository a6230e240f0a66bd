import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { fetchRemoteImage, MAX_IMAGE_BYTES, referencesImage, typeOf } from "./fetch-remote-image.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const pictures = createServer((request, response) => {
  if (request.url === "/moved") response.writeHead(302, { location: "/dot.png" }).end();
  else if (request.url === "/round") response.writeHead(302, { location: "/round" }).end();
  else if (request.url === "/page") response.end("<html>hello</html>");
  else if (request.url === "/huge") response.end(Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES)]));
  else response.end(PNG);
});
await new Promise<void>((open) => pictures.listen(0, "127.0.0.1", open));
afterAll(() => pictures.close());
const origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
const open = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8"] });

test("a remote picture comes through the guard, told by its bytes, over few redirects and of bounded size", async () => {
  expect((await fetchRemoteImage(open, `${origin}/dot.png`)).type).toBe("image/png");
  expect((await fetchRemoteImage(open, `${origin}/moved`)).bytes).toHaveLength(PNG.length);
  await expect(fetchRemoteImage(open, `${origin}/page`)).rejects.toThrow("There is no picture");
  await expect(fetchRemoteImage(open, `${origin}/round`)).rejects.toThrow("moved too often");
  await expect(fetchRemoteImage(open, `${origin}/huge`)).rejects.toThrow("it sent too much");
  const guarded = createOutbound({ allowedLocalNetworks: [] });
  await expect(fetchRemoteImage(guarded, `${origin}/dot.png`)).rejects.toMatchObject({ step: "guard" });
  await expect(fetchRemoteImage(guarded, "file:///etc/passwd")).rejects.toMatchObject({ step: "guard" });
});

test("only what a mail names is fetched, and SVG is no picture", () => {
  const html = '<img src="https://cdn.example/a.png?x=1&amp;y=2">';
  expect(referencesImage(html, "https://cdn.example/a.png?x=1&y=2")).toBe(true);
  expect(referencesImage(html, "https://cdn.example/b.png")).toBe(false);
  expect(typeOf(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).toBeNull();
  expect(typeOf(Buffer.from("GIF89a........"))).toBe("image/gif");
});
