import type { ChangeHint } from "#features/integrations/public/importer.ts";
import type { ORIGINS } from "../model.ts";

/** A channel, group or direct conversation of the messenger. */
export type RemoteConversation = {
  id: string;
  title: string;
  /** Time of the last message, when the list provides it; conversations without newer messages are not requested. */
  latest: Date | null;
};

/** The messenger's id of a message; `thread`: the id of the message that started its thread. */
export type MessageRef = { id: string; thread: string | null };

export type RemoteMessage = MessageRef & {
  content: string;
  /** Their name there; null for the connected user. */
  author: string | null;
  at: Date;
  /** Changes when the message is edited there; null before the first edit. */
  version: string | null;
};

/** A range that was read completely: stored messages in it that were not in the response have been deleted. */
export type CompleteRange = { thread: string | null; from: string; at: Date };

export type MessageChanges = {
  /** In any order; may include known messages. */
  messages: RemoteMessage[];
  /** Messages that the messenger reports as deleted. */
  deleted: MessageRef[];
  completeRanges: CompleteRange[];
  quarantined: number;
  /** The cursor after all of these changes. */
  cursor: string;
  /** The cursor after the messages up to this one, if the messenger has one. */
  cursorAfter?(last: RemoteMessage): string;
};

/** A messenger: reads the user's conversations and posts as the user. */
export type MessageService = {
  origin: (typeof ORIGINS)[number];
  conversations(): Promise<RemoteConversation[]>;
  /** Changes of a conversation since the cursor, or since `earliest` without a cursor. Throws CursorExpired. */
  since(
    id: string,
    cursor: string | null,
    earliest: Date,
    hints: readonly ChangeHint[],
  ): Promise<MessageChanges>;
  /** Returns the messenger's id of the message. */
  post(id: string, content: string, thread: string | null): Promise<MessageRef & { version: string | null }>;
};

/** The provider no longer accepts the cursor: everything is read again. */
export class CursorExpired extends Error {}

/** Unique within a connection; the id of a message in `remote_objects`. */
export const remoteMessageId = (conversationId: string, { id, thread }: MessageRef): string =>
  thread === null ? `${conversationId}:${id}` : `${conversationId}/${thread}:${id}`;

/** Reverses `remoteMessageId`. */
export function parseRemoteMessageId(conversationId: string, name: string): MessageRef {
  const rest = name.slice(conversationId.length + 1);
  if (name[conversationId.length] !== "/") return { id: rest, thread: null };
  const end = rest.indexOf(":");
  return { thread: rest.slice(0, end), id: rest.slice(end + 1) };
}
