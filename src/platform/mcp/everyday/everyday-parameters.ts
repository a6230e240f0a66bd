const CURSOR = "`nextCursor` of the page before";
const LIMIT = "Page size";
const ZONE = "IANA zone, of profile_get";
const NEWEST = "`version` as read last";
const PROJECT = "Id of a project, from a task or search_query";
const ADDRESSES = "Addresses, such as ada@example.com or Ada <ada@example.com>";
const STAYS = "What is not given stays";

const MAIL_TEXT = {
  subject: "Subject line",
  body: "Plain text",
  recipients: ADDRESSES,
  cc: "Addresses in Cc",
  bcc: "Addresses in Bcc",
  category: "A word to group mail by; of emails_startReply for a reply",
  inReplyTo: "Id of the email that this answers",
  accountId: "Mail account to send from; of emails_startReply for a reply, else the default one",
};

const EVENT_FIELDS = {
  title: "Title in the calendar",
  location: "Place, as text",
  meetingLink: "Address of the video call",
  attendees: "Addresses of the guests. None is notified before the invitation is sent; needs approval",
  reminderSettings: "When to be reminded",
  "reminderSettings.minutesBefore": "Minutes before the start",
  transparency: "opaque: the time counts as busy",
  visibility: "What others may see of it",
  description: "Notes, as plain text",
  startTime: "Start with offset, such as 2026-03-05T14:00:00+01:00",
  endTime: "End with offset",
  isAllDay: "Covers every day that its times touch",
  rrule: "Repetition as in RFC 5545: FREQ=WEEKLY;BYDAY=MO",
  zone: "IANA zone in which a repeated event keeps its time of day",
  timeZone: `Zone whose days an all-day event covers: ${ZONE}`,
};
const SCOPE = "For repeated events: only this one, this and following, or all";

const TASK_FIELDS = {
  title: "What is to be done",
  description: "Notes, as plain text",
  status: "completed closes it",
  priority: "How important it is",
  projectId: `${PROJECT}; null for none`,
  dueDate: "When it is due, with offset; the end of the day for a day; null for none",
  tags: "Words to group tasks by, replaced as a whole",
};

/**
 * What an agent must know of each parameter, by capability and path; list entries have the path of their list. Words for
 * all interfaces are with the schemas; these are for the everyday tools, where a few more words save a wrong call.
 */
export const EVERYDAY_PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "search.query": {
    text: "Words or beginnings of words",
    kinds: "Only records of these kinds",
  },
  "today.get": { date: "Day as 2026-03-05; today if not given" },
  "attention.list": {
    timeZone: `Zone whose days count: ${ZONE}`,
    limit: "Items at most",
    shown: "open, or what the person snoozed",
  },
  "emails.list": {
    cursor: CURSOR,
    limit: LIMIT,
    sort: "created: newest first",
    status: "received for mail that came in",
    view: "Which mail: inbox and unread are what still waits",
    threadId: "Only this conversation",
    ids: "Only these",
    threads: "Only the newest of each conversation",
    text: "Words; also from: to: subject: has:attachment is:unread before:2026-03-01 after:2026-03-01",
  },
  "emails.get": { id: "Id of the email" },
  "emails.startReply": { id: "Id of the email to answer", all: "Also to its other recipients" },
  "emails.saveDraft": {
    ...MAIL_TEXT,
    draft: "The draft to replace; a new one if not given",
    "draft.id": "Its id",
    "draft.version": NEWEST,
  },
  "emails.send": {
    ...MAIL_TEXT,
    draftId: "The draft that this text replaces and sends",
    scheduledSend: "When to send, with offset; at once if not given",
  },
  "emails.archive": { ids: "Ids of emails", threads: "The whole conversations of these emails" },
  "emails.snooze": {
    ids: "Ids of emails",
    threads: "The whole conversations of these emails",
    until: "When they return, with offset; null ends the snooze",
  },
  "emails.updateMany": {
    changes: `One entry for each email. ${STAYS}`,
    "changes.id": "Id of the email",
    "changes.priority": "How important it is",
    "changes.category": "A word to group mail by; null for none",
    "changes.aiSummary": "A summary that you wrote; null for none",
    "changes.isRead": "Whether it is marked as read",
    "changes.isStarred": "Whether it has a star",
  },
  "events.list": {
    cursor: CURSOR,
    limit: LIMIT,
    from: "Events that end after this instant, with offset",
    to: "Events that start before this instant, with offset",
    text: "Words in title, place, guests or description",
    order: "By start",
  },
  "events.create": {
    ...EVENT_FIELDS,
    calendarId: "Calendar that gets it; the default one if not given",
  },
  "events.update": { ...EVENT_FIELDS, id: "Id of the event", version: NEWEST, scope: SCOPE },
  "events.delete": { id: "Id of the event", scope: SCOPE },
  "eventInvitations.answer": {
    eventId: "Id of the event",
    answer: "The answer of the person",
  },
  "freeTimes.find": {
    userIds: "`userId`s of freeTimes_people; the first there is the person",
    minutes: "Length of the meeting",
    from: "Search from this instant on, with offset",
    to: "Search until this instant, with offset",
  },
  "tasks.list": {
    cursor: CURSOR,
    limit: LIMIT,
    sort: "created: newest first; due: soonest first",
    status: "Only in these states; all but completed are open",
    priority: "Only of these priorities",
    projectId: PROJECT,
    parentId: "Only the subtasks of this task",
    includeSubtasks: "Subtasks too",
    tag: "Only with this tag",
    due: "Days of `timeZone`; none: without a date",
    dueFrom: "Due at or after this instant, with offset",
    dueBefore: "Due before this instant, with offset",
    timeZone: `Zone of \`due\`: ${ZONE}`,
    text: "Words in title, tags or description",
  },
  "tasks.create": {
    ...TASK_FIELDS,
    parentId: "Makes it a subtask of this task",
    blockedBy: "Ids of tasks that must be done before",
  },
  "tasks.update": {
    ...TASK_FIELDS,
    id: "Id of the task",
    version: NEWEST,
    addBlockers: "Ids of tasks that must be done before, in addition",
    removeBlockers: "Ids of tasks that it waits for no more",
  },
  "contacts.list": {
    cursor: CURSOR,
    limit: LIMIT,
    isFavorite: "Only favorites",
    text: "Part of a name, address, number or organization",
  },
  "contacts.recentInteractions": { id: "Id of the contact" },
  "documents.list": {
    cursor: CURSOR,
    limit: LIMIT,
    sort: "created_at: newest first",
    category: "Only of this category",
    show: "withMe: shared by others",
    text: "Words in title, tags, description or content",
  },
  "conversations.list": {
    cursor: CURSOR,
    limit: LIMIT,
    isArchived: "The archived ones instead",
    text: "Words in its name or people",
  },
  "messages.list": {
    cursor: CURSOR,
    limit: LIMIT,
    conversationId: "Id of conversations_list",
    until: "Only until this instant, with offset",
  },
  "messages.send": {
    conversationId: "Id of conversations_list",
    content: "Plain text",
    replyToId: "Id of the message that this answers",
  },
  "commitments.list": {
    cursor: CURSOR,
    limit: LIMIT,
    owedBy: "me: the person owes it; them: the person waits for it",
    kind: "promise: somebody offered it; request: somebody asked for it",
    states: "Only in these states; proposed: found without certainty",
    parties: "Email addresses of the other parties",
    eventId: "With the people of this event",
    threadId: "From this email conversation",
    sort: "due: soonest first",
  },
  "approvals.get": { id: "`approval.id` of the answer that was waiting_for_approval" },
};
