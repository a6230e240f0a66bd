import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Actor, Role } from "#platform/capability/actor.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { restRoutes } from "#platform/http/rest-routes.ts";
import { createLog } from "#platform/log/log.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { registry, slices } from "../slices.ts";
import { bootstrapConnection, fillStates } from "./fill-states.ts";
import { IS_FULL_SIZE } from "./full-size.ts";
import { BY_CALENDAR } from "./revoked-access/by-calendar/factory.ts";
import { BY_MEMBERSHIP } from "./revoked-access/by-membership/factory.ts";
import { BY_SECRET } from "./revoked-access/by-secret/factory.ts";
import type { AccessSetup, Grant } from "./revoked-access/factory.ts";

// Revoked access is gone: every grant is created, used and revoked, then tried again at every address and capability,
// with a later version of the record. The columns that decide who may see something come from the database catalog.

const log = createLog("silent");
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const many = 1_000_000;
const limits = {
  signInFailuresPerAccount: many,
  signInFailuresPerSource: many,
  signInFailuresGlobal: many,
  signUpsPerSource: many,
};
const server = await testDatabase(async (given) => ({ jobs, auth: testAuth(given, { limits }).auth }));
const actors = new Map<string, Actor>();
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "law", log));
app.use(async (context, next) => {
  context.set("requestId", randomUUID());
  context.set("nonce", "bm9uY2U");
  context.set("address", "127.0.0.1");
  context.set("actor", actors.get(context.req.header("x-person") ?? "") ?? null);
  await next();
});
for (const { routes } of slices) routes?.(app, { services: server.services, log });
const setup: AccessSetup = {
  server,
  app,
  aPerson: async (fullName: string, roles: Role[] = ["user"]) => {
    const actor = await server.aUser({ fullName, roles });
    actors.set(actor.userId, actor);
    return server.as(actor);
  },
};

const GRANTS: Record<string, Grant> = { ...BY_MEMBERSHIP, ...BY_CALENDAR, ...BY_SECRET };
const REFUSED = ["not_found", "forbidden", "unauthenticated", "conflict", "invalid"];

/** The answer as text; null where it was refused. */
async function answerOf(attempt: () => Promise<unknown>): Promise<string | null> {
  try {
    return JSON.stringify((await attempt()) ?? null);
  } catch (error) {
    if (REFUSED.includes((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}

test.for(Object.entries(GRANTS))("%s no longer gives access", async ([, grant]) => {
  const { tries, change, revoke: revokeAccess, holder, ids = {} } = await grant.make(setup);
  await change?.("parsnip");
  for (const [name, attempt] of Object.entries(tries))
    expect(await attempt().then(textOf), `before, ${name}`).toContain(change ? "parsnip" : "");
  await revokeAccess();
  await change?.("quince").catch(refusedToItsOwner);
  for (const [name, attempt] of Object.entries(tries)) {
    const answer = await answerOf(attempt);
    if (change) expect(answer ?? "", name).not.toMatch(/parsnip|quince/);
    else expect(answer, name).toBeNull();
  }
  // What was revoked is gone in every state that its records have.
  const isSweep = holder !== undefined && isSwept(grant);
  if (isSweep && change) await fillStates(bootstrapConnection(server), "", { only: "quince" });
  if (holder && isSweep)
    for (const answer of await everythingAsked(holder, ids)) expect(answer).not.toContain("quince");
});

const sweptColumns = new Set<string>();
/** With every build once for each kind of grant; at full size for each way in which it ends. */
const isSwept = ({ columns }: Grant) => {
  const isFirst = !sweptColumns.has(String(columns));
  sweptColumns.add(String(columns));
  return isFirst || IS_FULL_SIZE;
};

const textOf = (answer: unknown) => JSON.stringify(answer ?? null);

/** After leaving or deleting, the owner may have nothing left to change. */
function refusedToItsOwner(error: unknown): void {
  if (!REFUSED.includes((error as { code?: string }).code ?? "")) throw error;
}

const reads = restRoutes(registry).filter(
  ({ capability: { definition } }) =>
    definition.effect === "read" && definition.access === "user" && !definition.ownTransactions,
);
const files = app.routes.filter(({ method, path }) => method === "GET" && path.startsWith("/files/"));

/** Every capability that reads and every address with a file, called with all ids of the grant. */
async function everythingAsked(person: Person, ids: Record<string, string>): Promise<string[]> {
  const answers: (string | null)[] = [];
  for (const { capability, input } of reads) {
    const given = Object.keys(input.properties ?? {}).filter((name) => ids[name]);
    const asked = Object.fromEntries(given.map((name) => [name, ids[name]]));
    const byId = input.properties?.id ? Object.values(ids) : [""];
    for (const id of byId)
      answers.push(
        await answerOf(() =>
          person.invoke(capability, sampleInput(input, { ...asked, ...(id && { id }), ...wordsIn(input) })),
        ),
      );
  }
  for (const { path } of files)
    for (const id of path.includes(":id") ? Object.values(ids) : [""]) {
      const address = path
        .replace(":id", id)
        .replace(/:name\{.*\}/, "log.json")
        .replace(/:\w+/, randomUUID());
      answers.push(await (await app.request(address, { headers: { "x-person": person.userId } })).text());
    }
  return answers.filter((answer) => answer !== null);
}

/** A search uses the searched word itself. */
const wordsIn = ({ properties = {} }: { properties?: Record<string, unknown> }) =>
  Object.fromEntries(
    ["text", "search", "query"].filter((name) => properties[name]).map((name) => [name, "quince"]),
  );

/** Columns that decide who may see or do something and are no grant to anybody else, with the reason. */
const NO_GRANTS: Record<string, string> = {
  "api_keys.previous_refresh_hash": "a token that was renewed: shown again it ends the grant",
  "audit_log.impersonated_by": "a record of who looked",
  "call_participants.call_id": "which call",
  "call_participants.conversation_id": "that of the call",
  "call_participants.peer_id": "which of their pages is in the call",
  "contacts.contact_email": "whom its owner may write to; it shows nothing of theirs",
  "contacts.user_id": "whose it is",
  "calls.conversation_id": "who takes part in the conversation sees its calls, asked above",
  "calls.started_by": "a record of who called",
  "conversation_participants.conversation_id": "the other half of who takes part",
  "conversations.contact_id": "whose address the creator's mail goes to",
  "credentials.password_hash": "proves who somebody is",
  "known_devices.token_hash": "spares a browser the wait after wrong passwords; opens nothing",
  "decision_papers.attached_by": "a record of who attached it",
  "decision_papers.document_id": "what is shared",
  "decision_papers.workspace_id": "that of the decision",
  "emails.account_id": "which of its owner's accounts it lies in",
  "emails.thread_id": "which of its owner's conversations it belongs to",
  "emails.user_id": "whose it is",
  "vote_proxies.decision_id": "in which decision",
  "vote_proxies.workspace_id": "in which workspace",
  "document_shares.document_id": "what is shared",
  "document_shares.user_id": "whose it is",
  "documents.user_id": "whose it is",
  "mail_accounts.integration_id": "how its owner signs in; opens nothing to others",
  "mail_accounts.lease_by": "which process syncs it",
  "mail_accounts.user_id": "whose it is",
  "messages.client_id": "the sender's own id of it, by which only the sender finds it",
  "messages.conversation_id": "who takes part reads them",
  "messages.reply_to_id": "within the conversation",
  "messages.sender_id": "who wrote it",
  "profiles.user_id": "whose it is",
  "push_channels.token_hash": "proves that a provider tells of a change; shows nothing",
  "recovery_codes.code_hash": "proves who somebody is",
  "set_up_links.token_hash": "makes the first account, once, where there is none",
  "sign_in_steps.token_hash": "proves who somebody is, for minutes",
  "team_invitations.mailed_token_hash": "the same invitation as its other token, taken back with it above",
  "team_decisions.closed_by": "a record of who closed it",
  "team_decisions.created_by": "a record of who made it",
  "users.address_by":
    "who vouched for the address: what each state may do has a law of its own (address-states)",
  "user_roles.user_id": "a role counts on the next request: the role matrix and eyes above",
  "verifications.token_hash": "proves an address, once",
  "workspace_members.workspace_id": "the other half of who is a member",
  "workspaces.created_by": "a record; its creator leaves as everybody does, above",
};

test("every table and column that grants access is listed above, or has a reason why it grants none", async () => {
  const covered = new Set(Object.values(GRANTS).flatMap(({ columns }) => columns));
  const found = await decidingColumns();
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((column) => !covered.has(column) && !NO_GRANTS[column])).toEqual([]);
  expect(Object.keys(NO_GRANTS).filter((column) => !found.includes(column))).toEqual([]);
});

/**
 * Found in the catalog: columns with the hash of a secret; and, in every table that a policy on other people's rows
 * uses, directly or through functions, the columns that name people or their groups.
 */
async function decidingColumns(): Promise<string[]> {
  const { rows: columns } = await server.owner.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
      where table_schema = 'public'`,
  );
  const { rows: functions } = await server.owner.query<{ name: string; body: string }>(
    "select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'",
  );
  const { rows: policies } = await server.owner.query<{ table: string; text: string }>(
    `select tablename as table, coalesce(qual, '') || ' ' || coalesce(with_check, '') as text from pg_policies
      where schemaname = 'public' and policyname <> 'owner_all'`,
  );
  const tables = [...new Set(columns.map(({ table }) => table))];
  const asked = new Set<string>();
  const seen = new Set<string>();
  const read = (text: string) => {
    for (const table of tables)
      if (new RegExp(`\\b(from|join) (public\\.)?${table}\\b`, "i").test(text)) asked.add(table);
    for (const { name, body } of functions)
      if (!seen.has(name) && new RegExp(`\\b${name}\\(`).test(text)) {
        seen.add(name);
        read(body);
      }
  };
  for (const { text } of policies) read(text);
  return columns
    .filter(
      ({ table, column, type }) =>
        /(token|key|code|refresh|password)_hash$/.test(column) ||
        (asked.has(table) && type === "uuid" && column !== "id") ||
        (asked.has(table) && type === "text" && /_email$/.test(column)) ||
        column === "slug" ||
        (column.startsWith("impersonat") && type === "uuid"),
    )
    .map(({ table, column }) => `${table}.${column}`)
    .sort();
}
