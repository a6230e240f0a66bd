import { readFileSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { buildWorld } from "../../understanding/world/build-world.factory.ts";
import { NOW, ZONE } from "../../understanding/world/records.ts";
import { at } from "../../understanding/world/world-parts.factory.ts";
import { chanceOf, textOf } from "./answers.factory.ts";
import { checkClaims } from "./check-claims.ts";
import { Material } from "./material.ts";
import { readAnswer } from "./read-answer.ts";
import { aStatement, type Found } from "./statements.factory.ts";

vi.useFakeTimers({ toFake: ["Date"], now: at(NOW) });
afterAll(() => void vi.useRealTimers());
const server = await testDatabase();
const { ada } = await buildWorld(server);

const wire = (output: unknown) => JSON.parse(JSON.stringify(output));
const RANGE = { from: "2037-11-16T00:00:00.000Z", to: "2037-11-28T00:00:00.000Z" };
const results: Record<string, { items: { id: string }[] }> = {
  tasks: wire(await ada.invoke(tasks.list, { limit: 100 })),
  events: wire(await ada.invoke(events.list, RANGE)),
  contacts: wire(await ada.invoke(contacts.list, { limit: 100 })),
  emails: wire(await ada.invoke(emails.list, { limit: 100 })),
};
const letters = await Promise.all(
  (results.emails?.items ?? []).map(async ({ id }) => wire(await ada.invoke(emails.get, { id }))),
);
const made = wire(await ada.invoke(tasks.create, { title: "Water the plants" }));
const booked = wire(
  await ada.invoke(events.create, {
    title: "Quiet hour",
    startTime: "2037-11-19T15:00:00.000Z",
    endTime: "2037-11-19T16:00:00.000Z",
  }),
);

const found = {
  timeZone: ZONE,
  ...Object.fromEntries(Object.entries(results).map(([name, { items }]) => [name, items])),
} as Found;

/** A run that read everything, made a task and an event, and proposed a mail. */
function material(): Material {
  const read = new Material({ now: new Date(), timeZone: ZONE });
  read.addOwn(
    "look at my tasks, my mail and my week, and do what is needed. Is there anything from Volkswagen?",
  );
  for (const [name, output] of Object.entries(results)) {
    read.addCall({ capability: `${name}.list`, effect: "read", outcome: "done" });
    read.addResult(name, output);
  }
  for (const letter of letters) read.addResult("emails", letter);
  read.addCall({ capability: "tasks.create", effect: "write", outcome: "done" });
  read.addResult("tasks", made);
  read.addCall({ capability: "events.create", effect: "write", outcome: "done" });
  read.addResult("events", booked);
  read.addCall({ capability: "emails.send", effect: "write", outcome: "proposed" });
  read.addProposal(
    { recipients: ["ingrid.solberg@nordlys.test"], subject: "Phase two", body: "Yes, please." },
    "Send an email",
  );
  return read;
}

const overlaps = (one: { start: number; end: number }, other: { start: number; end: number }) =>
  one.start < other.end && other.start < one.end;

type Tally = { all: number; marked: number; examples: string[] };
const tally = (): Tally => ({ all: 0, marked: 0, examples: [] });
const share = ({ all, marked }: Tally) => marked / all;

test("what it says is checked: at least 99 of 100 planted falsehoods are marked", {
  timeout: 120_000,
}, () => {
  const read = material();
  const chance = chanceOf(26);
  const byKind = new Map<string, Tally>();
  const sum = tally();
  while (sum.all < 3_000) {
    const statement = aStatement(found, chance);
    const pieces = statement.filter((part) => typeof part !== "string");
    if (pieces.length === 0) continue;
    const lied = chance.whole(pieces.length);
    const { text, places } = textOf(statement, lied, chance);
    const place = places[lied];
    if (!place) continue;
    const isMarked = checkClaims(text, read).some((mark) => overlaps(mark, place));
    const one = byKind.get(place.kind) ?? tally();
    byKind.set(place.kind, one);
    for (const each of [one, sum]) {
      each.all += 1;
      if (isMarked) each.marked += 1;
      else each.examples.push(`${text.slice(place.start, place.end)} | ${text}`);
    }
  }
  const shares = [...byKind].map(([kind, each]) => `${kind} ${each.marked} of ${each.all}`);
  process.stdout.write(`falsehoods marked: ${sum.marked} of ${sum.all} (${shares.join(", ")})\n`);
  process.stdout.write(`${sum.examples.slice(0, 30).join("\n")}\n`);
  expect(share(sum)).toBeGreaterThanOrEqual(0.99);
});

test("what it says is checked: fewer than 3 of 100 true claims are marked", { timeout: 120_000 }, () => {
  const read = material();
  const chance = chanceOf(62);
  const claims = tally();
  while (claims.all < 3_000) {
    const { text, places } = textOf(aStatement(found, chance), null, chance);
    const marks = checkClaims(text, read);
    claims.all += places.length;
    claims.marked += marks.length;
    for (const { start, end } of marks) claims.examples.push(`${text.slice(start, end)} | ${text}`);
  }
  process.stdout.write(`true claims marked: ${claims.marked} of ${claims.all}\n`);
  process.stdout.write(`${[...new Set(claims.examples)].slice(0, 30).join("\n")}\n`);
  expect(share(claims)).toBeLessThan(0.03);
});

test("what it says is checked: answers as a model writes them are not marked", () => {
  const read = material();
  const lines = readFileSync(new URL("true-answers.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const marked = lines.flatMap((line) =>
    checkClaims(line, read).map(({ start, end, kind }) => `${kind} ${line.slice(start, end)} | ${line}`),
  );
  const claims = lines.flatMap((line) =>
    readAnswer(line, read, []).sentences.flatMap(({ values }) => values),
  );
  process.stdout.write(
    `marked in answers by hand: ${marked.length} of ${claims.length}\n${marked.join("\n")}\n`,
  );
  expect(claims.length).toBeGreaterThan(150);
  expect(marked.length / claims.length).toBeLessThan(0.03);
});
