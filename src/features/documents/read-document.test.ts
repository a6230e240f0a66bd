import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { documents } from "./documents.ts";
import { aDocument, aFile, aScan } from "./factory.ts";
import { readWaitingDocuments } from "./jobs.ts";
import { type DocumentOnWire, type Extension, FILE_TYPES } from "./model.ts";
import { recognizePages } from "./parsing/recognize-pages.ts";
import { readDocument } from "./read-document.ts";
import { recognizeDocument } from "./recognize-document.ts";
import { documents as documentRows } from "./tables.ts";

const server = await testDatabase(async ({ connection, services, atEnd }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner"), log: createLog("silent") }, [
    readDocument,
    recognizeDocument,
  ]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { aUser, as, owner, services } = server;

let ada: Person;
let bob: Person;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

/** A stored file with its row, as an upload leaves it. */
async function storeDocument(
  person: Person,
  extension: Extension,
  title: string,
  bytes?: Buffer,
): Promise<string> {
  const { key, size, sha256 } = await services.files.put(bytes ?? aFile[extension]);
  const [row] = await person.run(({ db }) =>
    db
      .insert(documentRows)
      .values(
        aDocument({
          userId: person.userId,
          title,
          fileName: `paper${extension}`,
          fileType: FILE_TYPES[extension].type,
          storageKey: key,
          fileSize: size,
          sha256,
        }),
      )
      .returning({ id: documentRows.id }),
  );
  const id = row?.id ?? "";
  await readDocument.run(services, { id, userId: person.userId });
  return id;
}

const get = (person: Person, id: string) => person.invoke(documents.get, { id }) as Promise<DocumentOnWire>;
/** As the palette finds it. */
const inPalette = async (person: Person, text: string) => {
  const found = sql`select id from search_documents(${text}, 20)`;
  return (await person.run(({ db }) => db.execute<{ id: string }>(found))).rows.map(({ id }) => id);
};
const find = async (person: Person, text: string, more: object = {}) =>
  ((await person.invoke(documents.list, { text, ...more })) as { items: DocumentOnWire[] }).items;

test("DOC-05: a file is read after its upload, and the row shows it", async () => {
  const id = await storeDocument(ada, ".pptx", "Pitch");
  expect(await get(ada, id)).toMatchObject({ readState: "read", readFailure: null, pages: 2 });
});

test("lines of a PDF that were wrapped are joined to sentences", async () => {
  const sentences = (await keyDates(await storeDocument(ada, ".pdf", "Lease"))).map(
    ({ sentence }) => sentence,
  );
  expect(sentences).toContain("The tenant may renew the lease by written notice until September 30, 2031.");
});

test("an unreadable file shows the reason and is retained", async () => {
  const id = await storeDocument(ada, ".docx", "Lease", Buffer.from("PK\u0003\u0004 broken"));
  expect(await get(ada, id)).toMatchObject({
    readState: "failed",
    readFailure: "The file is damaged and cannot be opened",
  });
});

test("D3: text of scanned pages is recognised, found, summarised and offered as dates; not with OCR disabled", async () => {
  const id = await storeDocument(ada, ".pdf", "Scan", aScan);
  expect(await get(ada, id)).toMatchObject({ readState: "read", picturePages: 2, recognizedPages: null });
  const recognized = async () => (await get(ada, id)).recognizedPages;
  await expect.poll(recognized, { timeout: 60_000 }).toBe(2);
  expect(await get(ada, id)).toMatchObject({
    readState: "read",
    pages: 2,
    picturePages: 2,
    aiSummary: expect.stringContaining("4,200 euros on the first day of each month"),
  });
  for (const words of ["harbour office", "lighthouse brass"])
    expect(await inPalette(ada, words)).toEqual([id]);
  const found = await keyDates(id);
  expect(found).toContainEqual(
    expect.objectContaining({
      day: "2031-09-30",
      sentence: expect.stringMatching(/^This lease ends on September 30, 2031 unless/),
    }),
  );
  const { config } = services;
  services.config = { ...config, recognizesScans: false };
  const plain = await storeDocument(ada, ".pdf", "Scan", aScan).finally(() => {
    services.config = config;
  });
  expect(await get(ada, plain)).toMatchObject({ readState: "read", picturePages: 2, recognizedPages: 0 });
});

test("D3: an empty page is not a scan, and neither it nor a damaged image gives text", async () => {
  const today = "2026-11-22";
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>";
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  const empty = Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n`);
  expect(await recognizePages({ today }, empty)).toMatchObject({ pages: 1, pictures: 0, recognized: 0 });
  const damaged = Buffer.from(aScan);
  damaged.fill(0, damaged.indexOf("/DCTDecode") + 200, damaged.indexOf("6 0 obj") - 200);
  damaged.fill(0, damaged.indexOf("/FlateDecode") + 100, damaged.length - 700);
  expect(await recognizePages({ today }, damaged)).toMatchObject({ pages: 2, recognized: 0, text: "" });
});

test("DOC-06: words of the content are found, alone and together with those of the title", async () => {
  const lease = await storeDocument(ada, ".docx", "Lisbon contract");
  await storeDocument(ada, ".xlsx", "Figures");
  await storeDocument(bob, ".docx", "Bob's lease");
  for (const words of ["heating", "heat november", "contract heating", "brückner", "bruckner"])
    expect(
      (await find(ada, words)).map(({ id }) => id),
      words,
    ).toEqual([lease]);
  expect(await find(ada, "heating zebra")).toEqual([]);
  const [found] = await find(ada, "heating");
  expect(found?.excerpt).toContain("The landlord must repair the heating by November 15, 2026.");
  expect((await get(ada, lease)).excerpt).toBeNull();
});

test("a new title is searchable together with the content at once", async () => {
  const id = await storeDocument(ada, ".docx", "Contract");
  await ada.invoke(documents.update, { id, version: 1, title: "Portugal" });
  expect((await find(ada, "portugal heating")).map((found) => found.id)).toEqual([id]);
  expect(await find(ada, "contract heating")).toEqual([]);
});

test("decision 14: people it is shared with find its content too, until sharing ends", async () => {
  const id = await storeDocument(ada, ".docx", "Lease");
  expect(await find(bob, "heating", { show: "withMe" })).toEqual([]);
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  expect(await find(bob, "heating", { show: "withMe" })).toMatchObject([{ id }]);
  expect(await inPalette(bob, "heating")).toEqual([id]);
  await ada.invoke(documents.delete, { id });
  expect(await find(bob, "heating", { show: "withMe" })).toEqual([]);
  expect(await inPalette(bob, "heating")).toEqual([]);
});

test("the command palette finds a document by its content, once", async () => {
  const id = await storeDocument(ada, ".docx", "Lease of the office");
  for (const words of ["lease", "heating", "office heating"])
    expect(await inPalette(ada, words), words).toEqual([id]);
});

type KeyDates = { dates: { id: string; day: string; state: string; sentence: string }[] };
const keyDates = async (id: string) =>
  ((await ada.invoke(documents.keyDates, { id })) as KeyDates).dates.map((each) => each);

test("DOC-05: the text is summarised by the built-in engine, which is shown, and counted", async () => {
  const id = await storeDocument(ada, ".docx", "Lease");
  expect(await get(ada, id)).toMatchObject({
    aiSummary: expect.stringContaining("The lease begins on"),
    summaryBy: "built-in",
  });
  expect(await ada.invoke(documents.stats)).toMatchObject({ aiProcessed: 1 });
});

test("documents with the same uncommon words are similar, but only the user's own", async () => {
  const lease = await storeDocument(ada, ".docx", "Lease");
  const copy = await storeDocument(ada, ".pdf", "Draft of it");
  await storeDocument(ada, ".xlsx", "Figures");
  await storeDocument(bob, ".doc", "Bob's lease");
  const similar = async (id: string) =>
    ((await ada.invoke(documents.similar, { id })) as { items: DocumentOnWire[] }).items.map(
      (each) => each.id,
    );
  expect(await similar(lease)).toEqual([copy]);
  await ada.invoke(documents.delete, { id: copy });
  expect(await similar(lease)).toEqual([]);
});

test("future dates become a task or an event if the user accepts them, and that can be undone", async () => {
  const id = await storeDocument(ada, ".docx", "Lease");
  const [first, second, ...rest] = (await keyDates(id)).filter(({ day }) => day > "2027-12-31");
  expect(rest).toEqual([]);
  const timeZone = "Europe/Berlin";
  const task = { id, dateId: first?.id, as: "task", timeZone };
  expect(await ada.invoke(documents.acceptKeyDate, task)).toMatchObject({ state: "accepted" });
  expect(await ada.invoke(tasks.list)).toMatchObject({
    items: [
      {
        title: "The tenant may renew the lease by written notice until September 30, 2031",
        description: expect.stringContaining("From 'Lease': The tenant may renew"),
        dueDate: "2031-09-29T22:00:00.000Z",
      },
    ],
  });
  await expect(ada.invoke(documents.acceptKeyDate, task)).rejects.toMatchObject({ code: "conflict" });
  await ada.invoke(documents.reopenKeyDate, { id, dateId: first?.id });
  expect(await ada.invoke(tasks.list)).toMatchObject({ items: [] });
  const event = { id, dateId: second?.id, as: "event", timeZone };
  const created = (await ada.invoke(documents.acceptKeyDate, event)) as { eventId: string };
  expect(await ada.invoke(events.get, { id: created.eventId })).toMatchObject({
    isAllDay: true,
    startTime: "2031-12-31T00:00:00.000Z",
  });
  await ada.invoke(documents.dismissKeyDate, { id, dateId: first?.id });
  expect((await keyDates(id)).map(({ id: dateId }) => dateId)).not.toContain(first?.id);
  // Read again, decided dates stay decided.
  await readDocument.run(services, { id, userId: ada.userId });
  expect((await keyDates(id)).filter(({ day }) => day > "2027-12-31")).toEqual([
    expect.objectContaining({ id: second?.id, state: "accepted" }),
  ]);
  await ada.invoke(documents.reopenKeyDate, { id, dateId: second?.id });
  await expect(ada.invoke(events.get, { id: created.eventId })).rejects.toMatchObject({ code: "not_found" });
  for (const verb of [documents.keyDates, documents.dismissKeyDate])
    await expect(
      bob.invoke(verb, { id, ...(verb === documents.dismissKeyDate && { dateId: first?.id }) }),
    ).rejects.toMatchObject({ code: "not_found" });
});

test("documents that were never read are read later", async () => {
  const id = await storeDocument(ada, ".txt", "Old");
  await owner.query(
    "update documents set read_state = 'waiting', created_at = now() - interval '1 day' where id = $1",
    [id],
  );
  await readWaitingDocuments.run(services, {});
  await expect.poll(async () => (await get(ada, id)).readState, { timeout: 40_000 }).toBe("read");
});
