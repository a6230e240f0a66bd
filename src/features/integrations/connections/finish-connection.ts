import { randomUUID } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { tokenHash } from "#platform/auth/credentials/token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { accountConnected } from "../events.ts";
import { PROVIDER_TEXTS, type Provider } from "../model.ts";
import { type Account, ProviderError, type Tokens } from "../public/provider.ts";
import { providerSystemOf } from "../public/provider-config.ts";
import { remoteCursors } from "../public/tables.ts";
import { connectionRequests, integrations } from "../tables.ts";
import { redirectUri, verifierPlace } from "./start-connection.ts";
import {
  type ConnectionContext,
  connectionContextOf,
  ownConnection,
  requestTokens,
  requestWith,
  sealTokens,
} from "./token-store.ts";

/** Parameters of a provider's redirect (RFC 6749 §4.1.2, RFC 9207). */
export type ProviderAnswer = {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
};

/** Accepts an answer once, in the session that made the request. Throws `invalid` for an unknown or expired request. */
export async function finishConnection(context: SignedIn, answer: ProviderAnswer) {
  const connection = connectionContextOf(context);
  const request = await consumeRequest(context, answer.state);
  const { provider, flow } = request;
  try {
    const tokens = await exchange(connection, request, answer);
    const account = await providerSystemOf(connection.config, provider).account(
      requestWith(connection),
      tokens,
    );
    const integrationId = await connection.inTransaction("write", (db) =>
      saveConnection(db, connection, provider, tokens, account),
    );
    await context.publish(accountConnected, {
      userId: connection.userId,
      integrationId,
      provider,
      accountName: account.name,
    });
    return { provider, flow, error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await connection.inTransaction("write", (db) => saveFailure(db, connection, provider, error));
    return { provider, flow, error: error.message };
  }
}

type ConsumedRequest = { provider: Provider; flow: "window" | "page"; verifier: string };

async function consumeRequest(
  { inTransaction, actor, secrets }: SignedIn,
  state: string,
): Promise<ConsumedRequest> {
  const [consumed] = await inTransaction("write", (db) =>
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
  if (!consumed)
    throw new AppError(
      "invalid",
      t`This connection request is unknown or has expired. Please press Connect again.`,
    );
  const verifier = secrets.open(verifierPlace(consumed.id, consumed.userId), consumed.verifier);
  return { provider: consumed.provider, flow: consumed.flow, verifier };
}

async function exchange(
  connection: ConnectionContext,
  { provider, verifier }: ConsumedRequest,
  answer: ProviderAnswer,
): Promise<Tokens> {
  const { name, isIssuer } = providerSystemOf(connection.config, provider);
  if (answer.iss !== undefined && !isIssuer(answer.iss))
    throw new ProviderError("refused", t`The response did not come from ${name}. Nothing was connected.`);
  if (answer.error === "access_denied")
    throw new ProviderError("refused", t`You did not allow the connection at ${name}.`);
  if (answer.error !== undefined || !answer.code)
    throw new ProviderError(
      "refused",
      t`${name} rejected the connection. Ask your administrator to check how Adjutant is registered there.`,
    );
  return requestTokens(connection, provider, {
    grant_type: "authorization_code",
    code: answer.code,
    redirect_uri: redirectUri(connection),
    code_verifier: verifier,
  });
}

async function saveConnection(
  db: Transaction,
  connection: ConnectionContext,
  provider: Provider,
  tokens: Tokens,
  account: Account,
): Promise<string> {
  const { id, accountId } = await ownRow(db, connection, provider);
  // For another account, the stored cursors are void.
  if (accountId !== null && accountId !== account.id)
    await db
      .delete(remoteCursors)
      .where(and(eq(remoteCursors.userId, connection.userId), eq(remoteCursors.sourceId, id)));
  await db
    .update(integrations)
    .set({
      status: "connected",
      accountId: account.id,
      accountName: account.name,
      tokens: sealTokens(connection, { id, userId: connection.userId }, tokens),
      scopes: tokens.scopes ?? [],
      connectedAt: connection.now,
      lastError: null,
      syncState: "queued",
      waitUntil: null,
      retryAt: null,
      refreshingUntil: null,
      failures: 0,
      updatedAt: connection.now,
      version: sql`${integrations.version} + 1`,
    })
    .where(and(eq(integrations.userId, connection.userId), eq(integrations.id, id)));
  return id;
}

/** A failed attempt does not change an existing connection. */
async function saveFailure(
  db: Transaction,
  connection: ConnectionContext,
  provider: Provider,
  error: ProviderError,
): Promise<void> {
  const { id, status } = await ownRow(db, connection, provider);
  if (status === "connected") return;
  await db
    .update(integrations)
    .set({
      lastError: error.message,
      updatedAt: connection.now,
      version: sql`${integrations.version} + 1`,
    })
    .where(and(eq(integrations.userId, connection.userId), eq(integrations.id, id)));
}

/** The user's row for the provider, created if missing, and locked. */
async function ownRow(db: Transaction, { userId }: ConnectionContext, provider: Provider) {
  await db
    .insert(integrations)
    .values({ id: randomUUID(), userId, provider, type: PROVIDER_TEXTS[provider].type })
    .onConflictDoNothing();
  const [row] = await db.select().from(integrations).where(ownConnection(userId, provider)).for("update");
  if (!row) throw new Error(`The integration with ${provider} has no row`);
  return row;
}
