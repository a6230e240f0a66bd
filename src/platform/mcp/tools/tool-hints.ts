import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { hasExternalEffect } from "#platform/capability/external-effects.ts";
import type { JsonSchema } from "#platform/http/rest-routes.ts";

/** Writes that only add something, or bring it back: nothing that was there is changed or lost. */
const ADDING = new Set([
  ...["create", "quickAdd", "addQuickly", "addPeople", "subscribe", "makeTask", "convert", "nudge"],
  ...["restore", "restoreMany", "send", "share", "createLink", "loadSample"],
]);

/** The exceptions: one replaces a place of the same name, the other the present state. */
const REPLACING = new Set(["locations.create", "commitments.restore"]);

/** A second call with the same arguments changes nothing more: it sets what is set already, or is refused. */
const REPEATABLE = new Set([
  ...["delete", "deleteMany", "erase", "restore", "restoreMany", "archive", "unarchive", "updateMany"],
  ...["markRead", "markUnread", "markAllRead", "markMet", "drop", "mute", "snooze", "unsnooze"],
  ...[
    "setFavorite",
    "setRole",
    "makePrimary",
    "leave",
    "revoke",
    "remove",
    "disconnect",
    "unshare",
    "rename",
  ],
]);

/** Records of the person that no other person and no other system sees, whatever is done with them. */
const OWN_ONLY = new Set([
  ...["assistantChats", "assistantMemories", "attention", "briefings", "calendarSettings", "commitments"],
  ...[
    "dailyOpsSettings",
    "dashboard",
    "locations",
    "mailPreferences",
    "mailSearches",
    "newsInterests",
    "planSettings",
  ],
  ...["notificationPolicy", "notifications", "projectLinks", "projects", "tasks", "templates", "uploads"],
]);

/** They begin the work of a background service with a server outside. */
const SYNCING = new Set(["mailAccounts.sync", "calendars.refresh"]);

/**
 * The hints of a tool as the protocol defines them (MCP 2025-11-25, ToolAnnotations): destructive is what may change or
 * delete something that is there, not only what cannot be taken back; an open world is one of other people and systems.
 */
export function hintsOf(
  capability: AnyCapability,
  input: JsonSchema,
  reachesOut: boolean,
): Required<Omit<ToolAnnotations, "title">> {
  const { name, resource, verb } = capability;
  const { effect, ownTransactions } = capability.definition;
  const isRead = effect === "read";
  const isAdding = ADDING.has(verb) && !REPLACING.has(name);
  // What waits for something outside has no transaction of its caller.
  const callsOut = reachesOut || ownTransactions === true || SYNCING.has(name);
  return {
    readOnlyHint: isRead,
    destructiveHint: effect === "destroy" || (effect === "write" && !isAdding),
    idempotentHint: isRead || REPEATABLE.has(verb) || input.required?.includes("version") === true,
    openWorldHint: callsOut || (!OWN_ONLY.has(resource) && hasExternalEffect(capability)),
  };
}
