import type { Actor } from "./actor.ts";
import type { AnyCapability } from "./definition.ts";

/**
 * Capabilities that change only the person's own rows, can be undone, and notify nobody: an agent may run them at once.
 * Every other change, including future capabilities, may send or destroy something and waits for approval. Of those here
 * with `reachesOutside`, the calls wait for which it is true.
 */
export const INTERNAL_ONLY: ReadonlySet<string> = new Set([
  "assistantChats.rename",
  "assistantChats.restore",
  "briefings.generate",
  "calendarAccounts.recheck",
  "calendars.create",
  "calendars.refresh",
  "calendars.restore",
  "commitments.create",
  "commitments.makeTask",
  "commitments.nudge",
  "commitments.reopen",
  "commitments.update",
  "contacts.create",
  "contacts.restore",
  "conversations.archive",
  "conversations.markRead",
  "conversations.mute",
  "conversations.unarchive",
  "documents.dismissKeyDate",
  "documents.reopenKeyDate",
  "documents.restore",
  "documents.restoreVersion",
  "documents.setFavorite",
  "documents.summarize",
  "documents.acceptKeyDate",
  "documents.update",
  "emails.archive",
  "emails.create",
  "emails.saveDraft",
  "emails.move",
  "emails.remind",
  "emails.restore",
  "emails.restoreMany",
  "emails.snooze",
  "emails.unarchive",
  "emails.updateMany",
  "events.create",
  "integrations.check",
  "integrations.sync",
  "leaveTimes.refresh",
  "mailAccounts.sync",
  "mailSearches.create",
  "mailSearches.reorder",
  "mailSearches.restore",
  "mailSearches.update",
  "messages.convert",
  "messages.undoConvert",
  "news.refresh",
  "notifications.create",
  "notifications.markAllRead",
  "notifications.markAllUnread",
  "notifications.markRead",
  "notifications.markUnread",
  "notifications.snooze",
  "notifications.unsnooze",
  "projectLinks.create",
  "projects.create",
  "projects.restore",
  "projects.update",
  "tasks.create",
  "tasks.move",
  "tasks.quickAdd",
  "tasks.restore",
  "tasks.restoreMany",
  "tasks.update",
  "tasks.updateMany",
  "templates.create",
  "templates.restore",
  "templates.update",
  "templates.use",
  "traffic.refresh",
  "uploads.create",
  "weather.refresh",
]);

/** Whether it may affect somebody or something beyond the person's own rows (the openWorldHint of MCP). */
export const hasExternalEffect = ({ name, definition }: AnyCapability): boolean =>
  definition.effect === "read"
    ? definition.ownTransactions === true
    : !INTERNAL_ONLY.has(name) || definition.reachesOutside !== undefined;

/** Whether this call waits for its person's approval. A person's own keys count as the person. */
export function needsApproval(capability: AnyCapability, input: unknown, actor: Actor | null): boolean {
  if (!isSupervised(actor) || capability.definition.effect === "read") return false;
  return !INTERNAL_ONLY.has(capability.name) || invites(input);
}

/** An agent, unless its person allowed it to act without approval. */
export const isSupervised = (actor: Actor | null): boolean =>
  actor?.isAgent === true && actor.skipsApproval !== true;

const invites = (input: unknown): boolean =>
  typeof input === "object" &&
  input !== null &&
  "attendees" in input &&
  Array.isArray(input.attendees) &&
  input.attendees.length > 0;
