/**
 * Fields of inputs that had another name before migration 0012, by capability: the former name and today's. Calls that were
 * stored before (undo, proposals, requests of agents) are read through `withCurrentFields`.
 */
export const FORMER_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "agents.setApproval": { actsAlone: "skipsApproval" },
  "assistantSettings.save": { obeysReplies: "acceptsReplies" },
  "emails.list": { boxId: "mailboxId" },
  "emails.move": { boxId: "mailboxId" },
  "events.addQuickly": { madeFrom: "createdFrom" },
  "events.create": { madeFrom: "createdFrom" },
  "integrations.update": { wishes: "importOptions" },
  "notificationPolicy.save": { urgentPasses: "allowsUrgent", favoritesPass: "allowsFavorites" },
  "voiceCommands.run": { heardBy: "transcribedBy" },
};

/** The input of a stored call under today's names; the row itself, and its hash, stay as they are. */
export function withCurrentFields<T>(capability: string, input: T): T {
  const names = FORMER_FIELDS[capability];
  if (!names || typeof input !== "object" || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names[name] ?? name, value])) as T;
}
