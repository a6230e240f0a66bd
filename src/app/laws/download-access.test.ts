import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarFeeds } from "#features/calendar/calendar-feeds.ts";
import { contactCards } from "#features/contacts/contact-cards.ts";
import { dataExports } from "#features/data-rights/tables.ts";
import { documents } from "#features/documents/documents.ts";
import { aFile } from "#features/documents/factory.ts";
import { readDocument } from "#features/documents/read-document.ts";
import { emails } from "#features/email/emails.ts";
import { profile } from "#features/settings/profile.ts";
import { decisions } from "#features/team/decisions.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { auditImpersonatedDownloads } from "#platform/http/audit-impersonated-downloads.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { withoutRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { aJpeg } from "#platform/testing/pictures.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { slices } from "../slices.ts";
import { bootstrapConnection, inEachState } from "./fill-states.ts";

// The access laws for downloads: every route with a file, found automatically, requested by its owner, by Bob and
// without a session. A route that is not in the list below fails the first law.

const log = createLog("silent");
const server = await testDatabase(async ({ connection, services, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log };
  const jobs = await startJobs(
    parts,
    slices.flatMap((slice) => slice.jobs ?? []).map((job) => ({ ...job, pollingSeconds: 3600 })),
  );
  atEnd(() => jobs.stop());
  return { jobs };
});
const { services, as, aUser, owner } = server;
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));
const boss = as(await aUser({ fullName: "Grace", roles: ["admin"] }));
/** The administrator, impersonating Ada. */
const eyes: Actor = { ...ada, impersonatedBy: boss.userId, scopes: ["read"] };
const people = { ada, bob, boss, eyes, nobody: null };
type Requester = keyof typeof people;

const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "law", log));
app.use(async (context, next) => {
  context.set("requestId", randomUUID());
  context.set("nonce", "bm9uY2U");
  context.set("address", "127.0.0.1");
  context.set("actor", people[context.req.header("x-person") as Requester] ?? null);
  await next();
});
app.use("/files/*", auditImpersonatedDownloads(services));
for (const { routes } of slices) routes?.(app, { services, log });
const open = async (path: string, requester: Requester) => {
  const answer = await app.request(path, { headers: { "x-person": requester } });
  return { status: answer.status, text: await answer.text() };
};

async function upload(path: string, bytes: Buffer | string, name: string): Promise<string> {
  const body = new FormData();
  body.append("title", "Lease");
  body.append("file", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), name);
  const answer = await app.request(path, { method: "POST", body, headers: { "x-person": "ada" } });
  return ((await answer.json()) as { id: string }).id;
}
const idOf = (record: unknown) => (record as { id: string }).id;

/** A file that is Ada's, by the pattern of its address. */
const ADAS: Record<string, () => Promise<string>> = {
  "/files/documents/:id": async () =>
    `/files/documents/${await upload("/files/documents", "Hello", "a.txt")}`,
  "/files/documents/:id/preview": async () => {
    const id = await upload("/files/documents", aFile[".docx"], "lease.docx");
    await readDocument.run(services, { id, userId: ada.userId });
    return `/files/documents/${id}/preview`;
  },
  "/files/documents/:id/versions/:versionId": async () => {
    const id = await upload("/files/documents", "First", "a.txt");
    await upload(`/files/documents/${id}/versions`, "Second", "b.txt");
    const { versions } = (await ada.invoke(documents.versions, { id })) as { versions: { id: string }[] };
    return `/files/documents/${id}/versions/${versions[0]?.id}`;
  },
  "/files/email/attachments/:id": async () =>
    `/files/email/attachments/${await upload("/files/email/attachments", "Hello", "a.txt")}`,
  "/files/email/:id/source": async () => `/files/email/${await aMail()}/source`,
  "/files/email/:id/picture": async () => {
    const id = await aMail();
    await owner.query("update emails set html = '<img src=\"http://127.0.0.1:9/a.png\">' where id = $1", [
      id,
    ]);
    return `/files/email/${id}/picture?url=${encodeURIComponent("http://127.0.0.1:9/a.png")}`;
  },
  "/files/contacts/:id/photo": async () => {
    const photo = `PHOTO:data:image/jpeg;base64,${aJpeg({ width: 8, height: 8 }).toString("base64")}`;
    const text = ["BEGIN:VCARD", "VERSION:4.0", "FN:Clara", photo, "END:VCARD", ""].join("\r\n");
    const { ids } = (await ada.invoke(contactCards.import, { text })) as { ids: string[] };
    return `/files/contacts/${ids[0]}/photo`;
  },
  "/files/pictures/:id": async () => {
    const picture = aJpeg({ width: 8, height: 8 }).toString("base64");
    return ((await ada.invoke(profile.setPicture, { picture })) as { avatarUrl: string }).avatarUrl;
  },
  "/files/data-exports/:id": async () => {
    const { key: storageKey, size, sha256 } = await services.files.put(Buffer.from("archive"));
    const [made] = await ada.run(({ db }) =>
      db
        .insert(dataExports)
        .values({ userId: ada.userId, state: "ready", storageKey, size, sha256 })
        .returning(),
    );
    return `/files/data-exports/${made?.id}`;
  },
  "/files/decisions/:id/:name{(log\\.csv|log\\.json|decision\\.pdf)}": async () => {
    const workspaceId = idOf(await ada.invoke(workspaces.create, { name: "Leadership" }));
    return `/files/decisions/${idOf(await ada.invoke(decisions.create, { workspaceId, title: "Open" }))}/log.json`;
  },
};
const aMail = async () => idOf(await ada.invoke(emails.create, { subject: "Figures", body: "See below." }));

/** For administrators, whatever the id. */
const FOR_ADMINISTRATORS: Record<string, string> = {
  "/files/admin/audit.csv": "/files/admin/audit.csv",
  "/files/admin/backups/:id": `/files/admin/backups/${randomUUID()}`,
  "/files/payments.csv": "/files/payments.csv",
};

/** Without an account: anybody with the link. */
const BY_LINK = ["/shared/:token", "/shared/:token/file", "/shared/calendar/:token"];
/** Everything that belongs to the caller. */
const OF_ONES_OWN = ["/files/calendar/export"];

test("G1: every download path is covered by the laws", () => {
  const paths = app.routes
    .filter(({ method, path }) => method === "GET" && /^\/(files|shared)\//.test(path))
    .map(({ path }) => path);
  const known = [...Object.keys(ADAS), ...Object.keys(FOR_ADMINISTRATORS), ...BY_LINK, ...OF_ONES_OWN];
  expect([...new Set(paths)].sort()).toEqual(known.sort());
});

test.for(Object.entries(ADAS))(
  "D1, G1: %s opens for its owner, not for Bob, administrators or signed-out callers",
  async ([, make]) => {
    const path = await make();
    expect([401, 403, 404]).not.toContain((await open(path, "ada")).status);
    for (const requester of ["bob", "boss"] as const)
      expect((await open(path, requester)).status, requester).toBe(404);
    expect((await open(path, "nobody")).status).toBe(401);
    const foreign = path.replace(/[0-9a-f-]{36}/, randomUUID());
    expect((await open(foreign, "ada")).status).toBe(404);
  },
);

test.for(Object.entries(ADAS))(
  "D1, G1: %s opens for its owner only, without row-level security",
  async ([, make]) => {
    const path = await make();
    await withoutRowLevelSecurity(owner, async () => {
      expect([401, 403, 404]).not.toContain((await open(path, "ada")).status);
      for (const who of ["bob", "boss"] as const) expect((await open(path, who)).status, who).toBe(404);
      const states: string[] = [];
      for (const id of path.match(/[0-9a-f-]{36}/g) ?? [])
        await inEachState(bootstrapConnection(server), id, async ({ column, value }) => {
          states.push(`${column} = ${value}`);
          for (const who of ["bob", "boss"] as const)
            expect((await open(path, who)).status, `${who}, ${states.at(-1)}`).toBe(404);
        });
      expect(states.length).toBeGreaterThan(0);
    });
  },
);

const ofAdas: [string, () => Promise<string>][] = [
  ...Object.entries(ADAS),
  ...OF_ONES_OWN.map((path): [string, () => Promise<string>] => [path, async () => path]),
];
test.for(ofAdas)(
  "S4, D38: %s opens while impersonating Ada and is audited under both names",
  async ([, make]) => {
    const path = await make();
    const before = await impersonationAudit();
    const { status } = await open(path, "eyes");
    const ids = path.match(/[0-9a-f-]{36}/g) ?? [];
    const found = (await impersonationAudit()).slice(before.length);
    expect([401, 403, 404]).not.toContain((await open(path, "ada")).status);
    if (status >= 400) return expect(found, `refused with ${status}`).toEqual([]);
    expect(found).toContainEqual(
      expect.objectContaining({
        user_id: ada.userId,
        impersonated_by: boss.userId,
        record_ids: ids,
      }),
    );
    expect(found.map(({ capability }) => capability)).toContainEqual(expect.stringMatching(/^files\.[a-z]/));
  },
);
const impersonationAudit = async () =>
  (
    await owner.query<{ capability: string; user_id: string; impersonated_by: string; record_ids: string[] }>(
      "select capability, user_id, impersonated_by, record_ids from audit_log where impersonated_by is not null order by at",
    )
  ).rows;

test.for(Object.values(FOR_ADMINISTRATORS))("D1, G1: %s is for administrators only", async (path) => {
  expect([401, 403, 500]).not.toContain((await open(path, "boss")).status);
  expect((await open(path, "ada")).status).toBe(403);
  expect((await open(path, "nobody")).status).toBe(401);
});

test("D1, G1: a shared link opens its own record only, until it is revoked", async () => {
  const id = await upload("/files/documents", "Hello by link", "a.txt");
  const link = (await ada.invoke(documents.createLink, { id })) as { path: string; link: { id: string } };
  const feed = (await ada.invoke(calendarFeeds.create, { name: "Phone" })) as { id: string; path: string };
  const paths = [link.path, `${link.path}/file`, feed.path];
  for (const path of paths) {
    expect((await open(path, "nobody")).status, path).toBe(200);
    const wrong = path.replace(/[\w-]{40,}/, "A".repeat(43));
    expect(wrong).not.toBe(path);
    expect((await open(wrong, "ada")).status, wrong).toBe(404);
  }
  await ada.invoke(documents.revokeLink, { id, linkId: link.link.id });
  await ada.invoke(calendarFeeds.delete, { id: feed.id });
  for (const path of paths) expect((await open(path, "nobody")).status, path).toBe(404);
});

test("D1: a calendar export contains only the caller's own events", async () => {
  const times = { startTime: "2026-03-01T09:00:00Z", endTime: "2026-03-01T10:00:00Z" };
  await ada.invoke(events.create, { title: "Ada's secret review", ...times });
  expect((await open("/files/calendar/export", "ada")).text).toContain("Ada's secret review");
  expect((await open("/files/calendar/export", "bob")).text).not.toContain("Ada's secret review");
  expect((await open("/files/calendar/export", "nobody")).status).toBe(401);
});
