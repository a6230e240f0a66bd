import { createHash, randomUUID } from "node:crypto";
import { impersonation } from "#features/admin/impersonation.ts";
import { bookingPages } from "#features/calendar/booking-pages.ts";
import { bookings } from "#features/calendar/bookings.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarFeeds } from "#features/calendar/calendar-feeds.ts";
import { documents } from "#features/documents/documents.ts";
import { incomingWebhooks } from "#features/integrations/incoming-webhooks.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { sessions } from "#features/settings/sessions.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { invitations } from "#features/team/invitations.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { notFound } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import { type TestClient, testClient } from "#platform/testing/test-client.ts";
import type { Person } from "#platform/testing/test-database.ts";
import {
  type AccessSetup,
  aWorkspace,
  changeDocument,
  type Grant,
  idOf,
  open,
  renameWorkspace,
  upload,
} from "../factory.ts";

type Made = { id: string; version: number; path: string; key: string; token: string; address: string };
const made = (answer: unknown) => answer as Made;
const PASSWORD = "correct horse";

/** A visitor without an account. */
const visit = ({ server }: AccessSetup, capability: unknown, input: object) =>
  invoke(server.services, capability as AnyCapability, input, {
    actor: null,
    requestId: "law",
    address: "192.0.2.7",
  });

type LinkParts = { ada: Person; id: string; linkId: string; setup: AccessSetup };

const byLink = (end: (parts: LinkParts) => Promise<unknown>): Grant => ({
  columns: ["document_links.token_hash", "document_links.password_hash"],
  make: async (setup) => {
    const ada = await setup.aPerson("Ada");
    const id = await upload(setup, ada, "First");
    const { path, link } = (await ada.invoke(documents.createLink, { id })) as Made & { link: Made };
    return {
      tries: { page: () => open(setup, path), "the file": () => open(setup, `${path}/file`) },
      change: changeDocument(setup, ada, id),
      revoke: () => end({ ada, id, linkId: link.id, setup }),
    };
  },
});

const feed: Grant = {
  columns: ["calendar_feeds.token_hash"],
  make: async (setup) => {
    const ada = await setup.aPerson("Ada");
    const { id, path } = made(await ada.invoke(calendarFeeds.create, { name: "Phone" }));
    const times = { startTime: "2026-12-01T09:00:00Z", endTime: "2026-12-01T10:00:00Z" };
    return {
      tries: { feed: () => open(setup, path) },
      change: (word) => ada.invoke(events.create, { title: `Review ${word}`, ...times }),
      revoke: () => ada.invoke(calendarFeeds.delete, { id }),
    };
  },
};

const bookingPage = (end: (ada: Person, page: Made) => Promise<unknown>): Grant => ({
  columns: ["booking_pages.slug"],
  make: async (setup) => {
    const ada = await setup.aPerson("Ada");
    const slug = `ada-${ada.userId.slice(0, 8)}`;
    let page = made(await ada.invoke(bookingPages.create, { slug, title: "Half an hour" }));
    return {
      tries: { "bookings.page": () => visit(setup, bookings.page, { slug }) },
      change: async (title) => {
        page = made(await ada.invoke(bookingPages.update, { id: page.id, version: page.version, title }));
      },
      revoke: () => end(ada, page),
    };
  },
});

/** What a visitor was sent after booking: their own link. */
const booked: Grant = {
  columns: ["bookings.token_hash"],
  make: async (setup) => {
    const ada = await setup.aPerson("Ada");
    const slug = `ada-${ada.userId.slice(0, 8)}`;
    let page = made(await ada.invoke(bookingPages.create, { slug, title: "Half an hour" }));
    const [from, to] = [1, 8].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const { items } = (await visit(setup, bookings.slots, { slug, from, to })) as { items: string[] };
    const visitor = { name: "Eve", email: "eve@example.com", timeZone: "UTC" };
    const { token } = made(await visit(setup, bookings.book, { slug, startTime: items[0], ...visitor }));
    return {
      tries: { "bookings.open": () => visit(setup, bookings.open, { token }) },
      change: async (title) => {
        page = made(await ada.invoke(bookingPages.update, { id: page.id, version: page.version, title }));
      },
      revoke: () => ada.invoke(bookingPages.delete, { id: page.id }),
    };
  },
};

/** A signed-in browser, identified by its cookie. */
async function aBrowser(setup: AccessSetup, roles: ("user" | "admin")[] = []): Promise<TestClient & Person> {
  const { services, owner } = setup.server;
  const email = `${randomUUID()}@example.com`;
  const account = { email, fullName: "Dora", password: PASSWORD };
  const { userId } = await services.auth.createAccount(account);
  // The first account of an instance administers it.
  await owner.query("delete from user_roles where user_id = $1", [userId]);
  for (const role of ["user", ...roles])
    await owner.query("insert into user_roles (user_id, role) values ($1, $2) on conflict do nothing", [
      userId,
      role,
    ]);
  const client = testClient(services);
  const { cookie } = await services.auth.signIn(account, { address: null, credentials: null });
  client.cookie = cookie.split(";")[0] ?? null;
  const actor = await client.currentActor();
  if (!actor) throw new Error("The sign-in holds");
  return Object.assign(client, setup.server.as(actor));
}

const ofSession = (end: (dora: TestClient & Person, setup: AccessSetup) => Promise<unknown>): Grant => ({
  columns: ["sessions.token_hash"],
  make: async (setup) => {
    const dora = await aBrowser(setup);
    return {
      tries: { "tasks.list": () => dora.call(tasks.list) },
      change: (word) => dora.invoke(tasks.create, { title: `Call ${word}` }),
      revoke: () => end(dora, setup),
    };
  },
});

const ofKey = (
  end: (dora: TestClient & Person, id: string, setup: AccessSetup) => Promise<unknown>,
): Grant => ({
  columns: ["api_keys.key_hash"],
  make: async (setup) => {
    const dora = await aBrowser(setup);
    const { id, key } = made(await dora.call(apiKeys.create, { name: "Desk", scopes: ["read"] }));
    const program = testClient(setup.server.services, { apiKey: key });
    return {
      tries: { "tasks.list": () => program.call(tasks.list) },
      change: (word) => dora.invoke(tasks.create, { title: `Call ${word}` }),
      revoke: () => end(dora, id, setup),
    };
  },
});

/** A third-party program that signed in for Dora; all its tokens belong to one grant. */
const ofAgent: Grant = {
  columns: ["api_keys.refresh_hash", "oauth_codes.code_hash"],
  make: async (setup) => {
    const dora = await aBrowser(setup);
    const { agents } = setup.server.services.auth;
    const redirectUri = "http://127.0.0.1:7777/back";
    const { id: clientId } = await agents.register({ name: "Agent", redirectUris: [redirectUri] }, null);
    const verifier = "v".repeat(43);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const grant = { clientId, redirectUri, challenge, scopes: ["read" as const], toolGroups: null };
    const code = await agents.allow(dora, grant);
    const tokens = await agents.exchange({ code, clientId, redirectUri, verifier });
    const program = testClient(setup.server.services, { apiKey: tokens.accessToken });
    const refresh = async () => {
      const { accessToken } = await agents.refresh({ token: tokens.refreshToken, clientId });
      return testClient(setup.server.services, { apiKey: accessToken }).call(tasks.list);
    };
    let isEnded = false;
    return {
      tries: {
        "tasks.list": () => program.call(tasks.list),
        // A refresh token works once: using it before the end would end the first one.
        refresh: () => (isEnded ? refresh() : program.call(tasks.list)),
      },
      change: (word) => dora.invoke(tasks.create, { title: `Call ${word}` }),
      revoke: async () => {
        const { rows } = await setup.server.owner.query("select id from api_keys where client_id = $1", [
          clientId,
        ]);
        await dora.call(apiKeys.revoke, { id: idOf(rows[0]) });
        isEnded = true;
      },
    };
  },
};

const impersonationGrant = (
  end: (grace: TestClient & Person, setup: AccessSetup) => Promise<unknown>,
): Grant => ({
  columns: ["sessions.impersonated_by", "sessions.impersonator_session"],
  make: async (setup) => {
    const dora = await aBrowser(setup);
    const grace = await aBrowser(setup, ["admin"]);
    await grace.call(impersonation.start, { id: dora.userId, reason: "She asked for it" });
    return {
      tries: { "tasks.list": () => grace.call(tasks.list) },
      change: (word) => dora.invoke(tasks.create, { title: `Call ${word}` }),
      revoke: () => end(grace, setup),
    };
  },
});

const invitation: Grant = {
  columns: ["team_invitations.token_hash", "team_invitations.invited_email"],
  make: async (setup) => {
    const [ada, bob] = [await setup.aPerson("Ada"), await setup.aPerson("Bob")];
    const workspaceId = await aWorkspace(setup, ada);
    const sent = await ada.invoke(invitations.create, { workspaceId, email: bob.email });
    const { id, link } = sent as Made & { link: string };
    const token = link.split(/[#/=]/).at(-1) ?? "";
    return {
      tries: {
        "invitations.find": () => bob.invoke(invitations.find, { token }),
        "invitations.received": () => bob.invoke(invitations.received),
      },
      change: (word) => renameWorkspace(ada, workspaceId, word),
      revoke: () => ada.invoke(invitations.revoke, { id }),
      holder: bob,
      ids: { workspaceId },
    };
  },
};

const hook: Grant = {
  columns: ["incoming_webhooks.token_hash"],
  make: async (setup) => {
    const dora = await aBrowser(setup);
    const { id, address } = made(
      await dora.call(incomingWebhooks.create, { name: "Monitor", creates: "task" }),
    );
    const path = new URL(address).pathname;
    return {
      tries: {
        post: async () => {
          const answer = await setup.app.request(path, { method: "POST", body: '{"title":"Down"}' });
          if (!answer.ok) throw notFound("Hook");
        },
      },
      change: null,
      revoke: () => dora.call(incomingWebhooks.delete, { id }),
    };
  },
};

// rule: built-sql - the name of a table in the list below; the law has no input from anybody
const expire = (table: string) => (_: unknown, id: string, setup: AccessSetup) =>
  setup.server.owner.query(`update ${table} set expires_at = now() - interval '1 second' where id = $1`, [
    id,
  ]);

/** Access with a secret, signed in or not. */
export const BY_SECRET: Record<string, Grant> = {
  "a link that is revoked": byLink(({ ada, id, linkId }) => ada.invoke(documents.revokeLink, { id, linkId })),
  "a link that expires": byLink(({ ada, linkId, setup }) => expire("document_links")(ada, linkId, setup)),
  "a link to a document in the trash": byLink(({ ada, id }) => ada.invoke(documents.delete, { id })),
  "a calendar feed that is deleted": feed,
  "a booking page that is deleted": bookingPage((ada, { id }) => ada.invoke(bookingPages.delete, { id })),
  "a booking page that is closed": bookingPage((ada, { id, version }) =>
    ada.invoke(bookingPages.update, { id, version, isOpen: false }),
  ),
  "a visitor's link to a booking, whose page is deleted": booked,
  "a session that is ended from another": ofSession((dora) =>
    dora.invoke(sessions.revoke, { id: dora.credentialId }),
  ),
  "a session that expires": ofSession((dora, setup) =>
    expire("sessions")(dora, dora.credentialId ?? "", setup),
  ),
  "a session whose account is suspended": ofSession((dora, { server }) =>
    server.owner.query("update users set suspended_at = now() where id = $1", [dora.userId]),
  ),
  "an API key that is revoked": ofKey((dora, id) => dora.call(apiKeys.revoke, { id })),
  "an API key that expires": ofKey(expire("api_keys")),
  "an agent whose grant is revoked": ofAgent,
  "eyes that are closed": impersonationGrant((grace) => grace.call(impersonation.end)),
  "eyes of somebody who is no administrator any more": impersonationGrant((grace, { server }) =>
    server.owner.query("delete from user_roles where user_id = $1 and role = 'admin'", [grace.userId]),
  ),
  "an invitation that is revoked": invitation,
  "an address for webhooks that is closed": hook,
};
