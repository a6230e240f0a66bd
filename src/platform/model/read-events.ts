import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";

/** Maximum characters of one line; models send far less. */
const MAX_LINE_LENGTH = 1_000_000;

/** The data of server-sent events (WHATWG HTML §9.2), however the network has cut them. */
export async function* eventsOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    rest += chunk;
    if (rest.length > MAX_LINE_LENGTH + chunk.length)
      throw new AppError("upstream", t`The language model sent an answer that cannot be read`);
    // Checks only the new piece: searching the whole buffer each time would take quadratic time for an endless line.
    if (!chunk.includes("\n")) continue;
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data:")) yield line.slice(5).trim();
  }
  if (rest.startsWith("data:")) yield rest.slice(5).trim();
}
