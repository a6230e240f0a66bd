import type { ChangeHint } from "#features/integrations/public/importer.ts";
import type { ORIGINS } from "../model.ts";

/** A channel, a group or a direct conversation there. */
export type RemoteConversation = {
  id: string;
  title: string;
  /** When something was said last, where the list tells: what is older than what is known is not asked for. */
  latest: Date | null;
};

/** How a message is called there; `thread`: the message whose thread it stands in. */
export type MessageRef = { id: string; thread: string | null };

export type RemoteMessage = MessageRef & {
  content: string;
  /** As they are called there; null for the person who connected. */
  author: string | null;
  at: Date;
  /** Another one than before: it was changed there. Null while nobody did. */
  version: string | null;
};

/** What was read to its end: messages from here on that are known and were not among those read are there no more. */
export type CompleteRange = { thread: string | null; from: string; at: Date };

export type MessageChanges = {
  /** In any order; what is known already may be among it. */
  said: RemoteMessage[];
  /** Deleted there, as it says itself. */
  gone: MessageRef[];
  whole: CompleteRange[];
  quarantined: number;
  /** After all of it. */
  cursor: string;
  /** The cursor after what was said until this message, where there is such a one. */
  cursorAfter?(last: RemoteMessage): string;
};

/** A messenger: what is said in the person's conversations, and a way to say something there as them. */
export type MessageService = {
  origin: (typeof ORIGINS)[number];
  conversations(): Promise<RemoteConversation[]>;
  /** Of a conversation since the cursor; from `earliest` on where there is none. Throws CursorForgotten. */
  since(
    id: string,
    cursor: string | null,
    earliest: Date,
    hints: readonly ChangeHint[],
  ): Promise<MessageChanges>;
  /** Answers how the message is called there. */
  post(id: string, content: string, thread: string | null): Promise<MessageRef & { version: string | null }>;
};

/** How far it was read is not known there any more: everything is read anew. */
export class CursorExpired extends Error {}

/** One of a kind in a connection: what `remote_objects` has for a message. */
export const remoteMessageId = (talk: string, { id, thread }: MessageRef): string =>
  thread === null ? `${talk}:${id}` : `${talk}/${thread}:${id}`;

/** The message that a name of `nameOf` is of. */
export function parseRemoteMessageId(talk: string, name: string): MessageRef {
  const rest = name.slice(talk.length + 1);
  if (name[talk.length] !== "/") return { id: rest, thread: null };
  const end = rest.indexOf(":");
  return { thread: rest.slice(0, end), id: rest.slice(end + 1) };
}
