import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { aTestServer } from "../factory.ts";
import { slices } from "../slices.ts";
import { DAY_OF_WORK } from "./day-of-work.factory.ts";
import { mailedInvitations } from "./mailed-invitations.factory.ts";

// A client is generated from the document that the server returns, type-checked, and does a day's work.

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const server = await aTestServer(slices.flatMap(({ jobs }) => jobs ?? []));
const { address } = server;
const { post } = mailedInvitations(server);

const cache = join(root, "node_modules/.cache");
await mkdir(cache, { recursive: true });
const folder = await mkdtemp(join(cache, "api-client-"));
afterAll(() => rm(folder, { recursive: true }));

const bin = (name: string) => join(root, "node_modules/.bin", name);
const write = (name: string, text: string) => writeFile(join(folder, name), text);

async function aGeneratedClient(): Promise<void> {
  const document = await fetch(`${address}/api/v1/openapi.json`).then((answer) => answer.text());
  await write("openapi.json", document);
  await run(bin("oazapfts"), [join(folder, "openapi.json"), join(folder, "client.ts")]);
  await write("day.ts", DAY_OF_WORK);
  await write("notes.txt", "Minutes of the board");
  await write("package.json", JSON.stringify({ type: "module" }));
  const compilerOptions = {
    ...{ strict: true, skipLibCheck: true, rewriteRelativeImportExtensions: true },
    ...{ target: "esnext", module: "esnext", moduleResolution: "bundler", types: ["node"] },
  };
  await write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
}

async function anInvitedPerson() {
  const ada = server.as(await server.aUser({ fullName: "Ada", email: "ada@example.com" }));
  const bob = server.as(await server.aUser({ fullName: "Bob", email: "bob@example.com" }));
  const nextMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const [startTime, endTime] = [`${nextMonth}T09:00:00Z`, `${nextMonth}T10:00:00Z`];
  const board = { title: "Board", startTime, endTime, attendees: ["bob@example.com"] };
  const { id } = (await ada.invoke(events.create, board)) as EventOnWire;
  await ada.invoke(eventInvitations.send, { eventId: id });
  await post(bob);
  return bob;
}

test("a client generated from the document compiles and does a day's work", {
  timeout: 300_000,
}, async () => {
  const bob = await anInvitedPerson();
  const input = { name: "Program", scopes: ["read", "write", "destroy"] };
  const { key } = (await bob.invoke(apiKeys.create, input)) as { key: string };
  await aGeneratedClient();
  await run(bin("tsc"), ["--project", folder]);
  const { stdout } = await run(process.execPath, [join(folder, "day.js"), address, key]);
  expect(JSON.parse(stdout)).toEqual({
    isSame: true,
    titles: ["Read the minutes", "Book a room", "Call Bob", "Write the offer"],
    invitation: "Board",
    answers: ["accepted"],
    document: ["Notes", ["board", "minutes"], "Minutes of the board"],
    status: "completed",
    conflict: ["conflict", "Write the offer"],
    missing: "not_found",
    isRemoved: true,
    results: [["task", "Write the offer"]],
  });
});
