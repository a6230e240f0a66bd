import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { CALENDAR_DEFAULTS } from "#features/calendar/model.ts";
import { events } from "#features/calendar/tables.ts";
import { contacts } from "#features/contacts/tables.ts";
import { aDocument } from "#features/documents/factory.ts";
import { documents, documentTexts } from "#features/documents/tables.ts";
import { anEmail, aTemplate } from "#features/email/factory.ts";
import { emailTemplates } from "#features/email/settings-tables.ts";
import { emails } from "#features/email/tables.ts";
import { profile } from "#features/settings/profile.ts";
import { projects, tasks } from "#features/tasks/tables.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import { addressOf } from "./addresses.ts";
import { addMessages, addRest, addTeam } from "./build-team.factory.ts";
import { RECEIVED, TEMPLATES, WRITTEN } from "./letters.ts";
import { COLLEAGUES, CONTACTS, DOCUMENTS, EVENTS, OFFSITE, PROJECTS, TASKS, ZONE } from "./records.ts";
import { at, idOf, type Parts } from "./world-parts.factory.ts";

/** A record's id by its key. */
export type World = { ada: Person; ids: Map<string, string> };

/** Fills the database with the world, as of `NOW`; the caller sets the clock. */
export async function buildWorld(server: TestDatabase): Promise<World> {
  const ada = server.as(await server.aUser({ fullName: "Ada Lovelace", email: "ada@aldermoor.test" }));
  const ids = new Map<string, string>([["ada", ada.userId]]);
  const people = new Map<string, Person>();
  for (const [key, fullName] of Object.entries(COLLEAGUES)) {
    const email = `${fullName.split(" ")[0]?.toLowerCase()}@aldermoor.test`;
    const person = server.as(await server.aUser({ fullName, email }));
    people.set(key, person);
    ids.set(key, person.userId);
  }
  const { version } = (await ada.invoke(profile.get, {})) as { version: number };
  await ada.invoke(profile.update, { timeZone: ZONE, version });
  await ada.invoke(calendarSettings.save, { ...CALENDAR_DEFAULTS, workTo: 18 * 60 });
  const parts = { server, ada, ids, people };
  await addContacts(parts);
  await addTasks(parts);
  await addEvents(parts);
  await addMail(parts);
  await addDocuments(parts);
  await addTeam(parts);
  await addMessages(parts);
  await addRest(parts);
  return { ada, ids };
}

const lineOf = (key: string): string =>
  key in CONTACTS ? `${CONTACTS[key as keyof typeof CONTACTS][0]} <${addressOf(key)}>` : addressOf(key);

async function addContacts({ ada, ids }: Parts): Promise<void> {
  for (const [key, [contactName, contactEmail, contactPhone, isFavorite]] of Object.entries(CONTACTS)) {
    const [row] = await ada.run(({ db }) =>
      db
        .insert(contacts)
        .values({ userId: ada.userId, contactName, contactEmail, contactPhone, isFavorite })
        .returning({ id: contacts.id }),
    );
    ids.set(key, row?.id ?? "");
  }
}

async function addTasks(parts: Parts): Promise<void> {
  const { ada, ids } = parts;
  const own = { userId: ada.userId };
  for (const [key, [name, end]] of Object.entries(PROJECTS)) {
    const [row] = await ada.run(({ db }) =>
      db
        .insert(projects)
        .values({ ...own, name, endDate: end ? at(end) : null } as never)
        .returning({ id: projects.id }),
    );
    ids.set(key, row?.id ?? "");
  }
  for (const [key, [title, priority, due, project, status]] of Object.entries(TASKS)) {
    const dates = {
      dueDate: due ? at(due) : null,
      completedAt: status === "completed" && due ? at(due) : null,
    };
    const projectId = project ? idOf(parts, project) : null;
    const [row] = await ada.run(({ db }) =>
      db
        .insert(tasks)
        .values({ ...own, title, priority, projectId, status, ...dates, createdAt: at("2037-11-02") })
        .returning({ id: tasks.id }),
    );
    ids.set(key, row?.id ?? "");
  }
}

async function addEvents({ ada, ids }: Parts): Promise<void> {
  const own = { userId: ada.userId };
  const add = async (key: string, fields: Omit<typeof events.$inferInsert, "userId">) => {
    const [row] = await ada.run(({ db }) =>
      db
        .insert(events)
        .values({ ...own, ...fields })
        .returning({ id: events.id }),
    );
    ids.set(key, row?.id ?? "");
  };
  for (const [key, [title, from, to, attendees = [], location = null]] of Object.entries(EVENTS)) {
    const invited = { organizer: addressOf("c-tom"), invitation: "sent", participants: [] } as never;
    await add(key, {
      ...{ title, location, startTime: at(from), endTime: at(to), attendees: attendees.map(addressOf) },
      ...(key === "e-supplier" ? (invited as object) : {}),
    });
  }
  const [title, from, to] = OFFSITE;
  const [startTime, endTime] = [from, to].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date];
  await add("e-offsite", { title, startTime, endTime, isAllDay: true });
}

async function addMail({ ada, ids }: Parts): Promise<void> {
  const own = { userId: ada.userId };
  const add = async (key: string, fields: Partial<typeof emails.$inferInsert>) => {
    const [row] = await ada.run(({ db }) =>
      db
        .insert(emails)
        .values(anEmail({ ...own, recipients: [ada.email], ...fields }))
        .returning({ id: emails.id }),
    );
    ids.set(key, row?.id ?? "");
  };
  for (const [key, { from, at: time, isList = false, ...letter }] of Object.entries(RECEIVED)) {
    const times = { createdAt: at(time), receivedAt: at(time), sentAt: at(time) };
    const list = isList ? { isAutomatic: true, listUnsubscribe: `<mailto:leave@${key}.test>` } : {};
    await add(key, { sender: lineOf(from), ...times, ...list, ...letter });
  }
  for (const [key, [subject, status, to, time, body]] of Object.entries(WRITTEN)) {
    const sent =
      status === "sent" ? { sentAt: at(time), createdAt: at(time) } : { createdAt: at("2037-11-17T19:00") };
    const scheduled = status === "scheduled" ? { scheduledSend: at(time) } : {};
    await add(key, {
      ...{ subject, body, sender: ada.email, recipients: to.map(addressOf), isRead: true },
      ...{ status, ...sent, ...scheduled },
    });
  }
  const conference = { subject: "Web Tomorrow speaker invitation", sender: "events@webtomorrow.test" };
  await add("z-conf", {
    ...conference,
    body: "Would you speak at Web Tomorrow?",
    snoozedUntil: at("2037-11-23T09:00"),
  });
  const rent = { subject: "Rent for October", sender: lineOf("c-dan"), createdAt: at("2037-10-02T09:00") };
  await add("a-rent", { ...rent, category: "archived", archivedAt: at("2037-10-03T09:00"), isRead: true });
  for (const [key, [name, subject]] of Object.entries(TEMPLATES)) {
    const [row] = await ada.run(({ db }) =>
      db
        .insert(emailTemplates)
        .values(aTemplate({ ...own, name, subject }))
        .returning({ id: emailTemplates.id }),
    );
    ids.set(key, row?.id ?? "");
  }
}

async function addDocuments(parts: Parts): Promise<void> {
  const { ada, ids } = parts;
  const own = { userId: ada.userId };
  for (const [key, [title, category, content]] of Object.entries(DOCUMENTS)) {
    const id = await ada.run(async ({ db }) => {
      const fields = { ...own, title, category, isFavorite: key === "doc-deck", readState: "read" };
      const [row] = await db
        .insert(documents)
        .values(aDocument(fields as never))
        .returning({ id: documents.id });
      const documentId = row?.id ?? "";
      await db.insert(documentTexts).values({ documentId, content, ...own });
      return documentId;
    });
    ids.set(key, id);
  }
}
