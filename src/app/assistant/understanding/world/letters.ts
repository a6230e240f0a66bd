/** The mail of the world, each by its key: from whom (a contact's key or an address), when, in which state. Times are local. */
type Letter = {
  subject: string;
  from: string;
  at: string;
  body: string;
  isRead?: boolean;
  isStarred?: boolean;
  isList?: boolean;
};

const newsletter = (subject: string, from: string, at: string, isRead = false): Letter => ({
  ...{ subject, from, at, isRead, isList: true },
  body: "Your regular overview of what happened, with links to everything.",
});

export const RECEIVED: Record<string, Letter> = {
  "m-ann": {
    ...{ subject: "Board report", from: "c-ann", at: "2037-11-17T18:20" },
    body: "Could you send me the board report by Thursday noon? I also need the headcount figures.",
  },
  "m-offer": {
    ...{
      subject: "Offer for phase two",
      from: "c-ingrid",
      at: "2037-11-17T16:05",
      isRead: true,
      isStarred: true,
    },
    body: "We can do phase two for 84,000 euros. The offer is valid until 30 November. Shall I send the contract?",
  },
  "m-agenda": {
    ...{ subject: "Kick-off agenda", from: "c-ingrid", at: "2037-11-16T11:30" },
    body: "Attached is the agenda for Thursday. We will be four people.",
  },
  "m-lease": {
    ...{ subject: "Lease comments", from: "c-marcus", at: "2037-11-16T10:12" },
    body: "Clause 7 is a problem: the notice period is 12 months. I would ask for 6. The lease ends on 31 March 2030.",
  },
  "m-nda": {
    ...{ subject: "NDA for Tanaka", from: "c-marcus", at: "2037-11-12T15:00", isRead: true },
    body: "The NDA is ready for signature. It runs for five years.",
  },
  "m-poa": {
    ...{ subject: "Power of attorney", from: "c-marcus", at: "2037-11-17T09:40" },
    body: "Please sign the power of attorney before Friday.",
  },
  "m-bill": {
    ...{ subject: "Invoice 2026-118", from: "c-tom", at: "2037-11-13T08:15", isRead: true },
    body: "Please pay 12,450 euros by 20 November to IBAN DE02 1203 0000 0000 2020 51.",
  },
  "m-credit": {
    ...{ subject: "Credit line", from: "c-louise", at: "2037-11-16T16:45" },
    body: "The bank can extend the credit line to 500,000 euros at 4.2 %. I need the cash-flow forecast first.",
  },
  "m-intro": {
    ...{ subject: "Introduction to Helios", from: "c-priya", at: "2037-11-10T12:00", isRead: true },
    body: "Meet Karin Olsen of Helios, who runs their new fund.",
  },
  "m-logo": {
    ...{ subject: "New logo drafts", from: "c-sofia", at: "2037-11-17T14:30" },
    body: "Three drafts are attached. I prefer the second one.",
  },
  "m-keys": {
    ...{ subject: "Keys for the Lisbon office", from: "c-dan", at: "2037-11-11T17:20", isRead: true },
    body: "The keys are with the porter. The alarm code is 4471.",
  },
  "m-flight": {
    ...{
      subject: "Your booking confirmation",
      from: "bookings@austrian.test",
      at: "2037-11-09T07:00",
      isRead: true,
    },
    body: "Booking code X7K9QP. OS 461 from Vienna to Lisbon, 20 November, 13:00. Seat 4C.",
  },
  "m-brief": newsletter("The Morning Brief", "brief@morning.test", "2037-11-18T06:00"),
  "m-saas": newsletter("SaaS Digest", "digest@saas.test", "2037-11-18T06:00"),
  "m-growth": newsletter("Growth Weekly", "weekly@growth.test", "2037-11-16T06:00", true),
  "m-linkedin": {
    ...{
      subject: "You have 5 new notifications",
      from: "notifications@linkedin.test",
      at: "2037-11-17T08:00",
    },
    ...{ body: "See who viewed your profile.", isList: true },
  },
};

/** Written by Ada: to whom, when and in which state. */
export const WRITTEN = {
  "s-viewing": ["Viewing on Monday", "sent", ["c-dan"], "2037-11-16T09:00", "Does 15:30 work for you?"],
  "s-draft": ["Draft contract", "sent", ["c-hiro"], "2037-11-12T10:00", "Here is the draft of the contract."],
  "d-ann": [
    "Re: Board report",
    "draft",
    ["c-ann"],
    "2037-11-17T19:00",
    "Dear Ann, here is the board report.",
  ],
  "x-update": [
    "Team update",
    "scheduled",
    ["p-bob", "p-clara"],
    "2037-11-20T08:00",
    "Dear all, a short update.",
  ],
} as const;

export const TEMPLATES = {
  "tp-follow": ["Meeting follow-up", "Thank you for the meeting"],
  "tp-dun": ["Invoice reminder", "Our invoice is due"],
} as const;
