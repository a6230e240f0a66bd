import { dayInZone } from "#platform/time/wall-clock.ts";
import { MAX_PARTY, MAX_QUOTE, MAX_WHAT } from "../commitment-model.ts";
import type { FoundCommitment, Reader } from "../model.ts";
import type { Row } from "../read-commitments.ts";
import type { SourceMessage } from "./load-thread.ts";

export type Finding = Pick<
  Row,
  "kind" | "owedBy" | "partyName" | "what" | "due" | "hasTime" | "dueDay" | "saidAt" | "confidence"
> & {
  /** Null where only the name is known. */
  party: string | null;
  quote: string;
  sourceId: string;
  sourceOffset: number;
};

/** Between the reader and one other person, oldest first. */
export function findingsOf(
  messages: readonly SourceMessage[],
  found: readonly FoundCommitment[],
  { keys, timeZone }: Reader,
): Finding[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return found
    .flatMap((each): Finding[] => {
      const message = byId.get(each.messageId);
      const isMine = keys.has(each.by.key);
      const other = isMine ? each.to : each.by;
      if (!message || isMine === keys.has(each.to.key) || (each.kind === "request" && !isMine)) return [];
      return [
        {
          ...{ kind: each.kind, owedBy: isMine ? "me" : "them", confidence: each.confidence },
          ...{ party: other.key.slice(0, MAX_PARTY) || null, partyName: other.name.slice(0, MAX_PARTY) },
          ...{ what: each.what.slice(0, MAX_WHAT), due: each.due?.at ?? null },
          dueDay: each.due && !each.due.hasTime ? dayInZone(each.due.at, timeZone) : null,
          ...{ hasTime: each.due?.hasTime ?? false, quote: each.quote.slice(0, MAX_QUOTE) },
          ...{ sourceId: each.messageId, sourceOffset: each.offset, saidAt: message.at },
        },
      ];
    })
    .toSorted((one, other) => one.saidAt.getTime() - other.saidAt.getTime());
}
