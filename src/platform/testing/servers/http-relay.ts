import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";

export type Intercepted = { method: string; path: string; body: string };

/**
 * Forwards HTTP requests to a real server. `before` runs ahead of each request: it may change the server's data, as
 * another client does at this moment, or answer with a status in place of the server. Header fields named in `hidden`
 * are removed from the answers. With `hasWeakEtags` it is a server that has only weak ETags, which no If-Match matches
 * (RFC 9110 §13.1.1).
 */
export async function httpRelay(
  target: string,
  before: (request: Intercepted) => Promise<number | undefined>,
  hidden: readonly string[] = [],
  hasWeakEtags = false,
): Promise<string> {
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = "GET", url = "/" } = incoming;
    const body = await text(incoming);
    const status = await before({ method, path: url, body });
    if (status !== undefined) return outgoing.writeHead(status).end();
    const condition = incoming.headers["if-match"] ?? "*";
    if (hasWeakEtags && condition !== "*") return outgoing.writeHead(412).end();
    const { host: _, connection: __, "content-length": ___, ...headers } = incoming.headers;
    const answer = await fetch(new URL(url, target), {
      ...{ method, redirect: "manual" },
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body !== "" && { body }),
    });
    const sent = [...answer.headers].filter(
      ([name]) =>
        !["content-encoding", "content-length", "transfer-encoding", "connection", ...hidden].includes(name),
    );
    const fields = Object.fromEntries(sent);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!hasWeakEtags) return outgoing.writeHead(answer.status, fields).end(bytes);
    if (fields.etag) fields.etag = `W/${fields.etag}`;
    const weakened = bytes.toString().replaceAll(/(<(?:\w+:)?getetag>)(?="|&quot;)/g, "$1W/");
    return outgoing.writeHead(answer.status, fields).end(weakened);
  };
  const relay = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  afterAll(async () => {
    relay.close();
    relay.closeAllConnections();
  });
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}/`;
}
