import { and, desc, eq, gt, inArray, lte, ne, or } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { agentRequests } from "#platform/capability/tables.ts";
import { type Request, stateOf } from "./decide-requests.ts";
import { type Approval, ASKED_BY_MAIL } from "./model.ts";
import { assistantMessages, assistantProposals } from "./tables.ts";
import { warningsAbout } from "./warnings-about.ts";

const MOST_WAITING = 100;
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
    .where(
      and(
        eq(agentRequests.userId, actor.userId),
        eq(agentRequests.state, "waiting"),
        gt(agentRequests.expiresAt, now),
      ),
    )
    .orderBy(desc(agentRequests.createdAt), desc(agentRequests.id))
    .limit(MOST_WAITING);
  const approvals: Approval[] = [];
  for (const row of rows)
    approvals.push({
      ...shown(row, now),
      warnings: await warningsAbout(context, { ...row, input: inputOf(row) }),
    });
  return approvals;
}

/** Also those that were never decided: their time ran out. */
async function decidedRequests({ db, actor, now }: SignedIn): Promise<Approval[]> {
  const rows = await db
    .select()
    .from(agentRequests)
    .where(
      and(
        eq(agentRequests.userId, actor.userId),
        or(ne(agentRequests.state, "waiting"), lte(agentRequests.expiresAt, now)),
      ),
    )
    .orderBy(desc(agentRequests.createdAt), desc(agentRequests.id))
    .limit(DECIDED);
  return rows.map((row) => shown(row, now));
}

/** What the assistant proposed: only in the session that it was shown in can it be approved. */
async function waitingProposals({ db, actor, now }: SignedIn): Promise<Approval[]> {
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
    .orderBy(desc(assistantProposals.createdAt))
    .limit(MOST_WAITING);
  return rows.map(({ proposal, chatId }) => ({
    ...proposal,
    source: "assistant" as const,
    requester: "The assistant",
    chatId,
  }));
}

const inputOf = ({ input }: Request) => input as Record<string, unknown>;

const shown = (row: Request, now: Date): Approval => ({
  ...row,
  source: "agent",
  requester: row.agentName,
  input: inputOf(row),
  state: stateOf(row, now),
  warnings: [],
  chatId: null,
});
