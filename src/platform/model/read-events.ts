import { AppError } from "#platform/capability/errors.ts";

/** Letters of one line; what models send stays far below. */
const LONGEST_LINE = 1_000_000;

/** The data of server-sent events (WHATWG HTML §9.2), however the network has cut them. */
export async function* eventsOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    rest += chunk;
    if (rest.length > LONGEST_LINE + chunk.length)
      throw new AppError("upstream", "The language model answered something that is no answer");
    // Not looked for in all that came before, once a piece: a line without end would cost its square.
    if (!chunk.includes("\n")) continue;
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data:")) yield line.slice(5).trim();
  }
  if (rest.startsWith("data:")) yield rest.slice(5).trim();
}
