import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createOutbound } from "./outbound.ts";
import { requestWeb } from "./web-request.ts";

const open = createOutbound({ allowedLocalNetworks: ["127.0.0.1"] });
const guarded = createOutbound({ allowedLocalNetworks: [] });

const ANSWERS: Record<string, RequestListener> = {
  "/echo": (request, answer) => {
    request.setEncoding("utf8");
    request.on("data", (body) => answer.end(`${request.method} ${request.headers.authorization} ${body}`));
  },
  "/elsewhere": (_, answer) => answer.writeHead(302, { location: "http://169.254.169.254/" }).end(),
  "/endless": (_, answer) => {
    const part = Buffer.alloc(200_000, "x");
    const more = () => {
      while (!answer.destroyed && answer.write(part));
      if (!answer.destroyed) answer.once("drain", more);
    };
    more();
  },
  "/cut": (request) => void request.socket.destroy(),
  "/slow": (_, answer) => void answer.writeHead(200).write("On its way"),
  "/headers": (_, answer) => answer.writeHead(200, { long: "x".repeat(70_000) }).end(),
};
const server = createServer((request, answer) => ANSWERS[request.url ?? ""]?.(request, answer)).listen(
  0,
  "127.0.0.1",
);
await new Promise((ready) => server.once("listening", ready));
afterAll(() => void server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test("a request sends its method, headers and body and returns the answer", async () => {
  const headers = { authorization: "Bearer key" };
  expect(
    await requestWeb(open, { url: `${origin}/echo`, method: "POST", headers, body: "hello" }),
  ).toMatchObject({ status: 200, body: "POST Bearer key hello" });
});

test("D18: a redirect is returned and not followed", async () => {
  expect(await requestWeb(open, { url: `${origin}/elsewhere` })).toMatchObject({ status: 302 });
});

test("D18: a too large or truncated response is refused with a readable message", async () => {
  await expect(requestWeb(open, { url: `${origin}/endless` })).rejects.toThrow("it sent too much");
  for (const place of ["cut", "headers"])
    await expect(requestWeb(open, { url: `${origin}/${place}` })).rejects.toMatchObject({ code: "upstream" });
  await expect(requestWeb(open, { url: `${origin}/slow`, timeoutMs: 50 })).rejects.toThrow(
    "it took too long",
  );
});

test.each([
  "ftp://example.com/",
  "javascript:alert(1)",
  "http://user:password@example.com/",
  "no address",
  "http://169.254.169.254/latest/meta-data",
  "http://[::1]/",
  "http://2130706433/",
  "http://93.184.216.34:25/",
])("D18: %s is not requested", async (url) => {
  await expect(requestWeb(guarded, { url })).rejects.toMatchObject({ code: "upstream", step: "guard" });
});

test("D18: a local server is requested only where the operator allowed its network", async () => {
  await expect(requestWeb(guarded, { url: `${origin}/echo` })).rejects.toMatchObject({ step: "guard" });
});
