import { events } from "#features/calendar/calendar-events.ts";
import { documents } from "#features/documents/documents.ts";
import { emails } from "#features/email/emails.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { emailCard, eventCard, taskCard } from "../format-answer.ts";
import type { Turn } from "../intent.ts";
import { OPEN, projectCard } from "../lookup/find-task.ts";
import { cardOf } from "../lookup/record-cards.ts";
import type { Card } from "../model.ts";
import { stemsOf } from "./match-words.ts";
import type { Mention } from "./read-mention.ts";

/** How records of a kind are found by words: `list` gives candidates, `textOf` what the words are compared with. */
export type RecordKind<T extends { id: string }> = {
  name: string;
  /** How people call one, and what may be said beside its name. */
  noun: string;
  nouns: ReadonlySet<string>;
  get(turn: Turn, id: string): Promise<T>;
  list(turn: Turn, mention: Mention): Promise<T[]>;
  textOf(record: T): string;
  titleOf(record: T): string;
  cardOf(record: T, turn: Turn): Card;
};

const nouns = (words: string) => new Set(stemsOf(words));

/** What is found by any of the longest words, or without words by `all`. */
async function byWords<T extends { id: string }>(
  mention: Mention,
  find: (text: string | undefined) => Promise<{ items: T[] }>,
): Promise<T[]> {
  const words = [...mention.content].sort((one, other) => other.length - one.length).slice(0, 4);
  const found = new Map<string, T>();
  for (const word of words.length > 0 ? words : [undefined])
    for (const item of (await find(word)).items) found.set(item.id, item);
  return [...found.values()];
}

const LIMIT = 100;

type Task = Awaited<ReturnType<typeof tasks.get>>;
export type TaskRecord = Pick<
  Task,
  "id" | "title" | "dueDate" | "priority" | "version" | "status" | "description" | "projectId"
>;
const taskKind = (status: "open" | "any"): RecordKind<TaskRecord> => ({
  name: "task",
  noun: "task",
  nouns: nouns("task todo to-do item reminder job point action"),
  get: (turn, id) => turn.use(tasks.get, { id }),
  list: async (turn, mention) => {
    const among = status === "open" ? { status: [...OPEN] } : {};
    const { period } = mention;
    const due = period ? { dueFrom: period.from.toISOString(), dueBefore: period.to.toISOString() } : {};
    const all = await turn.use(tasks.list, {
      ...among,
      ...due,
      sort: "due",
      limit: LIMIT,
      includeSubtasks: true,
    });
    if (!all.nextCursor) return all.items;
    return byWords(mention, (text) =>
      turn.use(tasks.list, { ...among, ...due, text, limit: LIMIT, includeSubtasks: true }),
    );
  },
  textOf: ({ title, description }) => `${title} ${description ?? ""}`,
  titleOf: ({ title }) => title,
  cardOf: (task, turn) => taskCard(task, turn.clock),
});

export const OPEN_TASK = taskKind("open");
export const ANY_TASK = taskKind("any");

const DAY = 86_400_000;

type Event = Awaited<ReturnType<typeof events.get>>;
export const EVENT: RecordKind<Event> = {
  name: "event",
  noun: "event",
  nouns: nouns("meeting event appointment mtg appt slot session entry block thing"),
  get: (turn, id) => turn.use(events.get, { id }),
  list: async (turn, { period, moment }) => {
    const now = turn.context.now.getTime();
    const from = moment ? new Date(moment.getTime() - DAY) : (period?.from ?? new Date(now - 2 * DAY));
    const to = moment ? new Date(moment.getTime() + DAY) : (period?.to ?? new Date(now + 90 * DAY));
    const range = { from: from.toISOString(), to: to.toISOString(), limit: LIMIT };
    const { items } = await turn.use(events.list, range);
    if (!moment) return items;
    return items.filter(({ startTime }) => startTime.getTime() === moment.getTime());
  },
  textOf: ({ title, attendees, location }) =>
    `${title} ${attendees.join(" ").replaceAll(/[@._]/g, " ")} ${location ?? ""}`,
  titleOf: ({ title }) => title,
  cardOf: (event, turn) => eventCard(event, turn.clock),
};

type Email = Awaited<ReturnType<typeof emails.list>>["items"][number];
export const ANY_EMAIL: RecordKind<
  Pick<Email, "id" | "subject" | "sender" | "recipients" | "status" | "version">
> = {
  name: "email",
  noun: "email",
  nouns: nouns("email e-mail mail message note letter thread one draft reply msg line inbox"),
  get: (turn, id) => turn.use(emails.get, { id }),
  list: async (turn, mention) => {
    const newest = await turn.use(emails.list, { limit: LIMIT });
    const found = newest.nextCursor
      ? await byWords(mention, (text) => turn.use(emails.list, { text, limit: LIMIT }))
      : newest.items;
    const { period } = mention;
    return period
      ? found.filter(({ createdAt }) => createdAt >= period.from && createdAt < period.to)
      : found;
  },
  textOf: ({ subject, sender, recipients, status: state }) =>
    `${subject} ${(state === "received" ? sender : recipients.join(" ")).replaceAll(/[@._]/g, " ")}`,
  titleOf: ({ subject }) => subject,
  cardOf: emailCard,
};

type Project = Awaited<ReturnType<typeof projects.get>>;
export const PROJECT: RecordKind<Project> = {
  name: "project",
  noun: "project",
  nouns: nouns("project"),
  get: (turn, id) => turn.use(projects.get, { id }),
  list: async (turn) => (await turn.use(projects.list, { limit: LIMIT })).items,
  textOf: ({ name }) => name,
  titleOf: ({ name }) => name,
  cardOf: projectCard,
};

const plainCard =
  (resource: string) =>
  (row: { id: string }): Card =>
    cardOf(resource, row as Record<string, unknown> & { id: string }) ?? {
      kind: resource,
      id: row.id,
      title: "",
      subtitle: null,
      href: "/",
    };

type Document = Awaited<ReturnType<typeof documents.list>>["items"][number];
export const DOCUMENT: RecordKind<Document> = {
  name: "document",
  noun: "document",
  nouns: nouns("document doc file pdf paper copy version attachment"),
  get: (turn, id) => turn.use(documents.get, { id }) as Promise<Document>,
  list: async (turn, mention) => {
    const all = await turn.use(documents.list, { limit: LIMIT });
    return all.nextCursor
      ? byWords(mention, (text) => turn.use(documents.list, { text, limit: LIMIT }))
      : all.items;
  },
  textOf: ({ title, category, fileName }) => `${title} ${category} ${fileName}`,
  titleOf: ({ title }) => title,
  cardOf: plainCard("documents"),
};
