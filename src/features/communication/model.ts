import { z } from "zod";
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
/** Different ones that a message may carry, and one person may add. */
export const MAX_REACTIONS = 20;
/** Those that the page offers at once. */
export const QUICK_REACTIONS = ["👍", "❤️", "😂", "🎉", "👀", "✅"] as const;
export const MAX_TITLE = 200;
/** People in one group, its creator among them. */
export const MAX_PEOPLE = 200;

export const SELECT_A_CONTACT = "Please select a contact";
export const ENTER_A_TITLE = "Please enter a conversation title";

/**
 * Whom a direct conversation reaches: its other person; the contact by email; nobody, because the contact has no address
 * or no account under it; a person whose address nobody has confirmed; or one of the sample, who is not real. Groups reach
 * their people.
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
  /** Whether who is added to a group reads what was written before. */
  sharesHistory: z.boolean(),
  /** What is written leaves as mail, because the contact has no account here. */
  goesByEmail: z.boolean(),
  /** The messenger that it takes place in; what is written here is posted there. */
  origin: z.enum(ORIGINS).nullable(),
  createdAt: Instant,
  /** As the reader sees it: the title of a group, the other person of a direct conversation. */
  name: z.string(),
  /** The other person of a direct conversation; null in groups and where the contact has no account. */
  otherUserId: Id.nullable(),
  /** Until when that person has read. */
  otherReadAt: Instant.nullable(),
  /** Only for its creator. */
  contactId: Id.nullable(),
  reach: Reach,
  /** What the reader has not read, and until when they have. */
  unreadCount: z.int(),
  lastReadAt: Instant.nullable(),
  /** Until when the reader wants to hear nothing of it. */
  mutedUntil: Instant.nullable(),
  lastMessage: MessagePreview.nullable(),
  /** The last message, or the beginning where there is none. */
  activeAt: Instant,
  version: z.int(),
});
export type Conversation = z.output<typeof Conversation>;
export type ConversationOnWire = z.input<typeof Conversation>;

/** Somebody in a conversation. */
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

/** A document of the sender, as it was called when it was sent. */
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

/** One emoji as people see one, however many code points it has. */
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

/** How a message left or came by mail: `state` is what the mail's own card says. */
export const ByEmail = z.object({
  emailId: Id,
  direction: z.enum(["out", "in"]),
  state: z.enum(["on its way", "sent", "held", "failed"]).nullable(),
  /** Why it is held or failed, in words for people. */
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
  answerCount: z.int(),
  mentions: z.array(z.object({ userId: Id, name: z.string() })),
  reactions: z.array(Reaction),
  /** What the reader made of it. */
  outcomes: z.array(z.object({ kind: z.enum(OUTCOME_KINDS), recordId: Id })),
  byEmail: ByEmail.nullable(),
  /** Of what was written here for another messenger: whether it is there. */
  outsideState: z.enum(OUTSIDE_STATES).nullable(),
  isRead: z.boolean(),
  isEdited: z.boolean(),
  createdAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type Message = z.output<typeof Message>;
export type MessageOnWire = z.input<typeof Message>;

/** A message that the search found, with the words around the match. */
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

/** What is typed into the send box (COMM-23). */
export const MessageText = z.string().trim().min(1, "Please write a message").max(MAX_MESSAGE);

/** Newest first, as messages.list has it. */
export const newestFirst = (
  one: Pick<MessageOnWire, "id" | "createdAt">,
  other: Pick<MessageOnWire, "id" | "createdAt">,
): number => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? 1 : -1);
