import { expect, test } from "vitest";
import { calendarFiles } from "#features/calendar/calendar-files.ts";
import { calendars } from "#features/calendar/calendars.ts";
import { provideImports } from "#features/integrations/public/provide-imports.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { documentRequests, documentRoutesInstance } from "../document-routes.factory.ts";
import { documents } from "../documents.ts";
import { aDocument } from "../factory.ts";
import { QUOTA_BYTES } from "../model.ts";
import { documents as slice } from "../slice.ts";
import { documents as documentRows } from "../tables.ts";

provideImports([slice.imports]);
const { instance, meet, storedKeys, address } = await documentRoutesInstance();
const { owner, services } = instance;
const { download } = documentRequests(address);

type Imported = { notes: number; added: number; skipped: number; records: { noteIds: string[] } };
type Page = { items: { id: string; title: string; readState: string; createdAt: string }[] };

const note = (...lines: string[]) => ["BEGIN:VJOURNAL", ...lines, "END:VJOURNAL"].join("\r\n");
const file = (...components: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...components, "END:VCALENDAR", ""].join("\r\n");
const MINUTES = note(
  ...["UID:minutes", "DTSTART;VALUE=DATE:20270301", "SUMMARY:Minutes / board", "CATEGORIES:Board"],
  ...["DESCRIPTION:Ada opens the meeting\\nZoë counts the chrysanthemums", "CLASS:PRIVATE"],
);
const DIARY = note("UID:diary", "DTSTART;VALUE=DATE:20270305", "DESCRIPTION:A quiet day");
const importing = (person: Person, text: string, fields: object = {}) =>
  person.invoke(calendarFiles.import, { text, ...fields }) as Promise<Imported>;
const list = async (person: Person, input: object = {}) =>
  ((await person.invoke(documents.list, input)) as Page).items;
const titles = async (person: Person, input: object = {}) =>
  (await list(person, input)).map(({ title }) => title);

test("the journals of a calendar file become text documents that search finds, newest date first", async () => {
  const { ada, bob } = await meet();
  const text = file(MINUTES, DIARY);
  expect(await ada.invoke(calendarFiles.preview, { text })).toMatchObject({
    events: 0,
    notes: 2,
    skipped: 0,
  });
  expect(await list(ada)).toEqual([]);
  expect(await importing(ada, text)).toMatchObject({ added: 0, notes: 2, skipped: 0, problems: [] });
  const [diary, minutes] = await list(ada);
  expect(diary).toMatchObject({ title: "A quiet day", description: "Note of Friday, March 5, 2027" });
  expect(minutes).toMatchObject({
    ...{ title: "Minutes / board", fileName: "Minutes - board.txt", fileType: "text/plain" },
    ...{ description: "Note of Monday, March 1, 2027", tags: ["Board", "private"], category: "general" },
    ...{ scanState: "unscanned", isShared: false, fileVersion: 1 },
  });
  const answer = await download(ada, minutes?.id ?? "");
  expect([answer.status, await answer.text()]).toEqual([
    200,
    "Ada opens the meeting\nZoë counts the chrysanthemums",
  ]);
  await expect
    .poll(() => titles(ada, { text: "chrysanthemums" }), { timeout: 60_000 })
    .toEqual(["Minutes / board"]);
  expect(await list(bob)).toEqual([]);
});

test("an import is undone as one, notes included, and restored; the same note is never imported twice", async () => {
  const { ada, bob } = await meet();
  const event = ["BEGIN:VEVENT", "UID:e", "DTSTART:20270301T090000Z", "SUMMARY:Board", "END:VEVENT"];
  const text = file(...event, MINUTES, DIARY);
  const { records } = await importing(ada, text);
  expect(await importing(ada, text)).toMatchObject({ added: 0, notes: 0, records: { noteIds: [] } });
  expect(await titles(ada)).toEqual(["A quiet day", "Minutes / board"]);
  await ada.invoke(calendarFiles.removeImport, records);
  expect(await titles(ada)).toEqual([]);
  expect(((await ada.invoke(documents.trash)) as Page).items).toHaveLength(2);
  await undoLastAction(instance, ada, calendarFiles);
  expect(await titles(ada)).toEqual(["A quiet day", "Minutes / board"]);
  await undoLastAction(instance, ada, calendarFiles);
  expect(await importing(ada, text), "from the trash").toMatchObject({ notes: 2 });
  expect(await titles(ada)).toHaveLength(2);
  expect(await importing(bob, text), "of another person").toMatchObject({ notes: 2 });
  const { noteIds } = records;
  await bob.invoke(calendarFiles.removeImport, { calendarId: null, eventIds: [], taskIds: [], noteIds });
  expect(await titles(ada)).toHaveLength(2);
});

test("of two imports of one file at once, each note is made by one", async () => {
  const { ada } = await meet();
  const before = await storedKeys();
  const both = await Promise.all([importing(ada, file(DIARY)), importing(ada, file(DIARY))]);
  expect(both.map(({ notes }) => notes).toSorted()).toEqual([0, 1]);
  expect(await titles(ada)).toEqual(["A quiet day"]);
  expect(await storedKeys()).toHaveLength(before.length + 1);
});

test("an import from before there were notes can still be undone", async () => {
  const { ada } = await meet();
  const before = { calendarId: null, eventIds: [], taskIds: [] };
  expect(await ada.invoke(calendarFiles.removeImport, before)).toMatchObject({ noteIds: [] });
});

test("while there is a virus scanner, a note waits for it like an uploaded file", async () => {
  const { ada } = await meet();
  const { config } = services;
  services.config = { ...config, clamdAddress: "127.0.0.1:1" };
  await importing(ada, file(DIARY));
  services.config = config;
  const [diary] = await list(ada);
  expect(diary).toMatchObject({ scanState: "waiting", readState: "waiting" });
  expect((await download(ada, diary?.id ?? "")).status).toBe(403);
});

test("a file of notes alone makes no calendar", async () => {
  const { ada } = await meet();
  await importing(ada, file(DIARY), { newCalendar: "Diary" });
  expect(await ada.invoke(calendars.list)).toMatchObject({ items: [] });
  expect(await titles(ada)).toEqual(["A quiet day"]);
});

test("notes that do not fit into the quota are left out with the reason; everything else is imported", async () => {
  const { ada } = await meet();
  const full = aDocument({ userId: ada.userId, title: "Full", fileSize: QUOTA_BYTES - 20 });
  await ada.run(({ db }) => db.insert(documentRows).values(full));
  const before = await storedKeys();
  const event = ["BEGIN:VEVENT", "UID:e", "DTSTART:20270301T090000Z", "SUMMARY:Board", "END:VEVENT"];
  expect(await importing(ada, file(...event, MINUTES))).toMatchObject({
    ...{ added: 1, notes: 0, skipped: 1 },
    problems: [{ line: 8, title: "Minutes / board", reason: expect.stringContaining("more than 5 GB") }],
  });
  expect(await importing(ada, file(DIARY))).toMatchObject({ notes: 1, skipped: 0 });
  expect(await storedKeys()).toHaveLength(before.length + 1);
});

test("an import that fails leaves neither a row nor a file of its notes", async () => {
  const { ada } = await meet();
  const before = await storedKeys();
  const { put } = services.files;
  let count = 0;
  services.files.put = (content) => {
    count += 1;
    if (count > 20) return Promise.reject(new Error("The disk is gone"));
    return put.call(services.files, content);
  };
  const many = Array.from({ length: 40 }, (_, n) => note(`UID:many ${n}`, `SUMMARY:Note ${n}`));
  await expect(importing(ada, file(...many))).rejects.toThrow("The disk is gone");
  services.files.put = put;
  expect(await storedKeys()).toEqual(before);
  const { rows } = await owner.query("select 1 from documents where user_id = $1", [ada.userId]);
  expect(rows).toEqual([]);
  expect(await importing(ada, file(...many))).toMatchObject({ notes: 40 });
});
