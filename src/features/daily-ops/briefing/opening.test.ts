import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { commitments } from "#features/commitments/commitments.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { BriefingLine } from "../model.ts";
import { leaveTimes } from "../tables.ts";
import { foldLines, MAX_WORDS, wordsOf } from "./fold-lines.ts";
import { shortReason } from "./format-facts.ts";
import { currentLines, generateBriefing } from "./generate-briefing.ts";
import { briefingMail } from "./write-briefing-mail.ts";

const { aUser, as } = await testDatabase();

/** Wednesday half past eight in Berlin. */
const NOW = new Date("2027-06-16T06:30:00Z");
const SETTINGS = { ...DAILY_OPS_DEFAULTS, timezone: "Europe/Berlin", newsEnabled: false };

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
});

const brief = (now = NOW) =>
  ada.run((context) => generateBriefing(Object.assign(context, { now }), SETTINGS, "2027-06-16"));
const linesOf = (lines: readonly BriefingLine[], part: BriefingLine["part"]) =>
  lines
    .filter((line) => line.part === part)
    .map(({ time, text, note }) => [time, text, note].filter(Boolean).join(" | "));
const at = (clock: string) => `2027-06-16T${clock}:00+02:00`;
const anEvent = (title: string, from: string, to: string, fields: object = {}) =>
  ada.invoke(events.create, { title, startTime: at(from), endTime: at(to), ...fields }) as Promise<{
    id: string;
  }>;

test("a briefing begins with at most three things and their reasons, then the day as a line", async () => {
  for (const title of ["Sign the lease", "Pay the rent", "Call the bank", "Water the plants"])
    await ada.invoke(tasks.create, { title, dueDate: at("00:00") });
  await ada.invoke(tasks.create, {
    title: "Renew the passport",
    dueDate: "2027-06-11T10:00:00Z",
    priority: "urgent",
  });
  const { id } = await anEvent("Board", "10:00", "11:00", { location: "Room 4" });
  await ada.run(({ db }) =>
    db.insert(leaveTimes).values({
      ...{ userId: ada.userId, eventId: id, title: "Board", origin: "Home", destination: "Room 4" },
      ...{ startsAt: new Date(at("10:00")), leaveAt: new Date(at("09:35")), minutes: 15, bufferMinutes: 10 },
      ...{ kind: "live" as const, lastUpdated: NOW },
    }),
  );
  const { lines } = await brief();
  const first = linesOf(lines, "first");
  expect(first).toHaveLength(3);
  expect(first[0]).toBe("'Renew the passport' | This task is overdue (5 days late)");
  expect(first[1]).toMatch(/^'.*' \| This task is due today/);
  expect(linesOf(lines, "day")).toEqual([
    "09:00 | Free until 09:35",
    "09:35 | Leave for 'Board': 15 min",
    "10:00 | 'Board' until 11:00, Room 4",
    "11:00 | Free until 17:00",
  ]);
  expect(linesOf(lines, "needs")).toHaveLength(2);
});

test("nothing past its time stays: not on the page, and not in a mail that is written later", async () => {
  await anEvent("Board", "10:00", "11:00");
  const { lines } = await brief();
  const noon = new Date(at("12:00"));
  const now = await ada.run((context) =>
    currentLines(Object.assign(context, { now: noon }), { lines }, "Europe/Berlin"),
  );
  expect(linesOf(now, "day")).toEqual(["11:00 | Free until 17:00"]);
  expect(JSON.stringify(now)).not.toContain("Board");
  const mailed = briefingMail(lines).flatMap((section) => section.lines);
  expect(mailed.find(({ text }) => text.startsWith("'Board'"))).toMatchObject({
    label: "10:00",
    until: "2027-06-16T09:00:00.000Z",
    links: [{ text: "'Board'", href: expect.stringMatching(/^\/calendar\?event=/) }],
  });
});

test("what is owed is named with its day, and whom it is open with where they are met", async () => {
  const party = "clara@voss.example";
  const owed = { partyName: "Clara Voss", party };
  await ada.invoke(commitments.create, {
    ...{ what: "send the figures", owedBy: "me", due: "2027-06-18T16:00:00Z", ...owed },
  });
  await ada.invoke(commitments.create, {
    ...{ what: "the offer", owedBy: "them", due: "2027-06-14T16:00:00Z", ...owed },
  });
  await anEvent("Lunch", "12:00", "13:00", { attendees: [party] });
  const { lines } = await brief();
  expect(linesOf(lines, "owed")).toEqual(["You owe Clara Voss: 'send the figures' (Fri, Jun 18)"]);
  expect(linesOf(lines, "first")).toEqual([
    "'the offer' (Clara Voss) | They promised this. You meet clara@voss.example at 12:00",
  ]);
  expect(linesOf(lines, "people")).toEqual([
    expect.stringMatching(/^12:00 \| .+: you owe 'send the figures'; you are owed 'the offer'$/),
  ]);
});

test("an event that began before the day or ends after it is not shown with the clock of today", async () => {
  await anEvent("Night shift", "10:00", "10:00", { startTime: "2027-06-15T22:00:00+02:00" });
  await anEvent("Flight", "22:00", "22:00", { endTime: "2027-06-17T06:00:00+02:00" });
  await anEvent("Fair", "20:00", "20:30", { startTime: "2027-06-13T20:00:00+02:00" });
  const { lines } = await brief();
  expect(linesOf(lines, "day")).toEqual([
    "Since Sun, Jun 13 | 'Fair' until 20:30",
    "Since yesterday | 'Night shift' until 10:00",
    "22:00 | 'Flight' until tomorrow 06:00",
  ]);
});

test("a promise that needs the person is not listed as owed again, and the others are counted", async () => {
  for (let index = 0; index < 10; index += 1)
    await ada.invoke(commitments.create, {
      ...{ what: `promise ${index}`, owedBy: "me", due: "2027-06-14T16:00:00Z", party: "clara@voss.example" },
    });
  const { lines } = await brief();
  const named = (["first", "needs", "owed"] as const).flatMap((part) =>
    lines.filter((line) => line.part === part).flatMap(({ text }) => /'promise \d'/.exec(text)?.[0] ?? []),
  );
  expect(new Set(named).size).toBe(named.length);
  expect(linesOf(lines, "owed").at(-1)).toBe("You owe 7 more");
});

test("a long reason is cut within its quotation, which is closed", () => {
  const cut = shortReason(`It takes place at the same time as “${"Board of Aldermoor ".repeat(6)}”`);
  expect(cut).toHaveLength(90);
  expect(cut.slice(-2)).toBe("…”");
  expect(shortReason("This task is overdue")).toBe("This task is overdue");
});

test("a day without anything has no line before the fold", async () => {
  const { lines } = await brief(new Date(at("20:00")));
  expect(lines.filter(({ isFolded }) => !isFolded)).toEqual([]);
});

test("a full day has at most 180 words before the fold, and everything else below it", async () => {
  const words = "Prepare the quarterly figures of all regions for the board of Aldermoor";
  for (let index = 0; index < 12; index += 1) {
    await ada.invoke(tasks.create, { title: `${index} ${words}`, dueDate: at("18:00"), priority: "urgent" });
    await anEvent(`${index} ${words}`, `${String(9 + (index % 9)).padStart(2, "0")}:00`, "19:00", {
      location: "The large room on the fourth floor",
      attendees: ["clara@voss.example", `p${index}@x.example`],
    });
    await ada.invoke(commitments.create, {
      ...{ what: `${index} ${words}`, owedBy: index % 2 ? "me" : "them", party: "clara@voss.example" },
      ...{ partyName: "Clara Voss", due: at("17:00") },
    });
  }
  const { lines } = await brief();
  const shown = lines.filter(({ isFolded }) => !isFolded);
  const count = shown.reduce((sum, line) => sum + wordsOf(line), 0);
  expect(count).toBeLessThanOrEqual(MAX_WORDS);
  expect(count).toBeGreaterThan(MAX_WORDS / 2);
  expect(linesOf(shown, "first")).toHaveLength(3);
  expect(shown.every(({ part }) => part !== "summary" && part !== "insight")).toBe(true);
});

test("however many words a line has, the fold keeps to its number", () => {
  const line = (part: BriefingLine["part"], words: number): BriefingLine => ({
    ...{ part, text: "a ".repeat(words), records: [] },
  });
  const folded = foldLines([line("first", 100), line("first", 90), line("day", 40), line("needs", 60)]);
  expect(folded.map(({ isFolded }) => isFolded)).toEqual([false, true, false, true]);
});
