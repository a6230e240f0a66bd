import type { AnyCapability } from "#platform/capability/definition.ts";

/** Own rows, nothing leaves, and an undo: done at once while nobody else's text was read. All other acts are proposals. */
const ALLOWED_WITHOUT_APPROVAL = new Set([
  "assistantMemories.create",
  "assistantMemories.update",
  "contacts.create",
  "contacts.update",
  "documents.setFavorite",
  "documents.update",
  "emails.archive",
  "emails.create",
  "emails.snooze",
  "emails.unarchive",
  "events.create",
  "events.update",
  "notifications.create",
  "notifications.markRead",
  "notifications.snooze",
  "projects.create",
  "projects.update",
  "tasks.create",
  "tasks.move",
  "tasks.quickAdd",
  "tasks.update",
  "tasks.updateMany",
]);

/** Would act on words again, ask the model again, or show what must not leave. */
const NO_TOOLS = new Set([
  "assistant",
  "assistantChats",
  "assistantSettings",
  "calendarFeeds",
  "voiceCommands",
]);

/** Whether agents of ours may see it at all: never what waits on the network, or is for the person's own hands. */
export const isTool = ({ definition, resource, name }: AnyCapability): boolean =>
  definition.access === "user" &&
  definition.agents !== "hidden" &&
  !definition.sessionOnly &&
  !definition.ownTransactions &&
  !definition.secretAnswer &&
  !NO_TOOLS.has(resource) &&
  name !== "dashboard.loadSample" &&
  name !== "dashboard.removeSample";

/** Whether a run may do it without asking. `input` is as the model wrote it: who is invited by it is asked about. */
export function mayRunWithoutApproval({ name }: AnyCapability, input: object, isTainted: boolean): boolean {
  if (isTainted || !ALLOWED_WITHOUT_APPROVAL.has(name)) return false;
  const invites = "attendees" in input && Array.isArray(input.attendees) && input.attendees.length > 0;
  return !invites;
}

/** What a phrase may do at once where the person who said it does not look on: the same, and what only they see. */
const ALLOWED_BY_MAIL = new Set(["conversations.openWith", "events.addQuickly", "notifications.markAllRead"]);

/** Somebody's address in a line for the calendar would make them a guest. */
export const mayRunByMail = (name: string, input: object): boolean =>
  (ALLOWED_WITHOUT_APPROVAL.has(name) || ALLOWED_BY_MAIL.has(name)) &&
  !(name.startsWith("events.") && JSON.stringify(input).includes("@"));
