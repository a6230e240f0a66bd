/** One tool of the set that an agent gets if neither its address nor its key names areas. */
export type EverydayTool = {
  /** Name of the capability. */
  name: string;
  title: string;
  /** The work of a day for which it is in the set. */
  reason: string;
  /** Replaces the summary, and the note of the catalogue, where an agent needs to know something else. */
  description?: string;
  /** Fields of the record that the output schema names, separated by spaces; others may be there too. All if absent. */
  shows?: string;
  /** Parameters that only pages need, separated by spaces: the schema does not name them. */
  hides?: string;
  /** True if it may reach people or systems outside although the list of internal capabilities has it. */
  reachesOut?: true;
};

const TASK =
  "id version title description status priority dueDate projectId projectName tags isBlocked parentId provenance";
const EVENT =
  "id version title startTime endTime isAllDay zone location meetingLink attendees description status organizer rrule seriesId";
/** What a call that makes or changes something answers: the rest of the record is what was given. */
const TASK_CHANGED = "id version title status dueDate projectName";
const EVENT_CHANGED = "id version title startTime endTime isAllDay seriesId status";
const EMAIL_HEAD =
  "id version threadId sender recipients subject status sentAt isRead isStarred hasAttachments category priority";
const EMAIL_LINE = `${EMAIL_HEAD} preview aiSummary`;
const EMAIL = `${EMAIL_HEAD} cc body attachments hasInvitation`;
const MESSAGE = "id conversationId senderName content createdAt replyTo isRead version";

/**
 * The most that a person does in a day with the fewest tools: clients show every tool to their model, and some take
 * only the first forty. Everything else is in the areas, which an address or a key names. At most 30.
 */
export const EVERYDAY_TOOLS: readonly EverydayTool[] = [
  {
    name: "search.query",
    title: "Search everything",
    reason: "Search: the only way to a record of which only words are known",
  },
  {
    name: "today.get",
    title: "Get a day",
    reason: "Plan: a whole day in one call",
    hides: "timeZone",
    description:
      "Get a day (default: today): `parts` are events, times to leave and free times in order, `first` what to do first and why, `owed` promises in both directions, `people` whom one meets",
  },
  {
    name: "attention.list",
    title: "List what needs me",
    reason: "Plan: everything that waits for the person, already in order",
    shows: "id kind title reason person record since due",
  },
  {
    name: "approvals.get",
    title: "Get the result of a request for approval",
    reason: "Every agent must be able to learn how its own requests ended",
  },
  {
    name: "profile.get",
    title: "Get my profile",
    reason: "Read: name, address and time zone, without which no time can be read or written",
    shows: "fullName email address timeZone language role",
  },
  {
    name: "emails.list",
    title: "List emails",
    reason: "Search, read: the inbox, what is unread, a conversation, words",
    shows: EMAIL_LINE,
    hides: "isUnmatched searchId mailboxId accountId",
  },
  { name: "emails.get", title: "Read an email", reason: "Read: the text of a mail", shows: EMAIL },
  {
    name: "emails.startReply",
    title: "Prepare a reply",
    reason: "Answer: right recipients and subject, to be passed to a draft or to sending",
  },
  {
    name: "emails.saveDraft",
    title: "Save a draft",
    description:
      "Save an unfinished email as a draft; an outdated `version` is rejected with the current email",
    reason: "Answer: a text that the person reads and sends",
    shows: "id version status subject recipients cc",
    hides: "html isReceiptRequested attachmentIds priority",
  },
  {
    name: "emails.send",
    title: "Send an email",
    description: "Send an email, new or from a draft, in a few seconds or at the time of `scheduledSend`",
    reason: "Answer: sends it, after the person's approval",
    shows: "id version status subject recipients scheduledSend",
    hides: "html calendar isReceiptRequested attachmentIds priority",
  },
  { name: "emails.archive", title: "Archive emails", reason: "Change: what is done leaves the inbox" },
  {
    name: "emails.snooze",
    title: "Snooze emails",
    reason: "Plan: what is for later comes back later",
    shows: "ids",
    hides: "earlier",
  },
  {
    name: "emails.updateMany",
    title: "Mark emails",
    reason: "Change: read marks, stars, categories of many mails at once",
  },
  {
    name: "events.list",
    title: "List events",
    reason: "Search, read, plan: the calendar of a range",
    shows: EVENT,
    hides: "visibleOnly",
  },
  {
    name: "events.create",
    title: "Create an event",
    reason: "Make, plan: a meeting, or time for a task",
    shows: EVENT_CHANGED,
    hides: "createdByAi createdFrom placeId travelMinutes category",
    reachesOut: true,
  },
  {
    name: "events.update",
    title: "Change an event",
    reason: "Change: moves and renames meetings",
    description:
      "Update the given fields of an event, or of `scope` in a series; an end that is not after the start keeps the event's length. Guests are not notified before `eventInvitations_send`",
    shows: EVENT_CHANGED,
    hides: "placeId travelMinutes category rdates",
  },
  { name: "events.delete", title: "Delete an event", reason: "Change: a meeting that does not take place" },
  {
    name: "eventInvitations.answer",
    title: "Answer an invitation",
    reason: "Answer: accepts or declines a meeting",
    shows: "id version title startTime status",
  },
  {
    name: "freeTimes.people",
    title: "List people to meet",
    reason: "Plan: the ids that finding a free time needs",
  },
  {
    name: "freeTimes.find",
    title: "Find a free time",
    reason: "Plan: when several people can meet",
    shows: "suggestions",
  },
  {
    name: "tasks.list",
    title: "List tasks",
    reason: "Search, read, plan: what is to be done",
    shows: TASK,
  },
  {
    name: "tasks.create",
    title: "Create a task",
    reason: "Make: what came out of a mail or a meeting",
    shows: TASK_CHANGED,
    hides: "isQuoted estimateMinutes notBefore leastPieceMinutes hoursOfDay place energy",
  },
  {
    name: "tasks.update",
    title: "Change a task",
    reason: "Change, plan: completes, moves and renames tasks",
    shows: TASK_CHANGED,
    hides:
      "position completedAt blockedBy estimateMinutes notBefore leastPieceMinutes hoursOfDay place energy skipsGoneBlockers",
  },
  {
    name: "contacts.list",
    title: "List contacts",
    reason: "Search: the address or number of a person",
    shows: "id version contactName contactEmail contactPhone organization note relationship provenance",
  },
  {
    name: "contacts.recentInteractions",
    title: "Get recent contact with a person",
    reason: "Read, plan: what was last written and agreed, before one meets",
  },
  {
    name: "documents.list",
    title: "List documents",
    reason: "Search, read: documents with summary and matching passage",
    shows:
      "id version title description category tags fileName fileType excerpt aiSummary ownerName createdAt",
  },
  {
    name: "conversations.list",
    title: "List conversations",
    reason: "Read: chats with something unread, and the ids of the others",
    shows: "id name type unreadCount lastMessageAt participants",
  },
  {
    name: "messages.list",
    title: "List messages",
    reason: "Read: what was said in a chat",
    shows: MESSAGE,
  },
  {
    name: "messages.send",
    title: "Send a message",
    reason: "Answer: replies in a chat, after the person's approval",
    shows: "id version conversationId content createdAt",
    hides: "clientId documentIds mentions",
  },
  {
    name: "commitments.list",
    title: "List promises and requests",
    reason: "Plan: what the person owes and waits for",
    shows:
      "id version kind owedBy party partyName what due isLate state quote sourceKind sourceId provenance",
  },
];
