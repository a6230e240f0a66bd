import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import { readArchive } from "../src/platform/database/backup/archive.ts";
import { PASSWORD, Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

const WRITERS = 4;
const SEND_DELAY_MS = 8_000;

test("G18: a backup under load, killed and restored elsewhere, has the same rows; no scheduled mail is sent twice", async () => {
  test.setTimeout(180_000);
  const outside = await aMailServer();
  const settings = {
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(outside.port),
    SMTP_FROM_EMAIL: "desk@aldermoor.org",
    SMTP_SECURE: "false",
    ALLOWED_LOCAL_NETWORKS: "127.0.0.1",
  };
  const [source, target] = [await Instance.create(settings), await Instance.blank(settings)];
  const person = { fullName: "Ada Lovelace", email: "ada@aldermoor.org" };
  // An account created on the command line has a confirmed address.
  await source.command(["create-user", person.email, person.fullName], `${PASSWORD}\n`);
  const program = await source.start();
  const ada = await Person.signIn(source.url, person);
  const subjects = ["Figures of May", "Minutes", "Invitation"];
  for (const subject of subjects)
    await ada.call("emails.send", {
      subject,
      body: "As discussed",
      recipients: ["clara@far.org"],
      scheduledSend: new Date(Date.now() + SEND_DELAY_MS).toISOString(),
    });
  const load = writeContinuously(ada);
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(20);
  const before = [...load.acknowledged];
  const archive = join(source.dataDir, "under-load.tar");
  expect(await source.command(["backup", archive])).toEqual({ code: 0, output: `Wrote ${archive}\n` });
  expect(load.acknowledged.length).toBeGreaterThan(before.length);
  await expect.poll(() => outside.subjects.toSorted(), { timeout: 60_000 }).toEqual(subjects.toSorted());
  const killed = program.end("SIGKILL");
  await load.end();
  await killed;

  await restoreInto(target, archive);

  const moved = await target.start();
  const adaThere = await Person.signIn(target.url, ada);
  const restored = new Set(await titlesOf(adaThere));
  expect(before.filter((title) => !restored.has(title))).toEqual([]);
  const { items } = await adaThere.call<{ items: { subject: string; notDelivered?: string | null }[] }>(
    "emails.list",
    { limit: 200 },
  );
  expect(items.map(({ subject }) => subject)).toEqual(expect.arrayContaining(subjects));
  // When a new mail is sent, the delivery worker has checked everything that was due before it.
  await adaThere.call("emails.send", {
    subject: "Hello again",
    body: "Moved",
    recipients: ["clara@far.org"],
  });
  await expect
    .poll(() => outside.subjects.toSorted(), { timeout: 60_000 })
    .toEqual([...subjects, "Hello again"].toSorted());
  await moved.end();
  await Promise.all([source.remove(), target.remove()]);
  outside.close();
});

/** What it restored is what the archive holds: the same rows and files, as a backup of it shows. */
async function restoreInto(instance: Instance, archive: string): Promise<void> {
  const restored = await instance.command(["restore", archive]);
  expect(restored.code, restored.output).toBe(0);
  const copy = join(instance.dataDir, "copy.tar");
  expect((await instance.command(["backup", copy])).code).toBe(0);
  const [first, second] = [await digestsOf(archive), await digestsOf(copy)];
  expect(Object.keys(first)).toEqual(expect.arrayContaining(["emails", "tasks", "users"]));
  expect(second).toEqual(first);
}

/** Writes continuously until the server is gone. */
function writeContinuously(person: Person) {
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const title = `Writer ${writer}, task ${count}`;
      const isThere = await person.call("tasks.create", { title }).then(
        () => true,
        () => false,
      );
      if (!isThere) return;
      acknowledged.push(title);
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
  return { acknowledged, end: () => Promise.all(writers) };
}

/** What a restore changes on purpose: everyone signs in again, and mail that may have left is held. */
const CHANGED = new Set([
  "sessions",
  "mail_deliveries",
  "mail_recipients",
  "mail_pending_operations",
  "mail_accounts",
]);

/** Of the rows of every table, in any order, and of every file. */
async function digestsOf(archive: string): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  await readArchive(archive, async (name, entry) => {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part);
    const [kind = "", table = ""] = name.split("/");
    if (kind === "files") texts[name] = Buffer.concat(parts).toString("hex");
    if (kind !== "tables" || CHANGED.has(table)) return;
    texts[table] = (texts[table] ?? "") + Buffer.concat(parts).toString("utf8");
  });
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      createHash("sha256").update(text.split("\n").toSorted().join("\n")).digest("hex"),
    ]),
  );
}

async function titlesOf(person: Person): Promise<string[]> {
  const titles: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { title: string }[]; nextCursor: string | null } = await person.call("tasks.list", {
      limit: 200,
      ...(cursor && { cursor }),
    });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);
  return titles;
}

/** Accepts every message and records its subject. */
async function aMailServer() {
  const subjects: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    const reply = (line: string) => void socket.write(`${line}\r\n`);
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      if (isData) {
        const [, subject] = /^Subject: (.*)$/i.exec(line) ?? [];
        if (subject) subjects.push(subject);
        if (line !== ".") return;
        isData = false;
        reply("250 2.0.0 Ok");
      } else if (line.startsWith("EHLO")) reply("250 ready");
      else if (line.startsWith("DATA")) {
        isData = true;
        reply("354 go on");
      } else reply(line.startsWith("QUIT") ? "221 bye" : "250 Ok");
    });
    reply("220 ready");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, subjects, close: () => void server.close() };
}
