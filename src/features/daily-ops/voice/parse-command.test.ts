import fc from "fast-check";
import { expect, test } from "vitest";
import { COMMAND_TYPES } from "../voice-model.ts";
import { parseCommand } from "./parse-command.ts";

/** Saturday, 11:00 in Berlin, the day before clocks go forward. */
const situation = { now: new Date("2026-03-28T10:00:30Z"), timeZone: "Europe/Berlin" };
const parse = (text: string) => parseCommand(text, situation);

test.for([
  ["any unread emails", "email"],
  ["check my inbox", "email"],
  ["what is on my calendar today", "calendar"],
  ["schedule a meeting with Anna tomorrow", "calendar"],
  ["create a task to call Anna", "task"],
  ["remind me to water the plants", "task"],
  ["how is the weather", "weather"],
  ["do I need an umbrella", "weather"],
  ["how is the traffic to the office", "traffic"],
  ["read me the news", "news"],
  ["latest headlines please", "news"],
  ["good morning", "general"],
] as const)("DAILY-28: '%s' is of the type %s", ([text, type]) => {
  expect(parse(text).type).toBe(type);
});

test("DAILY-28: if a command names two areas, the first counts", () => {
  expect(parse("create a task to email Anna about the meeting").type).toBe("task");
  expect(parse("email Anna about the task").type).toBe("email");
});

test.for([
  ["create an urgent task to call Anna", "urgent"],
  ["add a high priority task", "high"],
  ["task medium sort the mail", "medium"],
  ["a LOW priority task", "low"],
  ["task to buy low-fat milk", undefined],
  ["task to follow the slowly moving line", undefined],
] as const)("DAILY-29: '%s' has the priority %s", ([text, priority]) => {
  expect(parse(text).parameters.priority).toBe(priority);
});

test.for([
  ["create a task to call Anna tomorrow at 3pm", { date: "2026-03-29", time: "15:00" }],
  ["schedule a meeting on Friday at 10:30", { date: "2026-04-03", time: "10:30" }],
  ["add a task for next Monday", { date: "2026-03-30" }],
  ["how is the weather", {}],
] as const)("DATA-24: '%s' has a time", ([text, parameters]) => {
  expect(parse(text).parameters).toEqual(parameters);
});

test.for([
  ["please create a high priority task to call Anna tomorrow at 3pm", "Call Anna"],
  ["remind me to water the plants on Sunday", "Water the plants"],
  ["add task renew the lease, urgent!", "Renew the lease"],
  ["Schedule a meeting with Anna tomorrow at 3pm.", "Meeting with Anna"],
  ["book an appointment called Dentist on Friday at 9am", "Dentist"],
  ["create a task", ""],
] as const)("'%s' has the subject '%s'", ([text, subject]) => {
  expect(parse(text).subject).toBe(subject);
});

test("questions create nothing", () => {
  for (const text of ["what tasks are due", "show my calendar", "any unread emails?", "Meetings tomorrow?"])
    expect(parse(text).isQuestion).toBe(true);
  for (const text of ["create a task to call Anna", "schedule a meeting", "remind me to ask who comes"])
    expect(parse(text).isQuestion).toBe(false);
});

test("any text has a known type", () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.lorem({ maxCount: 30 })),
      (text) => {
        expect(COMMAND_TYPES).toContain(parse(text).type);
      },
    ),
  ));
