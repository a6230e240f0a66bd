import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { hasExternalEffect } from "#platform/capability/external-effects.ts";
import type { JsonSchema } from "#platform/http/rest-routes.ts";

/** Writes that only add something, or bring it back: nothing that was there is changed or lost. */
const ADDING = new Set([
  ...["create", "quickAdd", "addQuickly", "addPeople", "subscribe", "makeTask", "convert", "nudge"],
  ...["restore", "restoreMany", "send", "share", "createLink", "resend", "loadSample"],
]);

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
  ...["dailyOpsSettings", "dashboard", "locations", "mailPreferences", "mailSearches", "newsInterests"],
  ...["notificationPolicy", "notifications", "projectLinks", "projects", "tasks", "templates", "uploads"],
]);

/**
 * The hints of a tool as the protocol defines them (MCP 2025-11-25, ToolAnnotations): destructive is what may change or
 * delete something that is there, not only what cannot be taken back; an open world is one of other people and systems.
 */
export function hintsOf(
  capability: AnyCapability,
  input: JsonSchema,
  reachesOut: boolean,
): Required<Omit<ToolAnnotations, "title">> {
  const { resource, verb } = capability;
  const { effect } = capability.definition;
  const isRead = effect === "read";
  return {
    readOnlyHint: isRead,
    destructiveHint: effect === "destroy" || (effect === "write" && !ADDING.has(verb)),
    idempotentHint: isRead || REPEATABLE.has(verb) || input.required?.includes("version") === true,
    openWorldHint: reachesOut || (!OWN_ONLY.has(resource) && hasExternalEffect(capability)),
  };
}
