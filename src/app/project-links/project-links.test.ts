import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { documents } from "#features/documents/documents.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documentDates, documents as documentsTable } from "#features/documents/tables.ts";
import { emails } from "#features/email/emails.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import type { LinkKind, ProjectLinkOnWire, ProjectPerson } from "./model.ts";
import { projectLinks } from "./project-links.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
const bob = server.as(await server.aUser({ fullName: "Bob Noyce" }));

type Made = { id: string };
type Listed = { items: ProjectLinkOnWire[]; people: ProjectPerson[] };

const make = async (verb: unknown, input: object, person: Person = ada) =>
  ((await person.invoke(verb, input)) as Made).id;
const newProject = (person?: Person) => make(projects.create, { name: "Office move" }, person);
const add = (projectId: string, kind: LinkKind, recordId: string, person: Person = ada) =>
  person.invoke(projectLinks.create, { projectId, kind, recordId }) as Promise<ProjectLinkOnWire>;
const list = (projectId: string, person: Person = ada) =>
  person.invoke(projectLinks.list, { projectId }) as Promise<Listed>;
const titles = async (projectId: string) => (await list(projectId)).items.map(({ title }) => title);

const anEmail = (fields: object = {}, person?: Person) =>
  make(
    emails.create,
    { subject: "The lease", body: "See below.", recipients: ["clara@voss.example"], ...fields },
    person,
  );
const aMeeting = (fields: object = {}) =>
  make(events.create, {
    title: "Visit",
    location: "Harbour 3",
    startTime: "2031-03-01T11:00:00Z",
    endTime: "2031-03-01T12:00:00Z",
    ...fields,
  });
async function aFile(person: Person = ada): Promise<string> {
  const row = aDocument({ userId: person.userId, title: "Floor plan" });
  const [made] = await person.run(({ db }) => db.insert(documentsTable).values(row).returning());
  return (made as Made).id;
}

test("decision 0151: contacts, emails, events and documents are added to a project, and shown as what they are now", async () => {
  const projectId = await newProject();
  const clara = await make(contacts.create, {
    contactName: "Clara Voss",
    contactEmail: "clara@voss.example",
  });
  await add(projectId, "contact", clara);
  await add(projectId, "email", await anEmail());
  await add(projectId, "event", await aMeeting());
  await add(projectId, "document", await aFile());
  expect((await list(projectId)).items).toMatchObject([
    { kind: "document", title: "Floor plan", at: null },
    { kind: "event", title: "Visit", detail: "Harbour 3", at: "2031-03-01T11:00:00.000Z", isAllDay: false },
    { kind: "email", title: "The lease", detail: "clara@voss.example" },
    { kind: "contact", title: "Clara Voss", detail: "clara@voss.example" },
  ]);
  await ada.invoke(contacts.update, { id: clara, version: 1, contactName: "Clara Voss-Berg" });
  expect(await titles(projectId)).toContain("Clara Voss-Berg");
});

test("decision 0151: people of the emails and events are named once, without oneself and without added contacts", async () => {
  const projectId = await newProject();
  const dora = "Dora Kent <Dora@kent.example>";
  await add(projectId, "email", await anEmail({ recipients: [dora, "clara@voss.example"], cc: [ada.email] }));
  await add(projectId, "event", await aMeeting({ attendees: ["dora@kent.example", ada.email] }));
  expect((await list(projectId)).people).toEqual([
    { name: "Dora Kent", address: "Dora@kent.example" },
    { name: "clara@voss.example", address: "clara@voss.example" },
  ]);
  await add(
    projectId,
    "contact",
    await make(contacts.create, { contactName: "Dora", contactEmail: "dora@kent.example" }),
  );
  expect((await list(projectId)).people.map(({ address }) => address)).toEqual(["clara@voss.example"]);
});

test("decision 0151: nothing is added twice; adding and removing are taken back by Undo", async () => {
  const projectId = await newProject();
  const mail = await anEmail();
  const first = await add(projectId, "email", mail);
  await undoLastAction(server, ada, projectLinks);
  expect(await titles(projectId)).toEqual([]);
  const second = await add(projectId, "email", mail);
  await expect(add(projectId, "email", mail)).rejects.toMatchObject({ code: "conflict" });
  await ada.invoke(projectLinks.delete, { id: second.id });
  expect(await titles(projectId)).toEqual([]);
  await undoLastAction(server, ada, projectLinks);
  expect(await titles(projectId)).toEqual(["The lease"]);
  await expect(ada.invoke(projectLinks.delete, { id: first.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("decision 0151: what is in the trash is missing until it is restored", async () => {
  const projectId = await newProject();
  const mail = await anEmail();
  await add(projectId, "email", mail);
  await ada.invoke(emails.delete, { id: mail });
  expect(await titles(projectId)).toEqual([]);
  await ada.invoke(emails.restore, { id: mail });
  expect(await titles(projectId)).toEqual(["The lease"]);
});

test("decision 0151: an occurrence of a series is added as an occurrence", async () => {
  const projectId = await newProject();
  await aMeeting({ title: "Weekly visit", rrule: "FREQ=WEEKLY;COUNT=3", zone: "UTC" });
  const { items } = (await ada.invoke(events.list, {
    from: "2031-03-07T00:00:00Z",
    to: "2031-03-10T00:00:00Z",
  })) as { items: Made[] };
  await add(projectId, "event", items[0]?.id ?? "");
  expect((await list(projectId)).items).toMatchObject([
    { title: "Weekly visit", at: "2031-03-08T11:00:00.000Z" },
  ]);
});

test("ROLE-06: nobody adds, lists or removes in another's project, nor adds another's record; a shared document is added until it is shared no more", async () => {
  const projectId = await newProject();
  const refused = { code: "not_found" };
  await expect(list(projectId, bob)).rejects.toMatchObject(refused);
  await expect(add(projectId, "email", await anEmail({}, bob), bob)).rejects.toMatchObject(refused);
  await expect(add(projectId, "email", await anEmail({}, bob))).rejects.toMatchObject(refused);
  const { id } = await add(projectId, "email", await anEmail());
  await expect(bob.invoke(projectLinks.delete, { id })).rejects.toMatchObject(refused);
  const shared = await aFile(bob);
  await expect(add(projectId, "document", shared)).rejects.toMatchObject(refused);
  await bob.invoke(documents.share, { id: shared, with: { email: ada.email } });
  await add(projectId, "document", shared);
  expect(await titles(projectId)).toEqual(["Floor plan", "The lease"]);
  const { shares } = (await bob.invoke(documents.sharing, { id: shared })) as { shares: Made[] };
  await bob.invoke(documents.unshare, { id: shared, shareId: shares[0]?.id });
  expect(await titles(projectId)).toEqual(["The lease"]);
});

test("decision 0151: a document of which a task of the project was made is there without being added, once", async () => {
  const projectId = await newProject();
  const taskId = await make(tasks.create, { title: "Sign the lease", projectId });
  const documentId = await aFile();
  const date = {
    day: "2031-03-01",
    kind: "deadline" as const,
    sentence: "Sign by March 1.",
    state: "accepted" as const,
  };
  await ada.run(({ db }) =>
    db.insert(documentDates).values([
      { ...date, documentId, taskId, userId: ada.userId },
      { ...date, documentId, taskId, userId: ada.userId, sentence: "Not later." },
    ]),
  );
  expect((await list(projectId)).items).toMatchObject([{ recordId: documentId, origin: "task" }]);
  await add(projectId, "document", documentId);
  expect((await list(projectId)).items).toMatchObject([{ recordId: documentId, origin: "added" }]);
});

test("PROJ-04: the links of a project go with it, and not what was linked", async () => {
  const projectId = await newProject();
  const mail = await anEmail();
  await add(projectId, "email", mail);
  await server.owner.query("delete from projects where id = $1", [projectId]);
  const { rows } = await server.owner.query("select from project_links where project_id = $1", [projectId]);
  expect(rows).toEqual([]);
  expect(await ada.invoke(emails.get, { id: mail })).toMatchObject({ subject: "The lease" });
});
