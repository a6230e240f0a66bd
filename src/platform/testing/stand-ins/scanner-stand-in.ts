import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/**
 * The part of the EICAR test file by which it is detected here; the whole file would be removed by a scanner on disk.
 */
export const VIRUS = "X5O!P%@AP[4\\PZX54(P^)7CC)7}$";

/** A virus scanner on loopback that speaks INSTREAM of clamd(8): lengths and chunks until a length of nothing. */
export async function scannerStandIn() {
  /** `isFull`: it reports that files of this size are too large. */
  const behaviour = { isFull: false };
  const verdictOn = (content: string) => {
    if (behaviour.isFull) return "INSTREAM size limit exceeded. ERROR\0";
    return content.includes(VIRUS) ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0";
  };
  const server = createServer((socket) => {
    let held = Buffer.alloc(0);
    let content = "";
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      held = Buffer.concat([held, part]);
      if (held.subarray(0, 10).toString() === "zINSTREAM\0") held = held.subarray(10);
      while (held.length >= 4 && held.length >= 4 + held.readUInt32BE(0)) {
        const size = held.readUInt32BE(0);
        content += held.subarray(4, 4 + size).toString();
        held = held.subarray(4 + size);
        if (size === 0) socket.end(verdictOn(content));
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { behaviour, address: `127.0.0.1:${port}`, close: () => void server.close() };
}
