import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { streamEvents } from "#platform/client/stream-events.ts";
import type { emails } from "../api.ts";

type AssistInput = Parameters<typeof emails.assist.call>[0];
export type Assisted = Awaited<ReturnType<typeof emails.assist.call>>;

/** `emails.assist` with the text passed on as it is generated; null where `signal` aborted it. */
export async function streamAssist(
  input: AssistInput,
  { signal, onText }: { signal: AbortSignal; onText(fullText: string): void },
): Promise<Assisted | null> {
  let fullText = "";
  for await (const { event, data } of streamEvents("/files/email/assist", input, signal)) {
    if (event === "end") return data as Assisted;
    const { text = "", message = "" } = data as { text?: string; message?: string };
    if (event === "error") throw new ApiError("upstream", message, 502, {});
    fullText += text;
    onText(fullText);
  }
  if (signal.aborted) return null;
  throw new ApiError("offline", t`The answer was interrupted`, 0, {});
}
