import { and, eq, gt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, ERROR_STATUS, type ErrorCode, notFound } from "#platform/capability/errors.ts";
import { agentRequests } from "#platform/capability/tables.ts";
import { currentCapability, withCurrentFields } from "../former-names.ts";
import type { ApprovalState } from "../model.ts";
import { type Changes, editCall } from "./edit-call.ts";

export type Request = typeof agentRequests.$inferSelect;

/** What will be called, under the names that its fields have today. */
export const inputOf = ({ capability, input }: Pick<Request, "capability" | "input">) =>
  withCurrentFields(capability, input) as Record<string, unknown>;

/** An agent finds only its own requests, a signed-in person all of their requests. */
export async function findRequest({ db, actor }: SignedIn, id: string): Promise<Request> {
  const [request] = await db
    .select()
    .from(agentRequests)
    .where(
      and(
        eq(agentRequests.id, id),
        eq(agentRequests.userId, actor.userId),
        actor.isAgent ? eq(agentRequests.credentialId, actor.credentialId ?? "") : undefined,
      ),
    );
  if (!request) throw notFound(t`Request`);
  return request;
}

/**
 * Minutes after which a running network call counts as interrupted, for example by a crash: calls take 30 seconds at
 * most.
 */
const MAX_RUNNING = 10;

type Deciding = Pick<Request, "state" | "expiresAt" | "decidedAt">;

export function stateOf({ state, expiresAt, decidedAt }: Deciding, now: Date): ApprovalState {
  if (state === "waiting" && expiresAt <= now) return "expired";
  const since = now.getTime() - (decidedAt?.getTime() ?? 0);
  return state === "running" && since > MAX_RUNNING * 60_000 ? "interrupted" : state;
}

/** What is stored about a failed request: the error, and whether it may be retried. */
const Failure = z.object({
  error: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]).default("upstream"),
  /** The call certainly had no effect outside: only then may the same approval be retried. */
  nothingDone: z.boolean().default(false),
});
export type Failure = z.output<typeof Failure>;

/** Why a request failed; null where it did not. */
export const failureOf = ({ state, answer }: Pick<Request, "state" | "answer">): Failure | null =>
  state === "failed" ? Failure.catch(UNKNOWN_FAILURE).parse(answer) : null;

const UNKNOWN_FAILURE: Failure = { error: "Something went wrong", code: "upstream", nothingDone: false };

/** SQL condition: waits for the person, or failed without any effect, and has not expired. */
export const isOpen = (now: Date) => and(or(isWaiting, isRetryable), gt(agentRequests.expiresAt, now));

const isWaiting = eq(agentRequests.state, "waiting");
const isRetryable = and(
  eq(agentRequests.state, "failed"),
  sql`${agentRequests.answer} ->> 'nothingDone' = 'true'`,
);

export type Decision = {
  id: string;
  inputHash?: string;
  state: "done" | "running" | "dismissed";
  /** Only requests that failed without any effect can be retried. */
  isRetry?: boolean;
};

/**
 * A single statement decides, so that a request is approved or dismissed only once, before it expires, and only as it
 * was shown. Null if the same decision was already made and carried out.
 */
export async function decideRequest(
  context: SignedIn,
  { id, inputHash, state, isRetry = false }: Decision,
): Promise<Request | null> {
  const { db, actor, now } = context;
  const mayDecide = state === "dismissed" ? or(isWaiting, isRetryable) : isRetry ? isRetryable : isWaiting;
  const [decided] = await db
    .update(agentRequests)
    .set({ state, decidedAt: now, ...(isRetry && { answer: null }) })
    .where(
      and(
        eq(agentRequests.id, id),
        eq(agentRequests.userId, actor.userId),
        mayDecide,
        gt(agentRequests.expiresAt, now),
        inputHash === undefined ? undefined : eq(agentRequests.inputHash, inputHash),
      ),
    )
    .returning();
  if (decided) return decided;
  const found = await findRequest(context, id);
  const isSame = inputHash === undefined || found.inputHash === inputHash;
  if (isSame && found.state === state && state === "dismissed") return null;
  if (isSame && found.state === "done" && state !== "dismissed") return null;
  throw refusalOf(found, now, isSame);
}

/** Changes a request of an agent that waits, or failed without any effect, and was shown with this hash. */
export async function editRequest(
  context: SignedIn,
  { id, inputHash, changes }: { id: string; inputHash: string; changes: Changes },
): Promise<void> {
  const { db, actor, now } = context;
  const [row] = await db
    .select()
    .from(agentRequests)
    .where(and(eq(agentRequests.id, id), eq(agentRequests.userId, actor.userId), isOpen(now)))
    .for("update");
  if (!row || row.inputHash !== inputHash)
    throw refusalOf(row ?? (await findRequest(context, id)), now, row === undefined);
  const call = {
    storedName: row.capability,
    capability: currentCapability(row.capability),
    input: inputOf(row),
  };
  const { warnings: _, ...edited } = await editCall(context, call, changes);
  await db
    .update(agentRequests)
    .set({ ...edited, editedAt: now, askedHash: row.askedHash ?? row.inputHash })
    .where(and(eq(agentRequests.id, id), eq(agentRequests.userId, actor.userId)));
}

/** Why the decision was refused; for a failed request, its stored error. */
function refusalOf(found: Request, now: Date, isSame: boolean): AppError {
  const conflict = (message: string) => new AppError("conflict", message);
  const failure = failureOf(found);
  const state = stateOf(found, now);
  if (!isSame) return conflict("This changed since it was shown. Review it again");
  if (failure?.nothingDone && found.expiresAt > now) return new AppError(failure.code, failure.error);
  if (failure) return conflict(`${failure.error}. The agent has to ask again`);
  if (state === "running") return conflict("This is being done right now");
  if (state === "interrupted") return conflict("This was interrupted: look whether it was done");
  if (found.expiresAt <= now && found.state === "waiting")
    return conflict("This request has expired. The agent has to ask again");
  return conflict("This was decided already");
}
