import { randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { tokenHash } from "#platform/auth/token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { accountConnected } from "./events.ts";
import { askWith, type Desk, deskOf, ofPerson, requestTokens, sealTokens } from "./keep-tokens.ts";
import { PROVIDER_WORDS, type Provider } from "./model.ts";
import { systemOf } from "./public/find-system.ts";
import { type Account, ProviderError, type Tokens } from "./public/provider.ts";
import { remoteCursors } from "./public/tables.ts";
import { redirectUri, verifierPlace } from "./start-connection.ts";
import { connectionRequests, integrations } from "./tables.ts";

/** What a provider's redirect brings back (RFC 6749 §4.1.2, RFC 9207). */
export type ProviderAnswer = {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
};

/** Takes the answer, once, in the session that asked. Throws `invalid` where nobody asked or it came too late. */
export async function finishConnection(context: SignedIn, answer: ProviderAnswer) {
  const desk = deskOf(context);
  const request = await takeRequest(context, answer.state);
  const { provider, flow } = request;
  try {
    const tokens = await exchange(desk, request, answer);
    const account = await systemOf(desk.config, provider).account(askWith(desk), tokens);
    const integrationId = await desk.inTransaction("write", (db) =>
      keepConnection(db, desk, provider, tokens, account),
    );
    await context.tell(accountConnected, {
      userId: desk.userId,
      integrationId,
      provider,
      accountName: account.name,
    });
    return { provider, flow, error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await desk.inTransaction("write", (db) => keepFailure(db, desk, provider, error));
    return { provider, flow, error: error.message };
  }
}

type Taken = { provider: Provider; flow: "window" | "page"; verifier: string };

async function takeRequest({ inTransaction, actor, secrets }: SignedIn, state: string): Promise<Taken> {
  const [taken] = await inTransaction("write", (db) =>
    db
      .delete(connectionRequests)
      .where(
        and(
          eq(connectionRequests.stateHash, tokenHash(state)),
          eq(connectionRequests.userId, actor.userId),
          sql`${connectionRequests.sessionId} is not distinct from ${actor.credentialId}::uuid`,
          gt(connectionRequests.expiresAt, sql`now()`),
        ),
      )
      .returning(),
  );
  if (!taken)
    throw new AppError(
      "invalid",
      "This connection was not asked for here, or it took too long. Please press Connect again.",
    );
  const verifier = secrets.open(verifierPlace(taken.id, taken.userId), taken.verifier);
  return { provider: taken.provider, flow: taken.flow, verifier };
}

async function exchange(desk: Desk, { provider, verifier }: Taken, answer: ProviderAnswer): Promise<Tokens> {
  const { name, isIssuer } = systemOf(desk.config, provider);
  if (answer.iss !== undefined && !isIssuer(answer.iss))
    throw new ProviderError("refused", `The answer did not come from ${name}. Nothing was connected.`);
  if (answer.error === "access_denied")
    throw new ProviderError("refused", `You did not allow the connection at ${name}.`);
  if (answer.error !== undefined || !answer.code)
    throw new ProviderError(
      "refused",
      `${name} refused the connection. Ask your administrator to check how Adjutant is registered there.`,
    );
  return requestTokens(desk, provider, {
    grant_type: "authorization_code",
    code: answer.code,
    redirect_uri: redirectUri(desk),
    code_verifier: verifier,
  });
}

async function keepConnection(
  db: Transaction,
  desk: Desk,
  provider: Provider,
  tokens: Tokens,
  account: Account,
): Promise<string> {
  const { id, accountId } = await ownRow(db, desk, provider);
  // Of another account nothing that was read before counts.
  if (accountId !== null && accountId !== account.id)
    await db.delete(remoteCursors).where(eq(remoteCursors.sourceId, id));
  await db
    .update(integrations)
    .set({
      status: "connected",
      accountId: account.id,
      accountName: account.name,
      tokens: sealTokens(desk, { id, userId: desk.userId }, tokens),
      scopes: tokens.scopes ?? [],
      connectedAt: desk.now,
      lastError: null,
      syncState: "queued",
      waitUntil: null,
      retryAt: null,
      refreshingUntil: null,
      failures: 0,
      updatedAt: desk.now,
      version: sql`${integrations.version} + 1`,
    })
    .where(eq(integrations.id, id));
  return id;
}

/** A connection that already stands is not touched by an attempt that failed. */
async function keepFailure(
  db: Transaction,
  desk: Desk,
  provider: Provider,
  error: ProviderError,
): Promise<void> {
  const { id, status } = await ownRow(db, desk, provider);
  if (status === "connected") return;
  await db
    .update(integrations)
    .set({
      lastError: error.message,
      updatedAt: desk.now,
      version: sql`${integrations.version} + 1`,
    })
    .where(eq(integrations.id, id));
}

/** The person's row for the provider, made where there is none, and locked. */
async function ownRow(db: Transaction, { userId }: Desk, provider: Provider) {
  await db
    .insert(integrations)
    .values({ id: randomUUID(), userId, provider, type: PROVIDER_WORDS[provider].type })
    .onConflictDoNothing();
  const [row] = await db.select().from(integrations).where(ofPerson(userId, provider)).for("update");
  if (!row) throw new Error(`The integration with ${provider} has no row`);
  return row;
}
