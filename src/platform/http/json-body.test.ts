import { expect, test } from "vitest";
import { jsonBody } from "./json-body.ts";

test("an aborted request is a client error and is not logged as ours", async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const streamed = { method: "POST", body, duplex: "half" };
  const request = new Request("http://127.0.0.1/", streamed);
  await expect(jsonBody(request)).rejects.toMatchObject({ code: "invalid" });
});

test("a body is refused as too deep whatever lies between its brackets", async () => {
  const bodyOf = (text: string) => jsonBody(new Request("http://127.0.0.1/", { method: "POST", body: text }));
  const nested = (depth: number) => `${'[0, "]", '.repeat(depth)}1${"]".repeat(depth)}`;
  await expect(bodyOf(nested(65))).rejects.toThrow("nested deeper than 64 levels");
  await expect(bodyOf(nested(64))).resolves.toEqual(JSON.parse(nested(64)));
  await expect(bodyOf(`[${"[1],".repeat(100)}2]`)).resolves.toHaveLength(101);
});
