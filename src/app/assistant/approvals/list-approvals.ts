import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { agentRequests } from "#platform/capability/tables.ts";
import { hasHidden } from "../agent/clean-text.ts";
import { currentCapability, withCurrentFields } from "../former-names.ts";
import { cardOf } from "../lookup/record-cards.ts";
import { type Approval, ASKED_BY_MAIL } from "../model.ts";
import { assistantMessages, assistantProposals } from "../tables.ts";
import { warningsAbout } from "./approval-warnings.ts";
import { failureOf, inputOf, isOpen, type Request, stateOf } from "./decide-requests.ts";
import { describeCall } from "./description/describe-call.ts";
import { summaryForPeople } from "./description/heading.ts";

const MAX_WAITING = 100;
const DECIDED = 20;

export async function listApprovals(
  context: SignedIn,
): Promise<{ waiting: Approval[]; decided: Approval[] }> {
  const [asked, proposed, decided] = [
    await waitingRequests(context),
    await waitingProposals(context),
    await decidedRequests(context),
  ];
  const waiting = [...asked, ...proposed].sort(
    (one, other) => Number(other.createdAt) - Number(one.createdAt),
  );
  return { waiting, decided };
}

async function waitingRequests(context: SignedIn): Promise<Approval[]> {
  const { db, actor, now } = context;
  const rows = await db
    .select()
    .from(agentRequests)
    .where(and(eq(agentRequests.userId, actor.userId), isOpen(now)))
    .orderBy(desc(agentRequests.createdAt), desc(agentRequests.id))
    .limit(MAX_WAITING);
  const approvals: Approval[] = [];
  for (const row of rows) {
    const input = inputOf(row);
    const names = await namesOf(context, row.capability, input);
    const summary = names.length > 0 ? `${row.summary}: ${names.join(", ")}` : row.summary;
    const warnings = await warningsAbout(context, {
      ...row,
      capability: currentCapability(row.capability),
      input,
    });
    if (hasHidden(JSON.stringify(input))) warnings.push("The arguments hold characters that nobody sees");
    const description = await describeCall(context, {
      capability: currentCapability(row.capability),
      input,
      summary,
    });
    approvals.push({
      ...toApproval(row, now),
      summary: summaryForPeople({ capability: row.capability, summary }),
      description,
      warnings,
    });
  }
  return approvals;
}

/** Records of which a request shows the names. */
const MAX_NAMED = 5;

/** The names of the records behind the ids, from the database: an id alone does not show what would be deleted. */
async function namesOf(
  context: SignedIn,
  name: string,
  { id, ids }: Record<string, unknown>,
): Promise<string[]> {
  const resource = name.split(".")[0] ?? "";
  const get = capabilityNamed(`${resource}.get`);
  const given = (Array.isArray(ids) ? ids : [id]).filter((each) => typeof each === "string");
  if (get?.definition.access !== "user" || get.definition.ownTransactions) return [];
  const names: string[] = [];
  for (const each of given.slice(0, MAX_NAMED)) {
    const record = await get(context, { id: each }).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    const card = record ? cardOf(resource, record as Record<string, unknown>) : null;
    if (card) names.push(`${card.kind} '${card.title}'`);
  }
  return given.length > MAX_NAMED ? [...names, `and ${given.length - MAX_NAMED} more`] : names;
}

/** Includes expired requests. */
async function decidedRequests({ db, actor, now }: SignedIn): Promise<Approval[]> {
  const rows = await db
    .select()
    .from(agentRequests)
    .where(and(eq(agentRequests.userId, actor.userId), sql`not (${isOpen(now)})`))
    .orderBy(desc(agentRequests.createdAt), desc(agentRequests.id))
    .limit(DECIDED);
  return rows.map((row) => toApproval(row, now));
}

/** The assistant's proposals: each can be approved only in the session that it was shown in. */
async function waitingProposals(context: SignedIn): Promise<Approval[]> {
  const { db, actor, now } = context;
  const rows = await db
    .select({ proposal: assistantProposals, chatId: assistantMessages.chatId })
    .from(assistantProposals)
    .innerJoin(assistantMessages, eq(assistantMessages.id, assistantProposals.messageId))
    .where(
      and(
        eq(assistantProposals.userId, actor.userId),
        eq(assistantProposals.state, "waiting"),
        gt(assistantProposals.expiresAt, now),
        inArray(assistantProposals.credentialId, [actor.credentialId ?? "", ASKED_BY_MAIL]),
      ),
    )
    .orderBy(desc(assistantProposals.createdAt), desc(assistantProposals.id))
    .limit(MAX_WAITING);
  const approvals: Approval[] = [];
  for (const { proposal, chatId } of rows) {
    const call = {
      ...proposal,
      capability: currentCapability(proposal.capability),
      input: withCurrentFields(proposal.capability, proposal.input),
    };
    approvals.push({
      ...call,
      summary: summaryForPeople(call),
      description: await describeCall(context, call),
      source: "assistant",
      requester: t`The assistant`,
      chatId,
      failure: null,
    });
  }
  return approvals;
}

const toApproval = (row: Request, now: Date): Approval => ({
  ...row,
  source: "agent",
  requester: row.agentName,
  capability: currentCapability(row.capability),
  input: inputOf(row),
  state: stateOf(row, now),
  summary: summaryForPeople(row),
  warnings: [],
  description: null,
  chatId: null,
  failure: failureOf(row)?.error ?? null,
});
