/** Intents that change something, with the frames that mean the same. */
export const FRAMES_OF: Readonly<Record<string, readonly string[]>> = {
  "tasks.create": ["tasks.create", "reminders.create"],
  "tasks.complete": ["tasks.complete"],
  "tasks.start": ["tasks.start"],
  "tasks.reopen": ["tasks.reopen"],
  "tasks.reschedule": ["tasks.due"],
  "tasks.setPriority": ["tasks.priority"],
  "tasks.delete": ["tasks.delete"],
  "projects.create": ["projects.create"],
  "events.create": ["events.create"],
  "events.move": ["events.move"],
  "events.cancel": ["events.cancel", "events.decline"],
  "emails.draft": ["emails.draft", "emails.send", "emails.reply"],
  "emails.send": ["emails.send", "emails.draft", "messages.send"],
  "emails.reply": ["emails.reply", "emails.draft"],
  "emails.archive": ["emails.archive"],
  "emails.delete": ["emails.delete"],
  "contacts.create": ["contacts.create"],
  "messages.send": ["messages.send", "emails.send"],
  "notifications.create": ["reminders.create", "tasks.create"],
  "memories.create": ["memories.create"],
  "memories.delete": ["memories.delete"],
};

/** Intents that answer, with the frames that mean the same: the phrase has the words of the specification. */
export const ANSWERS_OF: Readonly<Record<string, readonly string[]>> = {
  "tasks.due": ["tasks.list"],
  "events.load": ["events.count", "events.hours"],
  "attention.list": ["tasks.next", "needs.list"],
};
