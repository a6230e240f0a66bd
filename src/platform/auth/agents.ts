import { createHash } from "node:crypto";
import { and, count, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Actor, Effect } from "#platform/capability/actor.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { AuthParts } from "./auth-parts.ts";
import { newApiKey, newToken, tokenHash } from "./credentials/token.ts";
import { apiKeys, oauthClients, oauthCodes } from "./key-tables.ts";
import { countRegistration, signUpLimit } from "./sign-in/limits.ts";
import { sourceOf } from "./sign-in/source-address.ts";

export type AgentClient = { id: string; name: string; redirectUris: string[] };
export type AgentGrant = {
  clientId: string;
  redirectUri: string;
  /** S256 of the client's secret for this one sign-in (RFC 7636). */
  challenge: string;
  scopes: readonly Effect[];
  /** Null: all areas. */
  toolGroups: readonly string[] | null;
};
export type AgentTokens = { accessToken: string; refreshToken: string; expiresIn: number; scopes: Effect[] };

/**
 * Programs that people authorize to act for them: OAuth 2.1 for public clients, as the Model Context Protocol requires
 * (dynamic registration RFC 7591, PKCE RFC 7636, rotating refresh tokens). A grant is an API key with a client.
 */
export type Agents = {
  /** Throws rate_limited where too many come from one source. */
  register(client: Omit<AgentClient, "id">, address: string | null): Promise<AgentClient>;
  /** Deletes clients that nobody authorized within an hour. */
  deleteIdleClients(): Promise<void>;
  client(id: string): Promise<AgentClient>;
  /** An authorization code for the client; single use, valid for a minute. */
  allow(actor: Actor, grant: AgentGrant): Promise<string>;
  exchange(input: {
    code: string;
    clientId: string;
    redirectUri: string;
    verifier: string;
  }): Promise<AgentTokens>;
  refresh(input: { token: string; clientId: string }): Promise<AgentTokens>;
  /** Ends the grant of an access or refresh token (RFC 7009); does nothing if there is none. */
  revoke(token: string): Promise<void>;
};

const CODE_MS = 60_000;
/** Seconds. */
const ACCESS = 3_600;
const REFRESH_MS = 30 * 86_400_000;
/** Limits registrations that nobody ever authorizes. */
const MAX_CLIENTS = 10_000;
const IDLE_CLIENT_MS = 3_600_000;

export function agents({ identities, settings }: AuthParts): Agents {
  const write = <T>(act: (db: Transaction) => Promise<T>) => identities.transaction(null, "write", act);
  return {
    register: (client, address) =>
      write(async (db) => {
        await deleteIdleClients(db);
        await countRegistration(db, sourceOf(address), signUpLimit(settings, address));
        return register(db, client);
      }),
    deleteIdleClients: () => write(deleteIdleClients),
    client: (id) => identities.transaction(null, "read", (db) => clientOf(db, id)),
    allow: (actor, grant) => write((db) => allow(db, actor, grant)),
    exchange: async (input) => (await write((db) => exchange(db, input))) ?? refused(),
    refresh: async (input) => (await write((db) => refresh(db, input))) ?? refused(),
    revoke: (token) => write((db) => revoke(db, token)),
  };
}

/** Thrown outside the transaction, which has just ended the grant of a stolen token and must commit. */
function refused(): never {
  throw new AppError("invalid", t`This code or token is not valid any more`);
}

async function register(db: Transaction, client: Omit<AgentClient, "id">): Promise<AgentClient> {
  const [all] = await db.select({ clients: count() }).from(oauthClients);
  if ((all?.clients ?? 0) >= MAX_CLIENTS)
    throw new AppError("rate_limited", t`Too many programs have registered`, { retryAfter: 3600 });
  return db.insert(oauthClients).values(client).returning().then(returnedRow);
}

/** A client whose person is just authorizing it has a code, and no grant yet. */
async function deleteIdleClients(db: Transaction): Promise<void> {
  await db
    .delete(oauthClients)
    .where(
      and(
        lt(oauthClients.createdAt, new Date(Date.now() - IDLE_CLIENT_MS)),
        sql`not exists (select from api_keys where api_keys.client_id = ${oauthClients.id})`,
        sql`not exists (select from oauth_codes where oauth_codes.client_id = ${oauthClients.id} and expires_at > now())`,
      ),
    );
}

async function clientOf(db: Transaction, id: string): Promise<AgentClient> {
  const [client] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  if (!client) throw notFound(t`Program`);
  return client;
}

async function allow(db: Transaction, actor: Actor, grant: AgentGrant): Promise<string> {
  const client = await clientOf(db, grant.clientId);
  if (!client.redirectUris.includes(grant.redirectUri))
    throw new AppError("invalid", t`The program did not register this address`);
  await db.delete(oauthCodes).where(lt(oauthCodes.expiresAt, new Date(Date.now() - 86_400_000)));
  const code = newToken();
  const { toolGroups, scopes, ...rest } = grant;
  await db.insert(oauthCodes).values({
    ...rest,
    scopes: [...scopes],
    toolGroups: toolGroups && [...toolGroups],
    userId: actor.userId,
    codeHash: tokenHash(code),
    expiresAt: new Date(Date.now() + CODE_MS),
  });
  return code;
}

type Exchange = Parameters<Agents["exchange"]>[0];

async function exchange(db: Transaction, { code, clientId, redirectUri, verifier }: Exchange) {
  const [stored] = await db
    .select()
    .from(oauthCodes)
    .where(and(eq(oauthCodes.codeHash, tokenHash(code)), eq(oauthCodes.clientId, clientId)))
    .for("update");
  if (!stored) return null;
  if (stored.grantId) {
    // If a code is used twice, one of the two callers stole it.
    await end(db, stored.grantId);
    return null;
  }
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  if (stored.expiresAt <= new Date() || stored.redirectUri !== redirectUri || stored.challenge !== challenge)
    return null;
  const { name } = await clientOf(db, clientId);
  const { row, tokens } = freshTokens(stored.scopes);
  const grant = await db
    .insert(apiKeys)
    .values({
      ...row,
      userId: stored.userId,
      name,
      clientId,
      scopes: stored.scopes,
      toolGroups: stored.toolGroups,
    })
    .returning({ id: apiKeys.id })
    .then(returnedRow);
  await db.update(oauthCodes).set({ grantId: grant.id }).where(eq(oauthCodes.id, stored.id));
  return tokens;
}

async function refresh(db: Transaction, { token, clientId }: { token: string; clientId: string }) {
  const hash = tokenHash(token);
  const [grant] = await db
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.clientId, clientId),
        or(eq(apiKeys.refreshHash, hash), eq(apiKeys.previousRefreshHash, hash)),
        isNull(apiKeys.revokedAt),
        gt(apiKeys.refreshExpiresAt, new Date()),
      ),
    )
    .for("update");
  if (!grant) return null;
  if (grant.refreshHash !== hash) {
    await end(db, grant.id);
    return null;
  }
  const { row, tokens } = freshTokens(grant.scopes);
  await db
    .update(apiKeys)
    .set({ ...row, previousRefreshHash: hash })
    .where(eq(apiKeys.id, grant.id));
  return tokens;
}

async function revoke(db: Transaction, token: string): Promise<void> {
  const hash = tokenHash(token);
  await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        sql`${apiKeys.clientId} is not null`,
        isNull(apiKeys.revokedAt),
        or(eq(apiKeys.keyHash, hash), eq(apiKeys.refreshHash, hash)),
      ),
    );
}

const end = (db: Transaction, id: string) =>
  db.update(apiKeys).set({ revokedAt: sql`now()` }).where(eq(apiKeys.id, id));

function freshTokens(scopes: readonly Effect[]) {
  const accessToken = newApiKey();
  const refreshToken = newToken();
  return {
    row: {
      keyHash: tokenHash(accessToken),
      lastFour: accessToken.slice(-4),
      refreshHash: tokenHash(refreshToken),
      expiresAt: new Date(Date.now() + ACCESS * 1000),
      refreshExpiresAt: new Date(Date.now() + REFRESH_MS),
    },
    tokens: { accessToken, refreshToken, expiresIn: ACCESS, scopes: [...scopes] } satisfies AgentTokens,
  };
}
