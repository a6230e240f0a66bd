import { z } from "zod";
import type { MessageChanges } from "../external/message-service.ts";

const Person = z.object({ id: z.string().max(200).nullish(), displayName: z.string().max(300).nullish() });

export const Message = z.object({
  id: z.string().min(1).max(200),
  messageType: z.string().max(60).default("message"),
  createdDateTime: z.iso.datetime({ offset: true }),
  lastModifiedDateTime: z.iso.datetime({ offset: true }).nullish(),
  deletedDateTime: z.string().nullish(),
  from: z.object({ user: Person.nullish(), application: Person.nullish() }).nullish(),
  body: z.object({ content: z.string().nullish(), contentType: z.string().nullish() }),
  /** For a message that started a thread in a channel. */
  replies: z.array(z.unknown()).max(1000).nullish(),
});
export type TeamsMessage = z.output<typeof Message>;

/** Adds a message to `changes`. Skips what is no message of a person or app, such as joins and leaves. */
export function readTeamsMessage(
  changes: MessageChanges,
  given: unknown,
  thread: string | null,
  accountId: string | null,
): TeamsMessage | undefined {
  const message = Message.safeParse(given).data;
  if (!message) {
    changes.quarantined += 1;
    return undefined;
  }
  const { id, messageType, deletedDateTime, createdDateTime, lastModifiedDateTime, from, body } = message;
  if (messageType !== "message") return message;
  const content = deletedDateTime ? "" : plain(body);
  if (deletedDateTime) changes.deleted.push({ id, thread });
  else if (content !== "") {
    const sender = from?.user ?? from?.application;
    const isMine = from?.user?.id && from.user.id === accountId;
    changes.messages.push({
      ...{ id, thread, content, at: new Date(createdDateTime), version: lastModifiedDateTime ?? null },
      author: isMine ? null : sender?.displayName || "Somebody",
    });
  }
  return message;
}

/** HTML as plain text. It is shown as text here, so leftover tags are harmless. */
function plain({ content, contentType }: TeamsMessage["body"]): string {
  const given = (content ?? "").slice(0, 40_000);
  if (contentType !== "html") return given.trim();
  return given
    .replaceAll(/<(br|\/p|\/div|\/li)[^<>]*>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .trim();
}
