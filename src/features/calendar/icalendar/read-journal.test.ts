import { expect, test } from "vitest";
import { readICalendar } from "./read-icalendar.ts";

const note = (...lines: string[]) => ["BEGIN:VJOURNAL", ...lines, "END:VJOURNAL"].join("\r\n");
const file = (...components: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...components, "END:VCALENDAR", ""].join("\r\n");

function read(...components: string[]) {
  const found = readICalendar({ text: file(...components), zone: "Europe/Berlin" });
  if ("problem" in found) throw new Error(found.problem);
  return found;
}
const only = (...lines: string[]) => read(note("UID:1", ...lines)).notes[0];

test("a journal is read as a note: its title, all its texts, its date and its categories", () => {
  const { notes, problems } = read(
    note(
      ...["UID:minutes@example.com", "DTSTART;VALUE=DATE:20270301", "SUMMARY:Minutes\\, board"],
      ...["DESCRIPTION:First\\nline", "DESCRIPTION:Second text", "CATEGORIES:Board,Work", "CATEGORIES:Work"],
    ),
  );
  expect(problems).toEqual([]);
  expect(notes).toEqual([
    {
      ...{ uid: "minutes@example.com", line: 3, title: "Minutes, board", tags: ["Board", "Work"] },
      text: "First\nline\n\nSecond text",
      date: { at: Date.UTC(2027, 2, 1), words: "Monday, March 1, 2027" },
    },
  ]);
});

test("a note without a title has the first line of its text, or its date, as title, and is never empty", () => {
  const long = "word ".repeat(100);
  expect(only(`DESCRIPTION:${long}\\nSecond`)).toMatchObject({ title: long.slice(0, 100).trim() });
  expect(only("DESCRIPTION:\\n \\nFirst  words\\nSecond")).toMatchObject({ title: "First words" });
  expect(only("SUMMARY:Only\\na title")).toMatchObject({ title: "Only a title", text: "Only\na title" });
  expect(only("DTSTART:20270301T093000Z")).toMatchObject({
    title: "Note of Mar 1, 2027, 10:30 AM (Europe/Berlin)",
    text: "Note of Mar 1, 2027, 10:30 AM (Europe/Berlin)",
  });
  expect(only("DTSTART:20270301T093000")?.date).toEqual({
    at: Date.UTC(2027, 2, 1, 8, 30),
    words: "Mar 1, 2027, 9:30 AM (Europe/Berlin)",
  });
  expect(only()).toMatchObject({ title: "(No title)", text: "(No title)", date: null });
});

test("a private note has a tag that says so", () => {
  expect(only("CLASS:PRIVATE", "CATEGORIES:Diary")?.tags).toEqual(["Diary", "private"]);
  expect(only("CLASS:confidential")?.tags).toEqual(["confidential"]);
  expect(only("CLASS:PUBLIC")?.tags).toEqual([]);
});

test("what a note cannot have is listed with the reason, and the note is read without it", () => {
  const { notes, problems } = read(
    note("UID:1", "SUMMARY:Each year", "DTSTART:20270301T100000Z", "RRULE:FREQ=YEARLY"),
    note("UID:2", "DESCRIPTION:With a file\\nand more", "ATTACH:https://example.com/a.pdf"),
    note("UID:3", "SUMMARY:Never", "DTSTART:20270231"),
  );
  expect(notes.map(({ title }) => title)).toEqual(["Each year", "With a file", "Never"]);
  expect(problems).toMatchObject([
    { line: 7, isImported: true, reason: "A note does not repeat: only its first date is used" },
    { line: 12, isImported: true, title: "With a file", reason: "Attachments of a note are not imported" },
    { line: 17, isImported: true, reason: "DTSTART is a date that does not exist; the note has no date" },
  ]);
});

test("an occurrence of a journal is a note of its own, the same note written twice is one, and a cancellation is none", () => {
  const occurrence = note("UID:1", "RECURRENCE-ID:20280301T100000Z", "SUMMARY:Second year");
  const { notes } = read(note("UID:1", "SUMMARY:Draft"), occurrence, note("UID:1", "SUMMARY:Final"));
  expect(notes.map(({ title }) => title)).toEqual(["Final", "Second year"]);
  const cancelled = read("METHOD:CANCEL", note("UID:1", "SUMMARY:Final"));
  expect(cancelled.notes).toEqual([]);
  expect(cancelled.problems).toMatchObject([
    { line: 4, reason: "It only cancels a note", isImported: false },
  ]);
});
