import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { ReadingTrace } from "#platform/capability/reading-trace.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { callable } from "../callable.ts";
import { cardOf } from "../lookup/record-cards.ts";
import type { ChatMessage } from "../model.ts";
import { assistantMessages } from "../tables.ts";
import { findChat, traced, withProposals } from "./read-chats.ts";
import { createChat } from "./save-answer.ts";

const RESOURCES = {
  task: "tasks",
  project: "projects",
  email: "emails",
  event: "events",
  contact: "contacts",
  conversation: "conversations",
  document: "documents",
  decision: "decisions",
  workspace: "workspaces",
} as const;

/** Kinds of records that a page shows alone. */
export const FOCUSABLE = Object.keys(RESOURCES) as [keyof typeof RESOURCES];

type Focused = { kind: keyof typeof RESOURCES; id: string; chatId?: string | undefined };

/** Stores that a chat is about this record: 'it' in its next sentence means that. Throws `not_found` as its area does. */
export async function focusOn(context: SignedIn, { kind, id, chatId }: Focused): Promise<ChatMessage> {
  const { db, actor, now } = context;
  const reading = new ReadingTrace();
  const resource = RESOURCES[kind];
  const record = await callable.get(`${resource}.get`)?.(traced(context, reading), { id });
  const card = cardOf(resource, (record ?? {}) as Record<string, unknown>);
  if (!card) throw notFound(t`Record`);
  const chat = chatId ? await findChat(context, chatId) : await createChat(context, card.title);
  const message = await db
    .insert(assistantMessages)
    .values({
      ...{ userId: actor.userId, chatId: chat.id, role: "assistant", createdAt: now },
      ...{ content: `In focus: ${card.title}`, cards: [card], intent: "assistant.focus" },
      // Its title may be of others.
      isTainted: reading.isTainted,
    })
    .returning()
    .then(returnedRow);
  const [focused] = await withProposals(context, [message]);
  if (!focused) throw notFound(t`Chat`);
  return focused;
}
