import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createInterface } from "node:readline";

export type MailSink = { port: number; links(kind: "confirm" | "reset"): string[]; close(): void };

/** A mail server that accepts every message and returns the confirm or reset links in them, oldest first. */
export async function mailSink(): Promise<MailSink> {
  const lines: string[] = [];
  const server = createServer(async (socket) => {
    socket.on("error", () => {});
    socket.write("220 ready\r\n");
    let isInData = false;
    for await (const line of createInterface({ input: socket })) {
      lines.push(line);
      if (isInData && line !== ".") continue;
      isInData = line === "DATA";
      socket.write(isInData ? "354 go on\r\n" : "250 Ok\r\n");
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    links: (kind) => {
      // Quoted-printable (RFC 2045, 6.7).
      const text = lines.join("\n").replaceAll(/=\n/g, "").replaceAll("=3D", "=");
      return [...text.matchAll(new RegExp(`https?://\\S+#${kind}=\\S+`, "g"))].map(([link]) => link);
    },
    close: () => server.close(),
  };
}
