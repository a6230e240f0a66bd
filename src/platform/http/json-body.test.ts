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
