import { callable } from "../callable.ts";
import { requestsIn } from "../understanding/split-sentence.ts";
import { readingsOf } from "../understanding/understand-sentence.ts";

/** What a frame is done with, where it is not called like its capability; the most likely first. */
const BY_FRAME: Readonly<Record<string, string>> = {
  ...{
    "tasks.create": "tasks.create",
    "tasks.subtask": "tasks.create",
    "tasks.delete": "tasks.delete tasks.deleteMany",
    "tasks.deleteDone": "tasks.deleteMany tasks.delete",
    "tasks.restore": "tasks.restore",
  },
  ...{
    "events.create": "events.create",
    "events.cancel": "events.delete eventInvitations.cancel eventInvitations.answer",
    "events.accept": "eventInvitations.answer",
    "events.decline": "eventInvitations.answer",
    "events.maybe": "eventInvitations.answer",
    "events.leave": "eventInvitations.answer events.delete",
    "events.invite": "eventInvitations.send events.update",
    "events.sendInvitations": "eventInvitations.send",
    "events.uninvite": "eventInvitations.cancel events.update",
    "events.propose": "eventInvitations.propose events.update",
    "events.findTime": "events.findTimes freeTimes.find events.create",
    "events.restore": "events.restore",
  },
  ...{
    "events.buffer": "events.create calendarSettings.save",
    "events.hours": "calendarSettings.save",
    "booking.create": "bookingPages.create bookingPages.update",
    "booking.list": "bookingPages.list",
  },
  ...{
    "emails.reply": "emails.send emails.create",
    "emails.send": "emails.send emails.create",
    "emails.forward": "emails.send emails.create",
    "emails.draft": "emails.create emails.send",
    "emails.sendDraft": "emails.send emails.list",
    "emails.delete": "emails.delete emails.deleteMany",
    "emails.restore": "emails.restore emails.restoreMany",
    "emails.cancelSend": "emails.cancel",
    "emails.reschedule": "emails.update emails.cancel",
    "emails.follow": "emails.remind",
    "emails.unsnooze": "emails.unarchive emails.snooze",
    "emails.newsletters": "emails.list emails.deleteMany emails.archive",
    "emails.answered": "emails.list",
    "emails.read": "emails.update emails.updateMany",
    "emails.star": "emails.update",
    "emails.archive": "emails.archive",
    "emails.unsubscribe": "emails.unsubscribe",
  },
  ...{
    "messages.send": "messages.send emails.send",
    "messages.unread": "conversations.list messages.list",
    "messages.markRead": "conversations.markRead",
    "conversations.add": "conversations.addPeople",
    "conversations.leave": "conversations.removePerson",
    "conversations.rename": "conversations.update",
    "conversations.members": "conversations.get conversations.list",
  },
  ...{
    "decisions.myVote": "decisions.list",
    "decisions.deadline": "decisions.update decisions.list",
    "invitations.create": "invitations.create",
    "members.role": "members.setRole",
    "workspaces.rename": "workspaces.update",
  },
  ...{
    "documents.share": "documents.share documents.createLink",
    "documents.link": "documents.createLink",
    "documents.send": "documents.share emails.send",
    "documents.favorite": "documents.setFavorite",
    "documents.unfavorite": "documents.setFavorite",
    "documents.dateToEvent": "documents.acceptKeyDate events.create",
    "documents.dates": "documents.listKeyDates",
    "documents.category": "documents.update",
    "documents.rename": "documents.update",
    "documents.tag": "documents.update",
    "papers.attach": "papers.attach",
  },
  ...{
    "memories.create": "assistantMemories.create",
    "memories.change": "assistantMemories.update",
    "memories.delete": "assistantMemories.delete",
    "memories.list": "assistantMemories.list",
  },
  ...{
    "reminders.create": "notifications.create tasks.create emails.remind",
    "reminders.move": "notifications.snooze",
    "reminders.cancel": "notifications.delete",
    "reminders.list": "notifications.list",
    "notifications.clear": "notifications.markAllRead notifications.markRead notifications.delete",
  },
  ...{
    "settings.signature": "emailSettings.save profile.update",
    "settings.timeZone": "profile.update",
    "settings.language": "profile.update",
    "settings.clock": "profile.update",
    "settings.theme": "profile.update",
    "settings.workingHours": "calendarSettings.save",
    "settings.quietHours": "notificationPolicy.save",
    "settings.briefingTime": "dailyOpsSettings.save",
    "settings.show": "profile.get calendarSettings.get dailyOpsSettings.get",
  },
  ...{
    "news.interest": "newsInterests.save newsInterests.get",
    "news.interests": "newsInterests.save newsInterests.get",
    "news.now": "newsInterests.get",
    "places.create": "locations.create",
    "places.list": "locations.list",
    "briefing.today": "briefings.get briefings.generate today.get",
    "briefing.evening": "briefings.generate briefings.get",
  },
  ...{
    "owed.create": "commitments.create tasks.create",
    "owed.met": "commitments.markMet",
    "owed.nudge": "commitments.nudge emails.send",
    "owed.mine": "commitments.list",
    "owed.theirs": "commitments.list",
    "needs.list": "attention.list today.get",
    "search.find": "search.query",
    "content.ask": "search.query documents.get emails.get",
  },
  ...{
    "contacts.change": "contacts.update",
    "contacts.favorite": "contacts.update",
    "contacts.unfavorite": "contacts.update",
    "contacts.detail": "contacts.list",
    "people.who": "contacts.list",
    "templates.use": "templates.use",
  },
};
/** What else there is to do with the records that a frame is about: to find them first, and to change them. */
const BY_AREA: Readonly<Record<string, readonly [find: string, change: string]>> = {
  tasks: ["tasks.list", "tasks.update"],
  projects: ["projects.list", "projects.update"],
  events: ["events.list", "events.update"],
  emails: ["emails.list", "emails.update"],
  contacts: ["contacts.list", "contacts.update"],
  people: ["contacts.list", "contacts.update"],
  messages: ["conversations.list", "messages.send"],
  conversations: ["conversations.list", "conversations.update"],
  documents: ["documents.list", "documents.update"],
  content: ["documents.list", "emails.list"],
  decisions: ["decisions.list", "decisions.vote"],
  reminders: ["notifications.list", "notifications.create"],
  notifications: ["notifications.list", "notifications.create"],
  owed: ["commitments.list", "tasks.create"],
  memories: ["assistantMemories.list", "assistantMemories.create"],
  workspaces: ["workspaces.list", "workspaces.update"],
  members: ["workspaces.list", "members.list"],
  invitations: ["workspaces.list", "invitations.list"],
};
/** Where something is to be made, each of these is at hand: which one it is depends on more than the words. */
const CREATING = ["tasks.create", "events.create", "emails.create", "notifications.create"];
const MAKES =
  /\b(?:creat|add|make|new|put|set up|schedul|book|plan|remind|note|write|draft|jot|block|need to|remember|organi|arrang)/i;
/** Readings of each request of a sentence that count. */
const READINGS = 5;
const MAX_CHOSEN = 16;

/** The capabilities with which a sentence is likely done, the likeliest first; those to find and create are among them. */
export function capabilitiesFor(sentence: string): string[] {
  const parts = [sentence, ...requestsIn(sentence)];
  const ranked = parts
    .flatMap((part) => readingsOf(part, READINGS))
    .sort((one, other) => other.probability - one.probability);
  const frames = [...new Set(ranked.map(({ frame }) => frame))];
  const chosen = frames.flatMap((frame) => namesOf(frame));
  const found = frames.slice(0, 3).flatMap((frame) => BY_AREA[frame.split(".")[0] ?? ""] ?? []);
  const made = MAKES.test(sentence) ? CREATING : [];
  const names = [...chosen.slice(0, 6), ...found, ...made, ...chosen.slice(6)];
  return [...new Set(names)].filter((name) => callable.has(name)).slice(0, MAX_CHOSEN);
}

function namesOf(frame: string): string[] {
  const named = BY_FRAME[frame]?.split(" ");
  if (named) return named;
  if (callable.has(frame)) return [frame];
  const [find, change] = BY_AREA[frame.split(".")[0] ?? ""] ?? [];
  return [change, find].filter((name): name is string => name !== undefined);
}
