import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { streamEvents } from "#platform/client/stream-events.ts";
import type { assistant, ChatMessage } from "../api.ts";

export type AskResult = Awaited<ReturnType<typeof assistant.ask.call>> & { notice?: string };

type Question = {
  text: string;
  chatId?: string;
  timeZone: string;
  page: string | null;
  documentIds: readonly string[];
};

/** The current step of an answer, or its text so far. */
export type PartialAnswer = { step: string } | { text: string; marks: ChatMessage["marks"] };

/** An answer while it comes; null where `signal` ended it. */
export async function streamAnswer(
  question: Question,
  { signal, onPartial }: { signal: AbortSignal; onPartial(partial: PartialAnswer): void },
): Promise<AskResult | null> {
  for await (const { event, data } of streamEvents("/files/assistant/ask", question, signal)) {
    if (event === "end") return data as AskResult;
    if (event === "error") throw new ApiError("upstream", (data as { message: string }).message, 502, {});
    onPartial(data as PartialAnswer);
  }
  if (signal.aborted) return null;
  throw new ApiError("offline", t`The answer was interrupted`, 0, {});
}
