import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** A line that is not shown while it is typed; out of a pipe, all of it without the last line break. */
export async function readSecret(prompt: string, input = process.stdin): Promise<string> {
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, "");
  process.stderr.write(prompt);
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: discard, terminal: true });
  const secret = await lines.question("");
  lines.close();
  process.stderr.write("\n");
  return secret;
}
