import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { recordCrash } from "#platform/crash/crash-records.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import type { Job } from "./model.ts";
import { longPoll, operationsInstance } from "./operations.factory.ts";
import { hintsFor, systemHealth } from "./system-health.ts";
import { systemJobs } from "./system-jobs.ts";

let fails = true;
const stubborn: JobDefinition = {
  name: "test.stubborn",
  payload: z.object({}),
  pollingSeconds: 1,
  run: async () => {
    if (fails) throw new Error("The printer is on fire");
  },
};
const pausedMail = { ...sendSystemMail, run: async () => {}, pollingSeconds: 3600 };
const { server, boss } = await operationsInstance([stubborn, pausedMail]);
const { as, aUser, owner, services } = server;
const ada = as(await aUser({ fullName: "Ada" }));

type JobOnWire = z.input<typeof Job>;

test("jobs: failed ones show their reason and can be retried; waiting ones can be cancelled", async () => {
  await boss.run(({ db }) => services.jobs.enqueue(db, stubborn, {}));
  await expect
    .poll(
      async () =>
        (await owner.query("select state from jobs.job where name = 'test.stubborn'")).rows[0]?.state,
      longPoll,
    )
    .toBe("retry");
  await owner.query(
    "update jobs.job set state = 'failed', completed_on = now() where name = 'test.stubborn'",
  );
  const list = async (state: string) =>
    ((await boss.invoke(systemJobs.list, { state })) as { items: JobOnWire[] }).items.filter(
      ({ name }) => name === "test.stubborn",
    );
  const [failed] = await list("failed");
  expect(failed).toMatchObject({ problem: "The printer is on fire" });
  const id = failed?.id ?? "";
  fails = false;
  await boss.invoke(systemJobs.retry, { id });
  await boss.run(({ db }) =>
    services.jobs.enqueue(db, stubborn, {}, { startAfter: new Date(Date.now() + 3_600_000) }),
  );
  await expect
    .poll(async () => (await list("done")).map((each) => each.id), { timeout: 40_000 })
    .toEqual([id]);
  const waiting = (await list("waiting"))[0];
  await boss.invoke(systemJobs.cancel, { id: waiting?.id ?? "" });
  expect(await list("waiting")).toEqual([]);
  await expect(boss.invoke(systemJobs.cancel, { id })).rejects.toMatchObject({ code: "not_found" });
}, 30_000);

test("S2: health lists what to do, and nothing if all is well", () => {
  const now = new Date("2026-05-01T12:00:00Z");
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const well = {
    databaseMode: "embedded" as const,
    waiting: 0,
    active: 0,
    failed: 0,
    oldestWaiting: null,
    mailAccounts: 0,
    mailFailing: 0,
    mailUncertain: 0,
    mailSyncedAt: null,
    connections: 0,
    connectionsFailing: 0,
    connectionSyncedAt: null,
    processes: 1,
    filePlaces: ["/data/files on one"],
    unlistedProxies: [],
    diskFree: 50e9,
    diskTotal: 100e9,
    lastBackupAt: ago(1),
    lastVerifiedAt: ago(3),
    suspendedWork: [],
  };
  expect(hintsFor(well, now)).toEqual([]);
  const ill = {
    ...well,
    diskFree: 1e6,
    failed: 2,
    filePlaces: ["/data/files on one", "the bucket adjutant at https://s3.example.com"],
    oldestWaiting: ago(1),
    mailFailing: 1,
    mailUncertain: 1,
    connectionsFailing: 1,
    lastBackupAt: ago(5),
    lastVerifiedAt: null,
    unlistedProxies: ["172.18.0.2"],
    suspendedWork: [{ id: "1", name: "Calendar", row: "1", lastAt: "2026-05-01T08:00:00Z", problem: "" }],
  };
  expect(hintsFor(ill, now)).toHaveLength(11);
  expect(hintsFor(ill, now).join()).toContain("different places (/data/files on one; the bucket adjutant at");
  expect(hintsFor(ill, now).join()).toContain("Set TRUSTED_PROXIES=172.18.0.2 and restart");
});

test("health shows where the running servers store files, each place once", async () => {
  const [shared, other] = [randomUUID(), randomUUID()];
  const insert = (place: string | null, location: string | null, age: string) =>
    owner.query(
      `insert into server_processes (id, files_place, files_location, heartbeat_at)
       values (gen_random_uuid(), $1, $2, now() - $3::interval)`,
      [place, location, age],
    );
  await insert(shared, "/mnt/a on one", "1 second");
  await insert(shared, "/mnt/b on two", "1 second");
  await insert(null, null, "1 second");
  await insert(other, "/gone on three", "10 minutes");
  expect(await boss.invoke(systemHealth.get)).toMatchObject({ filePlaces: ["/mnt/a on one"] });
  await insert(other, "/data/files on three", "1 second");
  expect(await boss.invoke(systemHealth.get)).toMatchObject({
    filePlaces: ["/data/files on three", "/mnt/a on one"],
    hints: expect.arrayContaining([expect.stringContaining("Servers store files in different places")]),
  });
  await owner.query("delete from server_processes");
});

test("work that crashed the program twice is on the health page, until an administrator retries it", async () => {
  const { dataDir } = services.config;
  const work = { name: "Calendar", row: "a calendar" };
  recordCrash(dataDir, work, new Error("planted"));
  expect(await boss.invoke(systemHealth.get)).toMatchObject({ suspendedWork: [] });
  const { id } = recordCrash(dataDir, work, new Error("planted"));
  expect(await boss.invoke(systemHealth.get)).toMatchObject({
    suspendedWork: [{ id, ...work, problem: "Error: planted" }],
    hints: expect.arrayContaining([expect.stringContaining("crashed twice on the same job")]),
  });
  await expect(ada.invoke(systemHealth.retry, { id })).rejects.toMatchObject({ code: "forbidden" });
  await boss.invoke(systemHealth.retry, { id });
  expect(await boss.invoke(systemHealth.get)).toMatchObject({ suspendedWork: [] });
  await expect(boss.invoke(systemHealth.retry, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("S2: health counts connected accounts and shows the lag of the slowest", async () => {
  const account = (provider: string, status: string, lastSync: string) =>
    owner.query(
      "insert into integrations (user_id, provider, type, status, last_sync) values ($1, $2, 'email', $3, $4)",
      [ada.userId, provider, status, lastSync],
    );
  await account("gmail", "connected", "2026-05-01T08:00:00Z");
  await account("slack", "error", "2026-05-01T09:00:00Z");
  await account("teams", "disconnected", "2026-04-01T09:00:00Z");
  expect(await boss.invoke(systemHealth.get)).toMatchObject({
    connections: 2,
    connectionsFailing: 1,
    connectionSyncedAt: "2026-05-01T08:00:00.000Z",
  });
});

test("system mail of unknown end is on the health page, until an administrator sends it again or dismisses it", async () => {
  const fail = async (code: string) =>
    (
      await owner.query<{ id: string }>(
        `insert into jobs.job (name, state, data, output, completed_on) values ('mail.send-system-mail', 'failed', $1, $2, now())
         returning id`,
        [
          { isDataStarted: true, sealed: "x" },
          { code, message: "Not certain whether the mail was sent" },
        ],
      )
    ).rows[0]?.id ?? "";
  const [first, second] = [await fail("uncertain"), await fail("uncertain")];
  await fail("other");
  expect(await boss.invoke(systemHealth.get)).toMatchObject({
    mailUncertain: 2,
    failed: 3,
    hints: expect.arrayContaining([
      expect.stringContaining("not certain whether some mail of this instance"),
    ]),
  });
  await expect(ada.invoke(systemJobs.cancel, { id: first })).rejects.toMatchObject({ code: "forbidden" });
  await boss.invoke(systemJobs.cancel, { id: first });
  expect(await boss.invoke(systemHealth.get)).toMatchObject({ mailUncertain: 1 });
  await boss.invoke(systemJobs.retry, { id: second });
  expect(await boss.invoke(systemHealth.get)).toMatchObject({ mailUncertain: 0, failed: 1 });
  const { rows } = await owner.query("select state, data from jobs.job where id = $1", [second]);
  // Whoever retries it has decided to send it again.
  expect(rows).toEqual([{ state: "retry", data: { sealed: "x" } }]);
});
