import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestDatabase } from "#platform/testing/test-database.ts";

export const vevent = (uid: string, ...lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Phone//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** A proxy that removes the sync-collection report: a server without RFC 6578. */
export async function withoutReports(url: string, atEnd: TestDatabase["atEnd"]): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    if (body.includes("sync-collection")) return void response.writeHead(501).end();
    const {
      host: _,
      connection: __,
      "content-length": ___,
      ...headers
    } = request.headers as Record<string, string>;
    const answer = await fetch(new URL(request.url ?? "/", url), {
      method: request.method ?? "GET",
      headers,
      redirect: "manual",
      ...(body !== "" && { body }),
    });
    const sent = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) => !/^(content-length|transfer-encoding|content-encoding)$/.test(name),
      ),
    );
    response.writeHead(answer.status, sent).end(await answer.text());
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  atEnd(async () => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
}
