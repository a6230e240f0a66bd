import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** Answers a Dovecot whether a token is valid (RFC 7662): one named as good, or one that `isIssued` knows. */
export async function startTokenServer(isIssued: (token: string) => boolean) {
  const tokenServer = createServer(async (request, answer) => {
    const body = await text(request);
    const isValid = body.includes("good-token") || isIssued(new URLSearchParams(body).get("token") ?? "");
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ active: isValid, username: "cleo", scope: "mail" }));
  }).listen(0, "127.0.0.1");
  await once(tokenServer, "listening");
  return tokenServer;
}
