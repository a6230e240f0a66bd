import { events } from "#features/calendar/web/api.ts";
import { contacts } from "#features/contacts/web/api.ts";
import { notifications } from "#features/daily-ops/web/api.ts";
import { projects, tasks } from "#features/tasks/web/api.ts";
import { plural, t, term } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatTime } from "#ui/dates.ts";
import { memories } from "./api.ts";
import type { Confirmation } from "./confirmation.ts";
import { runWithUndo, type UndoableResult } from "./run-with-undo.ts";

/**
 * Creates a record from one line, or a question to confirm first; resolves with true or the question. False: it failed,
 * and the text stays in the field.
 */
export type QuickForm = { placeholder: string; run(text: string): Promise<boolean | Confirmation> };

const quickForm = (
  placeholder: string,
  failure: string,
  run: (text: string) => Promise<UndoableResult>,
): QuickForm => ({
  placeholder,
  run: (text) => runWithUndo(failure, () => run(text)),
});

export const QUICK_FORMS = {
  // Imported on first use, because these modules are too large for the first page.
  email: {
    placeholder: t`anna@example.com The lease is signed`,
    run: async (text: string) => (await import("./send-actions.ts")).prepareMail(text),
  },
  invitation: {
    placeholder: t`bob@example.com Board`,
    run: async (text: string) => (await import("./send-actions.ts")).prepareInvitation(text),
  },
  task: quickForm(
    term(
      "Call Anna tomorrow 15:00 !high #board",
      "an example of what can be typed: days, times and marks are read in English",
    ),
    t`The task was not created`,
    async (text) => {
      const { id, title } = await tasks.quickAdd.call({ text, timeZone: readerTimeZone() });
      return { message: t`Task created: ${title}`, undo: () => tasks.delete.call({ id }) };
    },
  ),
  project: quickForm(t`Lisbon office`, t`The project was not created`, async (name) => {
    const { id } = await projects.create.call({ name });
    return { message: t`Project created: ${name}`, undo: () => projects.delete.call({ id }) };
  }),
  event: quickForm(
    term(
      "Lunch with Bob tomorrow 13-14 at Luigi's",
      "an example of what can be typed: days, times and marks are read in English",
    ),
    t`The event was not created`,
    async (text) => {
      const { id, title } = await events.addQuickly.call({ text, timeZone: readerTimeZone() });
      return { message: t`Event created: ${title}`, undo: () => events.delete.call({ id }) };
    },
  ),
  contact: quickForm(t`Anna Kern anna@example.com`, t`The contact was not added`, async (text) => {
    const contactEmail = /(?<!\S)\S+@\S+/.exec(text)?.[0] ?? null;
    const contactName = text.replace(contactEmail ?? "", "").trim() || (contactEmail ?? text);
    const { id } = await contacts.create.call({ contactName, contactEmail });
    return { message: t`Contact added: ${contactName}`, undo: () => contacts.delete.call({ id }) };
  }),
  memory: quickForm(t`I fly on Fridays`, t`That was not saved`, async (content) => {
    const { id } = await memories.create.call({ content });
    return { message: t`Remembered: ${content}`, undo: () => memories.delete.call({ id }) };
  }),
};

const HOUR = 3_600_000;
const QUARTER = 900_000;

/** Starts at the next quarter of an hour, as people would enter it. */
export const blockAnHour = () =>
  runWithUndo(t`The hour was not blocked`, async () => {
    const from = Math.ceil(Date.now() / QUARTER) * QUARTER;
    const [startTime, endTime] = [from, from + HOUR].map((time) => new Date(time).toISOString());
    if (!startTime || !endTime) throw new Error("There is no such hour");
    const { id } = await events.create.call({
      title: t`Focus time`,
      startTime,
      endTime,
      timeZone: readerTimeZone(),
    });
    const clock = formatTime(new Date(from));
    return { message: t`Focus time from ${clock}`, undo: () => events.delete.call({ id }) };
  });

export const markAllRead = () =>
  runWithUndo(t`The notifications were not marked as read`, async () => {
    const { readAt, count } = await notifications.markAllRead.call({});
    return {
      message: plural(count, {
        one: `${count} notification marked as read`,
        other: `${count} notifications marked as read`,
      }),
      undo: () => notifications.markAllUnread.call({ readAt }),
    };
  });
