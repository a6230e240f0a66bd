import { once } from "node:events";
import { connect as connectSocket, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { TestDatabase } from "#platform/testing/test-database.ts";

/** In front of a server without TLS: offers STARTTLS and encrypts from there on (RFC 3501 §6.2.1). */
export async function startTlsProxy(
  port: number,
  { certificate, privateKey }: { certificate: string; privateKey: string },
  atEnd: TestDatabase["atEnd"],
): Promise<number> {
  const proxy = createServer((socket) => {
    const upstream = connectSocket(port, "127.0.0.1");
    for (const line of [socket, upstream])
      line
        .on("error", () => {})
        .on("close", () => {
          socket.destroy();
          upstream.destroy();
        });
    const toClient = (chunk: Buffer) =>
      void socket.write(
        chunk.toString("latin1").replaceAll("CAPABILITY IMAP4rev1", "CAPABILITY IMAP4rev1 STARTTLS"),
      );
    upstream.on("data", toClient);
    socket.on("data", function toServer(chunk: Buffer) {
      const [, tag] = /^(\S+) STARTTLS\r\n$/i.exec(chunk.toString("latin1")) ?? [];
      if (!tag) return void upstream.write(chunk);
      socket.off("data", toServer);
      upstream.off("data", toClient);
      socket.write(`${tag} OK begin\r\n`);
      const secure: Socket = new TLSSocket(socket, {
        isServer: true,
        key: privateKey,
        cert: certificate,
      });
      secure.on("error", () => {});
      secure.pipe(upstream).pipe(secure);
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  atEnd(async () => void proxy.close());
  return (proxy.address() as { port: number }).port;
}
