import { and, asc, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { ReadingTrace } from "#platform/capability/reading-trace.ts";
import { describeCall } from "../approvals/description/describe-call.ts";
import { summaryForPeople } from "../approvals/description/heading.ts";
import { currentCapability, withCurrentFields } from "../former-names.ts";
import type { Chat, ChatMessage, Proposal } from "../model.ts";
import { assistantChats, assistantMessages, assistantProposals } from "../tables.ts";

export const ownChats = ({ actor }: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(assistantChats.userId, actor.userId), isNull(assistantChats.deletedAt), ...conditions);

export async function findChat(context: SignedIn, id: string): Promise<Chat> {
  const [chat] = await context.db
    .select()
    .from(assistantChats)
    .where(ownChats(context, eq(assistantChats.id, id)));
  if (!chat) throw notFound(t`Chat`);
  return chat;
}

/** The same context, recording whether text by others is read. */
export const traced = (context: SignedIn, reading: ReadingTrace): SignedIn =>
  Object.create(context, { reading: { value: reading } }) as SignedIn;

type Row = typeof assistantMessages.$inferSelect;

/** Adds the proposals to the person's own messages. */
export async function withProposals(context: SignedIn, rows: readonly Row[]): Promise<ChatMessage[]> {
  if (rows.length === 0) return [];
  const found = await context.db
    .select()
    .from(assistantProposals)
    .where(
      and(
        eq(assistantProposals.userId, context.actor.userId),
        inArray(
          assistantProposals.messageId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(assistantProposals.createdAt), asc(assistantProposals.id));
  const described = new Map<string, Proposal[]>();
  for (const proposal of found)
    described.set(proposal.messageId, [
      ...(described.get(proposal.messageId) ?? []),
      await asProposal(context, proposal),
    ]);
  return rows.map((row) => {
    const proposals = described.get(row.id) ?? [];
    return {
      ...row,
      proposals,
      proposal: proposals[0] ?? null,
      canUndo: row.undo.length > 0 && row.undoneAt === null,
    };
  });
}

/** A proposal past its expiry time is expired, whatever its row says. One that waits is described as it would be now. */
async function asProposal(context: SignedIn, row: typeof assistantProposals.$inferSelect): Promise<Proposal> {
  const state = row.state === "waiting" && row.expiresAt <= context.now ? "expired" : row.state;
  const call = {
    ...row,
    capability: currentCapability(row.capability),
    input: withCurrentFields(row.capability, row.input),
  };
  const description = state === "waiting" ? await describeCall(context, call) : null;
  return { ...call, state, summary: summaryForPeople(call), description };
}

/** The last answer of a chat, which says what 'it' means; null at its beginning. */
export async function lastAnswer({ db, actor }: SignedIn, chatId: string): Promise<Row | null> {
  const [last] = await db
    .select()
    .from(assistantMessages)
    .where(
      and(
        eq(assistantMessages.chatId, chatId),
        eq(assistantMessages.userId, actor.userId),
        eq(assistantMessages.role, "assistant"),
      ),
    )
    .orderBy(desc(assistantMessages.createdAt), desc(assistantMessages.id))
    .limit(1);
  return last ?? null;
}
