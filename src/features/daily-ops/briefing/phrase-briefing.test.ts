import { beforeEach, expect, test } from "vitest";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { modelStandIn } from "#platform/testing/stand-ins/model-stand-in.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import { briefings } from "../briefings.ts";
import { writeBriefingsDueAt } from "../jobs.ts";
import type { Briefing } from "../model.ts";
import { hasSameFacts } from "./check-phrasing.ts";
import { parsePhrasing, withPhrasing } from "./phrase-briefing.ts";

const model = await modelStandIn("sk-test");
const { aUser, as, services } = await testDatabase(async ({ atEnd, services }) => {
  atEnd(model.close);
  const { database, secrets, log } = services;
  const addresses = { ...services.systemSettings.fromEnvironment.addresses, openai: model.url };
  const given = { fields: {}, secrets: { openaiApiKey: "sk-test" }, addresses };
  return { systemSettings: new SystemSettings({ database, secrets, log, given }) };
});
await services.systemSettings.refresh();

let ada: Person;
beforeEach(() => {
  Object.assign(model.behaviour, { mode: "answer", pieces: ["[]"] });
});

const TITLES = ["Late since Friday", "Due an hour ago", "Board", "Offer 7", "9 lives of Bob", "Clause 11"];
const OVERDUE = "2 tasks overdue: 'Late since Friday' (5 days late) and 'Due an hour ago' (due today).";
const MAIL = "3 emails since midnight, 1 unread: 'Clause 11' from Clara Voss. 1 is urgent.";
const WEATHER = "Home: 61 °F, Light Rain, up to 63 °F (simulated).";
const EVENTS = "2 events today: 09:00 'Board' and 11:30 'Offer 7'. 2 more are ahead.";

test.for([
  [OVERDUE, "You have 2 tasks overdue: 'Late since Friday' (5 days late) and 'Due an hour ago' (due today)."],
  [MAIL, "There are 3 emails since midnight with 1 unread, 'Clause 11' from Clara Voss, and 1 is urgent."],
  [EVENTS, "You see 2 events today: at 09:00 'Board', then at 11:30 'Offer 7'. There are 2 more ahead."],
  [WEATHER, WEATHER],
] as const)("a model's wording with the same facts is accepted: %s", ([sentence, text]) => {
  expect(hasSameFacts(text, sentence, TITLES)).toBe(true);
});

test.for([
  ["another number", OVERDUE, OVERDUE.replace("2 tasks", "3 tasks")],
  ["a number in words", OVERDUE, OVERDUE.replace("2 tasks", "Three tasks")],
  ["a number more", OVERDUE, `${OVERDUE} About 40 minutes would do.`],
  ["a number less", OVERDUE, OVERDUE.replace("2 tasks overdue: ", "Overdue: ")],
  [
    "swapped facts",
    OVERDUE,
    "2 tasks overdue: 'Due an hour ago' (5 days late) and 'Late since Friday' (due today).",
  ],
  ["a denial", OVERDUE, OVERDUE.replace("2 tasks overdue", "2 tasks not overdue")],
  ["another state", OVERDUE, OVERDUE.replace("2 tasks overdue", "2 tasks completed")],
  ["another title", OVERDUE, OVERDUE.replace("Late since Friday", "Late since Monday")],
  ["a title that is elsewhere", OVERDUE, OVERDUE.replace("'Due an hour ago'", "'Board'")],
  ["another name", MAIL, MAIL.replace("Clara Voss", "Carla Voss")],
  ["a name in small letters", MAIL, MAIL.replace("Clara Voss", "bob")],
  ["a name more", MAIL, `${MAIL} Ask Bob.`],
  ["a name at the beginning", MAIL, `Bob sent ${MAIL}`],
  ["less urgent", MAIL, MAIL.replace(" 1 is urgent.", "")],
  ["another date", MAIL, MAIL.replace("since midnight", "since Tuesday")],
  ["another day", EVENTS, EVENTS.replace("today", "tomorrow")],
  ["another time", EVENTS, EVENTS.replace("09:00", "9:30")],
  ["a month", EVENTS, `${EVENTS} All in march.`],
  ["real weather", WEATHER, WEATHER.replace(" (simulated)", "")],
  ["another unit", WEATHER, WEATHER.replaceAll("°F", "°C")],
  ["a link", WEATHER, `${WEATHER} See https://evil.example`],
  ["markup", WEATHER, WEATHER.replace("Home", "**Home**")],
  ["hidden letters", WEATHER, WEATHER.replace("Home", "Ho\u200bme")],
  ["two lines", WEATHER, `${WEATHER}\nTake it easy.`],
  ["a sermon", WEATHER, `${WEATHER} ${"and so on ".repeat(40)}`],
] as const)("%s is rejected", ([, sentence, text]) => {
  expect(hasSameFacts(text, sentence, TITLES)).toBe(false);
});

const phrasedOf = (lines: Briefing["lines"]) =>
  lines.filter(({ part }) => part === "summary" || part === "insight");
const line = (text: string) => ({ part: "summary" as const, text, records: [] });

test("the model's order is accepted even if its wording is not; omitted lines follow, invented ones are dropped", () => {
  const lines = [line(EVENTS), line(WEATHER), line(MAIL), { ...line("Held back."), part: "held" as const }];
  const modelAnswer = [
    { number: 3, text: "Bob wants 4 things." },
    { number: 9, text: "A ninth sentence." },
    { number: 1, text: EVENTS.replace("2 events", "2 of your events") },
    { number: 1, text: "Again." },
  ];
  const phrasing = parsePhrasing(`Here you are:\n\`\`\`json\n${JSON.stringify(modelAnswer)}\n\`\`\``, lines);
  expect(withPhrasing(lines, phrasing ?? new Map()).map(({ text }) => text)).toEqual([
    MAIL,
    EVENTS.replace("2 events", "2 of your events"),
    WEATHER,
    "Held back.",
  ]);
  for (const answer of ["", "no", "[", "{}", '[{"number":"1"}]', "[1,2]"])
    expect(parsePhrasing(answer, lines)).toBeNull();
});

const generate = () => ada.invoke(briefings.generate) as Promise<Briefing>;
const NO_NEWS = { ...DAILY_OPS_DEFAULTS, newsEnabled: false, weatherEnabled: false };
async function aDay() {
  ada = as(await aUser({ fullName: "Ada" }));
  await ada.invoke(dailyOpsSettings.save, NO_NEWS);
  await ada.invoke(tasks.create, { title: "Sign the lease", dueDate: "2026-01-05T10:00:00Z" });
  const { lines } = await generate();
  return lines.filter(({ part }) => part === "summary" || part === "insight").map(({ text }) => text);
}

test("B1: false statements of a model are rejected: the briefing is the built-in one and shows 'Built-in'", async () => {
  const builtIn = await aDay();
  const [first = ""] = builtIn;
  const falseAnswer = [
    { number: 1, text: first.replace("1 task", "12 tasks") },
    { number: 2, text: "Bob Miller waits for your answer since Tuesday, 3 March." },
  ];
  model.behaviour.pieces = [JSON.stringify(falseAnswer)];
  model.asked.length = 0;
  const { lines, source } = await generate();
  expect(model.asked).toHaveLength(1);
  expect(phrasedOf(lines).map(({ text }) => text)).toEqual(builtIn);
  expect(source).toBe("built-in");
});

test("B1: a model's wording of the same facts is shown, keeps its records and shows 'Model'", async () => {
  const [first = "", second = ""] = await aDay();
  const otherwise = first.replace("1 task overdue", "You have 1 task overdue");
  model.behaviour.pieces = [
    JSON.stringify([
      { number: 2, text: second },
      { number: 1, text: otherwise },
    ]),
  ];
  const { lines, source, summary } = await generate();
  expect(source).toBe("model");
  expect(summary).toBe(otherwise);
  expect(phrasedOf(lines)[0]).toMatchObject({
    text: otherwise,
    records: [{ kind: "task", title: "Sign the lease" }],
  });
});

test.for([401, 429, 500, "garbage", "cut"] as const)(
  "a model that answers %s leaves the built-in briefing unchanged",
  async (does) => {
    const builtIn = await aDay();
    model.behaviour.mode = does;
    const { lines, source } = await generate();
    expect(phrasedOf(lines).map(({ text }) => text)).toEqual(builtIn);
    expect(source).toBe("built-in");
  },
);

test("the scheduled briefing is phrased too, and calls the model outside of its transaction", async () => {
  const [first = ""] = await aDay();
  const otherwise = first.replace("1 task overdue", "You have 1 task overdue");
  model.behaviour.pieces = [JSON.stringify([{ number: 1, text: otherwise }])];
  const tomorrow = new Date(Date.now() + 86_400_000);
  const due = instantOf({ ...wallClock(tomorrow, "UTC"), hour: 8, minute: 0 }, "UTC");
  await writeBriefingsDueAt(services, due);
  const { briefing } = (await ada.invoke(briefings.ofDay, { date: due.toISOString().slice(0, 10) })) as {
    briefing: Briefing;
  };
  expect(briefing.summary).not.toContain("many days");
  expect(briefing.summary).toContain("1 task overdue");
});
