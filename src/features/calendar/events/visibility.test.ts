import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import { calendarFiles } from "../calendar-files.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import type { EventOnWire } from "../model.ts";
import { readGoogle } from "../providers/read-google.ts";
import { readMicrosoft } from "../providers/read-microsoft.ts";
import { bodyOf as toGoogle } from "../providers/write-google.ts";
import { bodyOf as toMicrosoft } from "../providers/write-microsoft.ts";

// Visibility: CLASS in iCalendar, visibility at Google, sensitivity at Microsoft.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const somebody = async () => server.as(await server.aUser());
const times = { startTime: "2027-03-01T08:00:00Z", endTime: "2027-03-01T09:00:00Z" };

const file = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "DTSTART:20270301T080000Z", ...lines]
    .concat("END:VEVENT", "END:VCALENDAR", "")
    .join("\r\n");

test("the class of an imported event is its visibility, and is exported as it came; one that nobody knows is private", async () => {
  for (const [line, visibility] of [
    ["CLASS:PRIVATE", "private"],
    ["CLASS;X-A=b:confidential", "confidential"],
    ["CLASS:PUBLIC", "public"],
    ["X-OTHER:1", "public"],
    ["CLASS:X-COMPANY", "private"],
  ] as const) {
    const ada = await somebody();
    await ada.invoke(calendarFiles.import, { text: file("SUMMARY:Dentist", line) });
    const { items } = (await ada.invoke(events.list, {})) as { items: EventOnWire[] };
    expect(items, line).toMatchObject([{ title: "Dentist", visibility }]);
    const { text } = (await ada.invoke(calendarFiles.export, {})) as { text: string };
    expect(text.match(/^(?:CLASS|X-OTHER).*$/gm)?.map((each) => each.trim())).toEqual([line]);
  }
});

test("an event is made private and public again; what else was said of it stays", async () => {
  const ada = await somebody();
  const made = (await ada.invoke(events.create, { title: "Dentist", ...times })) as EventOnWire;
  expect(made.visibility).toBe("public");
  const change = { id: made.id, version: made.version, visibility: "private" };
  const after = (await ada.invoke(events.update, change)) as EventOnWire;
  expect(after).toMatchObject({ title: "Dentist", visibility: "private" });
  await expect(
    ada.invoke(events.update, { id: made.id, version: after.version, visibility: "secret" }),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("Google and Microsoft have their own words for it", () => {
  const moment = { dateTime: "2027-03-01T08:00:00Z" };
  const googleEvent = (visibility?: string) =>
    readGoogle(JSON.stringify({ google: [{ id: "1", start: moment, end: moment, visibility }] }))[0];
  const microsoftEvent = (sensitivity?: string) =>
    readMicrosoft(
      JSON.stringify({
        microsoft: [{ id: "1", start: { ...moment }, end: { ...moment }, sensitivity }],
      }),
    )[0];
  const read = (event: FileEvent | undefined) => event?.visibility;
  for (const [word, visibility] of [
    [undefined, "public"],
    ["default", "public"],
    ["public", "public"],
    ["private", "private"],
    ["confidential", "confidential"],
  ] as const)
    expect(read(googleEvent(word)), word).toBe(visibility);
  for (const [word, visibility] of [
    [undefined, "public"],
    ["normal", "public"],
    ["personal", "private"],
    ["private", "private"],
    ["confidential", "confidential"],
  ] as const)
    expect(read(microsoftEvent(word)), word).toBe(visibility);
  const [open, hidden] = [googleEvent("default"), googleEvent("private")];
  if (!open || !hidden) throw new Error("An event cannot be read");
  expect(toGoogle(hidden, open)).toEqual({ visibility: "private" });
  expect(toGoogle(open, hidden)).toEqual({ visibility: "default" });
  expect(toGoogle(open, undefined)).not.toHaveProperty("visibility");
  expect(toMicrosoft(hidden, open)).toEqual({ sensitivity: "private" });
  expect(toMicrosoft(open, hidden)).toEqual({ sensitivity: "normal" });
});
