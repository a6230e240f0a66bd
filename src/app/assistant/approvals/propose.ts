import { and, eq, gt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { inputHashOf } from "#platform/capability/input-hash.ts";
import { currentCapability, withCurrentFields } from "../former-names.ts";
import type { Proposed } from "../intent.ts";
import { ASKED_BY_MAIL, PROPOSAL_BY_MAIL_MINUTES, PROPOSAL_MINUTES } from "../model.ts";
import { assistantProposals } from "../tables.ts";
import { warningsAbout } from "./approval-warnings.ts";
import { type Changes, editCall } from "./edit-call.ts";

type Row = typeof assistantProposals.$inferSelect;

/** Stores a call that needs its person's approval: it runs exactly as shown and stored, or not at all. */
export async function propose(
  context: SignedIn,
  messageId: string,
  proposed: Proposed,
  place = 0,
): Promise<void> {
  const { db, actor, now } = context;
  const { capability, input, summary } = proposed;
  // Only commands by mail make proposals as the system.
  const isByMail = actor.via === "system";
  await db.insert(assistantProposals).values({
    userId: actor.userId,
    messageId,
    capability,
    input,
    summary: summary.slice(0, 2000),
    inputHash: inputHashOf(capability, input),
    warnings: await warningsAbout(context, proposed),
    credentialId: isByMail ? ASKED_BY_MAIL : actor.credentialId,
    // Keeps the order of the proposals of one answer.
    createdAt: new Date(now.getTime() + place),
    expiresAt: new Date(now.getTime() + (isByMail ? PROPOSAL_BY_MAIL_MINUTES : PROPOSAL_MINUTES) * 60_000),
  });
}

/**
 * One statement decides, so that a proposal is approved or dismissed once, never too late, and never with other
 * arguments than the person saw (security.md D33).
 */
export async function decide(
  { db, actor, now }: SignedIn,
  { id, inputHash, state }: { id: string; inputHash?: string; state: "done" | "dismissed" },
): Promise<Row> {
  const ownProposal = and(eq(assistantProposals.id, id), eq(assistantProposals.userId, actor.userId));
  const [decided] = await db
    .update(assistantProposals)
    .set({ state, decidedAt: now })
    .where(
      and(
        ownProposal,
        eq(assistantProposals.state, "waiting"),
        gt(assistantProposals.expiresAt, now),
        inputHash === undefined ? sql`true` : eq(assistantProposals.inputHash, inputHash),
      ),
    )
    .returning();
  if (decided) return decided;
  const [known] = await db
    .select({ state: assistantProposals.state, expiresAt: assistantProposals.expiresAt })
    .from(assistantProposals)
    .where(ownProposal);
  if (!known) throw notFound(t`Proposal`);
  if (known.state !== "waiting") throw new AppError("conflict", t`This was decided already`);
  throw new AppError(
    "conflict",
    known.expiresAt <= now
      ? t`This proposal has expired: ask for it again`
      : t`This changed since it was shown. Ask for it again`,
  );
}

/** Changes a waiting proposal that was shown with this hash; it gets another hash, which an approval has to name. */
export async function editProposal(
  context: SignedIn,
  { id, inputHash, changes }: { id: string; inputHash: string; changes: Changes },
): Promise<{ messageId: string }> {
  const { db, actor, now } = context;
  const ownProposal = and(eq(assistantProposals.id, id), eq(assistantProposals.userId, actor.userId));
  const [row] = await db.select().from(assistantProposals).where(ownProposal).for("update");
  if (!row) throw notFound(t`Proposal`);
  if (row.state !== "waiting") throw new AppError("conflict", t`This was decided already`);
  if (row.expiresAt <= now) throw new AppError("conflict", t`This proposal has expired: ask for it again`);
  if (row.inputHash !== inputHash)
    throw new AppError("conflict", t`This changed since it was shown. Ask for it again`);
  const call = {
    storedName: row.capability,
    capability: currentCapability(row.capability),
    input: withCurrentFields(row.capability, row.input),
  };
  await db
    .update(assistantProposals)
    .set({ ...(await editCall(context, call, changes)), editedAt: now })
    .where(ownProposal);
  return { messageId: row.messageId };
}

/** Dismisses what an answer proposed and nobody decided: a correction has taken its place. */
export async function dismissWaiting({ db, actor, now }: SignedIn, messageId: string): Promise<void> {
  await db
    .update(assistantProposals)
    .set({ state: "dismissed", decidedAt: now })
    .where(
      and(
        eq(assistantProposals.messageId, messageId),
        eq(assistantProposals.userId, actor.userId),
        eq(assistantProposals.state, "waiting"),
      ),
    );
}

/** Whether the stored call still matches the hash of what was shown. */
export const isIntact = ({ capability, input, inputHash }: Row): boolean =>
  inputHashOf(capability, input) === inputHash;
