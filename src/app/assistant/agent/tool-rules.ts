import type { AnyCapability } from "#platform/capability/definition.ts";

/**
 * The person's own records, nothing is sent, undo exists: allowed until text by others was read. All else is proposed.
 */
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
  "projectLinks.create",
  "projects.create",
  "projects.update",
  "tasks.create",
  "tasks.move",
  "tasks.quickAdd",
  "tasks.update",
  "tasks.updateMany",
]);

/** Resources that would interpret a sentence again, call the model again, or expose secrets. */
const NO_TOOLS = new Set([
  "assistant",
  "assistantChats",
  "assistantSettings",
  "calendarFeeds",
  "voiceCommands",
]);

/** Whether a model is offered the capability at all: never if it waits for the network or is for the person alone. */
export const isTool = ({ definition, resource, name }: AnyCapability): boolean =>
  definition.access === "user" &&
  definition.agents !== "hidden" &&
  !definition.sessionOnly &&
  !definition.ownTransactions &&
  !definition.secretAnswer &&
  !NO_TOOLS.has(resource) &&
  name !== "dashboard.loadSample" &&
  name !== "dashboard.removeSample";

/** Whether a run may call it without approval. `input` is the model's: an input that invites people needs approval. */
export function mayRunWithoutApproval({ name }: AnyCapability, input: object, isTainted: boolean): boolean {
  if (isTainted || !ALLOWED_WITHOUT_APPROVAL.has(name)) return false;
  const invites = "attendees" in input && Array.isArray(input.attendees) && input.attendees.length > 0;
  return !invites;
}

/** Allowed for phrases sent by mail, in addition to ALLOWED_WITHOUT_APPROVAL: only the person sees the effect. */
const ALLOWED_BY_MAIL = new Set(["conversations.openWith", "events.addQuickly", "notifications.markAllRead"]);

/** An address in a quick-add line for the calendar would invite that person as a guest. */
export const mayRunByMail = (name: string, input: object): boolean =>
  (ALLOWED_WITHOUT_APPROVAL.has(name) || ALLOWED_BY_MAIL.has(name)) &&
  !(name.startsWith("events.") && JSON.stringify(input).includes("@"));
