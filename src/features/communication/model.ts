import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

export const CONVERSATION_TYPES = ["direct", "group"] as const;
export const ConversationType = z.enum(CONVERSATION_TYPES);
export type ConversationType = z.infer<typeof ConversationType>;

export const MESSAGE_TYPES = ["text", "file", "system"] as const;

/** Messengers whose conversations are shown here. */
export const ORIGINS = ["slack", "teams"] as const;
export const OUTSIDE_STATES = ["queued", "sent", "failed"] as const;

/** What one person made of a message. */
export const OUTCOME_KINDS = ["task", "event", "email"] as const;

export const MAX_MESSAGE = 10_000;
export const MAX_ATTACHMENTS = 10;
export const MAX_MENTIONS = 50;
/** Different emoji that a message may have, and that one person may add. */
export const MAX_REACTIONS = 20;
/** Those that the page offers at once. */
export const QUICK_REACTIONS = ["👍", "❤️", "😂", "🎉", "👀", "✅"] as const;
export const MAX_TITLE = 200;
/** People in one group, its creator among them. */
export const MAX_PEOPLE = 200;

export const SELECT_A_CONTACT = t`Please select a contact`;
export const ENTER_A_TITLE = t`Please enter a conversation title`;

/**
 * Whom a direct conversation reaches: its other person; the contact by email; nobody, because the contact has no
 * address or no account for it; a person with an unconfirmed address; or a sample person, who is not real. Groups
 * always have `person`.
 */
export const Reach = z.enum(["person", "email", "no_address", "no_account", "unconfirmed", "sample"]);
export type Reach = z.infer<typeof Reach>;

export const MessagePreview = z.object({
  senderId: Id,
  senderName: z.string(),
  content: z.string(),
  createdAt: Instant,
});

export const Conversation = z.object({
  id: Id,
  title: z.string().nullable(),
  type: ConversationType,
  participants: z.array(Id),
  createdBy: Id,
  lastMessageAt: Instant.nullable(),
  isArchived: z.boolean(),
  /** Whether new members of a group can read earlier messages. */
  sharesHistory: z.boolean(),
  /** Messages are sent as mail, because the contact has no account here. */
  usesEmail: z.boolean(),
  /** The messenger that the conversation belongs to; messages written here are posted there. */
  origin: z.enum(ORIGINS).nullable(),
  createdAt: Instant,
  /** As the reader sees it: the title of a group, the other person of a direct conversation. */
  name: z.string(),
  /** The other person of a direct conversation; null in groups and where the contact has no account. */
  otherUserId: Id.nullable(),
  /** Until when that person has read the conversation. */
  otherReadAt: Instant.nullable(),
  /** Null for everybody except the creator. */
  contactId: Id.nullable(),
  reach: Reach,
  /** Unread messages of the reader, and until when they have read. */
  unreadCount: z.int(),
  lastReadAt: Instant.nullable(),
  /** Until when the reader has muted the conversation. */
  mutedUntil: Instant.nullable(),
  lastMessage: MessagePreview.nullable(),
  /** Time of the last message; of the creation if there is none. */
  activeAt: Instant,
  version: z.int(),
});
export type Conversation = z.output<typeof Conversation>;
export type ConversationOnWire = z.input<typeof Conversation>;

export const Participant = z.object({
  userId: Id,
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
  isCreator: z.boolean(),
  joinedAt: Instant,
  lastReadAt: Instant.nullable(),
});
export type ParticipantOnWire = z.input<typeof Participant>;

/** Somebody whom the reader may write to: they share a workspace or a conversation, or are a contact. */
export const Reachable = z.object({ userId: Id, fullName: z.string(), avatarUrl: z.string().nullable() });

/** A document of the sender, with its name at sending time. */
export const Attachment = z.object({
  documentId: Id,
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.int(),
});
export type Attachment = z.infer<typeof Attachment>;

/** One emoji and who chose it. */
export const Reaction = z.object({ emoji: z.string(), userIds: z.array(Id) });

/** Whether the text is one emoji to a reader, however many code points it has. */
export const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text);

/** The beginning of the message that another one answers. */
export const Quote = z.object({
  id: Id,
  senderId: Id,
  senderName: z.string(),
  /** Null where it was deleted. */
  content: z.string().nullable(),
  createdAt: Instant,
});

/** How a message was sent or received by mail; `state` is what the mail itself shows. */
export const ByEmail = z.object({
  emailId: Id,
  direction: z.enum(["out", "in"]),
  state: z.enum(["on its way", "sent", "held", "failed", "uncertain"]).nullable(),
  /** Why it is held or failed, as shown to the user. */
  reason: z.string().nullable(),
});

export const Message = z.object({
  id: Id,
  conversationId: Id,
  senderId: Id,
  senderName: z.string(),
  content: z.string(),
  messageType: z.enum(MESSAGE_TYPES),
  attachments: z.array(Attachment),
  /** The message that this one answers; null where there is none, or the reader may not see it. */
  replyTo: Quote.nullable(),
  /** How many messages answer this one. */
  replyCount: z.int(),
  mentions: z.array(z.object({ userId: Id, name: z.string() })),
  reactions: z.array(Reaction),
  /** What the reader made of it. */
  outcomes: z.array(z.object({ kind: z.enum(OUTCOME_KINDS), recordId: Id })),
  byEmail: ByEmail.nullable(),
  /** For messages written here for another messenger: whether they were posted there. */
  externalState: z.enum(OUTSIDE_STATES).nullable(),
  /** Under which the reader's own page sent it; null for messages of others and of other programs. */
  clientId: Id.nullable(),
  isRead: z.boolean(),
  isEdited: z.boolean(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type Message = z.output<typeof Message>;
export type MessageOnWire = z.input<typeof Message>;

/** A search result, with the text around the match. */
export const FoundMessage = z.object({
  id: Id,
  conversationId: Id,
  conversationName: z.string(),
  senderId: Id,
  senderName: z.string(),
  excerpt: z.string(),
  createdAt: Instant,
});
export type FoundMessageOnWire = z.input<typeof FoundMessage>;

/** The text of the message input (COMM-23). */
export const MessageText = z.string().trim().min(1, t`Please write a message`).max(MAX_MESSAGE);

/** Newest first, as messages.list has it. */
export const newestFirst = (
  one: Pick<MessageOnWire, "id" | "createdAt">,
  other: Pick<MessageOnWire, "id" | "createdAt">,
): number => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? 1 : -1);
