import { form, plural, t } from "#i18n/message.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { withoutProgramClauses } from "#platform/capability/summary-for-people.ts";
import { currentCapability } from "../../former-names.ts";

const VERBS: Readonly<Record<string, () => string>> = {
  send: () => t`Send`,
  create: () => t`Create`,
  quickAdd: () => t`Create`,
  addQuickly: () => t`Create`,
  update: () => t`Change`,
  updateMany: () => t`Change`,
  save: () => t`Save`,
  saveDraft: () => t`Save draft`,
  delete: () => t`Delete`,
  deleteMany: () => t`Delete`,
  restore: () => t`Restore`,
  restoreMany: () => t`Restore`,
  archive: () => t`Archive`,
  unarchive: () => t`Unarchive`,
  snooze: () => t`Snooze`,
  move: () => t`Move`,
  cancel: () => t`Cancel it`,
  propose: () => t`Propose`,
  share: () => t`Share`,
  vote: () => t`Vote`,
  answer: () => t`Answer`,
  merge: () => t`Merge`,
  leave: () => t`Leave`,
  invite: () => t`Invite`,
  remove: () => t`Remove`,
};

/** What the button says: 'Send', and of several records 'Delete 3 tasks'. */
export function verbOf(resource: string, verb: string, count: number): string {
  const known = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (resource === "invitations" && verb === "create") return t`Invite`;
  if (!known) return t`Approve`;
  if (count < 2) return known();
  const what =
    COUNTED[resource]?.(count) ??
    plural(count, { one: form`${count} record`, other: form`${count} records` });
  return t`${known()} ${what}`;
}

const COUNTED: Readonly<Record<string, (count: number) => string>> = {
  tasks: (count) => plural(count, { one: form`${count} task`, other: form`${count} tasks` }),
  emails: (count) => plural(count, { one: form`${count} email`, other: form`${count} emails` }),
  events: (count) => plural(count, { one: form`${count} event`, other: form`${count} events` }),
  contacts: (count) => plural(count, { one: form`${count} contact`, other: form`${count} contacts` }),
};

/** Sentences of capabilities that speak to programs, said to people. */
const HEADINGS: Readonly<Record<string, () => string>> = {
  "bookingPages.create": () => t`Create a booking page: anyone with its link can book a free time`,
  "calendarSettings.save": () => t`Change the calendar settings`,
  "documents.summarize": () => t`Summarize a document`,
  "emails.answerReceiptRequest": () => t`Answer the request for a read receipt`,
  "emails.send": () => t`Send an email`,
  "events.delete": () => t`Move an event to the trash, where it stays for 30 days`,
  "events.update": () => t`Change an event`,
  "mailAccounts.disconnect": () => t`Disconnect a mail account`,
  "notifications.markAllRead": () => t`Mark all notifications as read`,
  "papers.open": () => t`Open a paper of a decision: the workspace can see that you opened it`,
  "tasks.create": () => t`Create a task`,
  "uploads.create": () => t`Start the upload of a large file`,
};

/**
 * What is done, for people: names of fields and what a call does with an outdated version are of programs. `summary` is
 * the sentence of the proposal; the assistant's own begins otherwise than that of the capability and stays.
 */
export function headingOf(name: string, definition: { summary: string }, summary: string): string {
  const isOwn = !summary.startsWith(definition.summary);
  const rest = isOwn ? "" : summary.slice(definition.summary.length);
  const known = Object.hasOwn(HEADINGS, name) ? HEADINGS[name] : undefined;
  const words = isOwn ? summary : known ? known() : withoutProgramClauses(definition.summary);
  return `${words.replaceAll("`", "")}${rest}`;
}

/** The sentence of a stored call, as people read it. */
export function summaryForPeople({ capability, summary }: { capability: string; summary: string }): string {
  const name = currentCapability(capability);
  const known = capabilityNamed(name);
  return known ? headingOf(name, known.definition, summary) : withoutProgramClauses(summary);
}
