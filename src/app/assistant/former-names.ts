/**
 * Names that stored calls (undo, proposals, requests of agents) may have from before migration 0012 or 0014, and today's.
 * The stored rows, and their hashes, stay as they are: `currentCapability` and `withCurrentFields` read them.
 */
export const FORMER_CAPABILITIES: Readonly<Record<string, string>> = {
  "adminAccounts.letIn": "adminAccounts.reactivate",
  "adminAccounts.makeResetLink": "adminAccounts.createResetLink",
  "agents.acts": "agents.actions",
  "agents.asks": "agents.authorizationRequest",
  "backups.prove": "backups.verify",
  "calls.stay": "calls.heartbeat",
  "contacts.touches": "contacts.recentInteractions",
  "conversations.goByEmail": "conversations.setUsesEmail",
  "documents.leaveKeyDate": "documents.dismissKeyDate",
  "documents.takeKeyDate": "documents.acceptKeyDate",
  "emails.answers": "emails.references",
  "emails.keepDraft": "emails.saveDraft",
  "emails.openMany": "emails.getMany",
  "eventInvitations.takeOver": "eventInvitations.applyMail",
  "events.theirs": "events.remoteVersion",
  "impersonation.begin": "impersonation.start",
  "integrations.readAnew": "integrations.resync",
  "mailAccounts.boxes": "mailAccounts.mailboxes",
  "messages.make": "messages.convert",
  "messages.unmake": "messages.undoConvert",
  "session.beginPasskeySignIn": "session.startPasskeySignIn",
  "systemHealth.tryAgain": "systemHealth.retry",
  "voiceCommands.hearing": "voiceCommands.transcriber",
};

/** By today's name of the capability. */
export const FORMER_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "agents.setApproval": { actsAlone: "skipsApproval" },
  "assistantSettings.save": { obeysReplies: "acceptsReplies" },
  "backups.setSchedule": { isOn: "isEnabled", keep: "retainedCount", withBucket: "includesBucket" },
  "bookingPages.create": { every: "slotMinutes", perDay: "maxPerDay" },
  "bookingPages.update": { every: "slotMinutes", perDay: "maxPerDay" },
  "calls.heartbeat": { seat: "peerId", heard: "lastSignalId" },
  "calls.join": { seat: "peerId" },
  "calls.leave": { seat: "peerId" },
  "calls.signal": { seat: "peerId", toSeat: "toPeerId" },
  "calls.signals": { seat: "peerId" },
  "calls.start": { seat: "peerId" },
  "conversations.addPeople": { seesHistory: "canSeeHistory" },
  "conversations.setUsesEmail": { goesByEmail: "usesEmail" },
  "emails.list": { boxId: "mailboxId", rest: "isUnmatched" },
  "emails.move": { boxId: "mailboxId" },
  "events.addQuickly": { madeFrom: "createdFrom" },
  "events.create": { madeFrom: "createdFrom" },
  "incomingWebhooks.create": { makes: "creates" },
  "integrations.connect": { with: "dataKinds" },
  "integrations.disconnect": { keepsData: "keepData" },
  "integrations.update": { wishes: "importOptions" },
  "mailAccounts.disconnect": { keepsMail: "keepMail" },
  "notificationPolicy.save": { urgentPasses: "allowsUrgent", favoritesPass: "allowsFavorites" },
  "payments.import": { isTrial: "isDryRun" },
  "voiceCommands.answer": { yes: "isConfirmed" },
  "voiceCommands.run": { heardBy: "transcribedBy" },
};

/** Values of today's fields that had another name, by today's name of the capability. */
export const FORMER_VALUES: Readonly<Record<string, Readonly<Record<string, Record<string, string>>>>> = {
  "events.resolve": { keep: { mine: "local", theirs: "remote" } },
  "voiceCommands.run": { transcribedBy: { house: "server" } },
};

export const currentCapability = (name: string): string => FORMER_CAPABILITIES[name] ?? name;

/** The input of a stored call under today's names. */
export function withCurrentFields<T>(capability: string, input: T): T {
  const name = currentCapability(capability);
  const [fields, values] = [FORMER_FIELDS[name], FORMER_VALUES[name]];
  if ((!fields && !values) || typeof input !== "object" || input === null) return input;
  const entries = Object.entries(input).map(([former, value]) => {
    const field = fields?.[former] ?? former;
    return [field, (typeof value === "string" && values?.[field]?.[value]) || value];
  });
  return Object.fromEntries(entries) as T;
}
