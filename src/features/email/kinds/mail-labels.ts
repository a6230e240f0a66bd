/** What kind of mail it is, as the labelled mails have it (decision 0170). */
export const MAIL_KINDS = [
  "question",
  "request-do",
  "request-send",
  "approval",
  "meeting",
  "meeting-choice",
  "meeting-change",
  "invitation",
  "offer",
  "order",
  "invoice",
  "complaint",
  "legal",
  "application",
  "reference",
  "press",
  "sales",
  "fraud",
  "notice",
  "report",
  "thanks",
  "congratulations",
  "condolence",
  "apology",
  "refusal",
  "news",
  "automatic",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** What a sentence wants from its reader. */
export const WANTS = [
  "yes-no",
  "choice",
  "time",
  "place",
  "number",
  "information",
  "opinion",
  "decision",
  "send",
  "do",
  "confirm",
] as const;
export type Wants = (typeof WANTS)[number];
