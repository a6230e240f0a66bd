import { parsePerson } from "#features/email/address-model.ts";
import { emails } from "#features/email/emails.ts";
import { mailSubscriptions } from "#features/email/mail-subscriptions.ts";
import type { Turn } from "../../../intent.ts";
import { stemsOf } from "../../match-words.ts";
import { stemOf, tokensOf } from "../../tokens.ts";
import type { MailKind, MailSet, MailState } from "./read-mail-set.ts";

export type Mail = Awaited<ReturnType<typeof emails.list>>["items"][number];
/** Where the mails are that can be meant; `inbox` has what is neither archived nor snoozed. */
export type Scope = "inbox" | "any" | "trash" | MailState;

type Filter = NonNullable<Parameters<typeof emails.list>[1]>;

const SCOPES: Record<Exclude<Scope, "trash">, Filter> = {
  inbox: { view: "inbox" },
  any: { view: "all" },
  draft: { status: "draft" },
  scheduled: { status: "scheduled" },
  sent: { status: "sent" },
  received: { status: "received" },
  archived: { view: "archived" },
  snoozed: { view: "snoozed" },
};

const PAGE = 100;
const MAX_PAGES = 5;
const DAY = 86_400_000;

/** The mails of the set in the scope, the newest first; those that have any of the words where there are many. */
export async function listMails(
  turn: Turn,
  set: MailSet,
  scope: Scope,
  content: readonly string[] = [],
): Promise<Mail[]> {
  if (scope === "trash") return (await turn.use(emails.trash, { limit: PAGE })).items;
  const filter = { ...SCOPES[stateOf(set, scope)], limit: PAGE };
  const text = operatorsOf(set);
  const found = await pages(turn, { ...filter, ...(text && { text }) });
  if (found.isAll || content.length === 0) return among(turn, found.items, set);
  const byWord = new Map<string, Mail>();
  for (const word of [...content].sort((one, other) => other.length - one.length).slice(0, 4)) {
    const { items } = await turn.use(emails.list, { ...filter, text: `${text} ${word}`.trim() });
    for (const item of items) byWord.set(item.id, item);
  }
  return among(turn, [...byWord.values()], set);
}

/** Words may say where a mail is; what an act needs, such as a draft, they do not change. */
const stateOf = ({ state }: MailSet, scope: Exclude<Scope, "trash">) =>
  scope === "inbox" || scope === "any" || scope === "received" ? (state ?? scope) : scope;

async function pages(turn: Turn, filter: Filter) {
  const items: Mail[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const next = await turn.use(emails.list, { ...filter, ...(cursor && { cursor }) });
    items.push(...next.items);
    if (!next.nextCursor) return { items, isAll: true };
    cursor = next.nextCursor;
  }
  return { items, isAll: false };
}

/** As the mail search reads them; days of the calendar in UTC, with one more at both ends. */
function operatorsOf({ isUnread, isStarred, hasFiles, state, ...set }: MailSet): string {
  const period = state === "snoozed" || state === "scheduled" ? null : set.period;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [
    isUnread && "is:unread",
    isStarred && "is:starred",
    hasFiles && "has:attachment",
    period && period.from.getTime() > DAY && `after:${day(period.from.getTime() - DAY)}`,
    period && period.to.getTime() < Date.now() + 365 * DAY && `before:${day(period.to.getTime() + 2 * DAY)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** When a mail came, was sent or is going to be. */
export const timeOf = ({ scheduledSend, sentAt, createdAt }: Mail): Date =>
  scheduledSend ?? sentAt ?? createdAt;

const timeIn = (mail: Mail, { state }: MailSet): Date =>
  (state === "snoozed" ? mail.snoozedUntil : null) ?? timeOf(mail);

async function among(turn: Turn, mails: readonly Mail[], set: MailSet): Promise<Mail[]> {
  const { period, isUnread, kind } = set;
  const left = mails.filter(
    (mail) =>
      (isUnread === null || mail.isRead !== isUnread) &&
      (!period || (timeIn(mail, set) >= period.from && timeIn(mail, set) < period.to)),
  );
  return kind ? ofKind(turn, left, kind) : left;
}

/** Of the senders of lists these write about an account, and not to their readers. */
const MACHINE = /^(?:notif\w*|no-?reply|do-?not-?reply|alerts?|mailer|system|service|security|account)\b/i;

async function ofKind(turn: Turn, mails: readonly Mail[], kind: MailKind): Promise<Mail[]> {
  const { items } = await turn.use(mailSubscriptions.list, {});
  const lists = new Set(items.map(({ sender }) => sender.toLowerCase()));
  const isNotice = ({ sender, subject }: Mail) =>
    MACHINE.test(addressIn(sender)) || /\bnotifications?\b/i.test(subject);
  return mails.filter((mail) => {
    const isOfList = mail.status === "received" && lists.has(addressIn(mail.sender));
    return kind === "notification"
      ? isNotice(mail)
      : /\bnewsletter/i.test(mail.subject) || (isOfList && !isNotice(mail));
  });
}

export const addressIn = (line: string): string => parsePerson(line).address.toLowerCase();

const SAME = ["bill invoice", "photo picture image", "cv resume", "contract agreement", "invite invitation"]
  .map(stemsOf)
  .concat([["confirm", "confirmation"].map(stemOf)]);

const likeOf = (word: string): readonly string[] => SAME.find((words) => words.includes(word)) ?? [word];

/** How many of the words a text has; what only begins like one counts a little less. */
export function hitsIn(words: readonly string[], text: string): number {
  const stems = tokensOf(text.slice(0, 2000)).map(({ stem }) => stem);
  const shareOf = (word: string) =>
    Math.max(
      0,
      ...likeOf(word).flatMap((each) =>
        stems.map((stem) => (stem === each ? 1 : isBeginning(stem, each) ? 0.9 : 0)),
      ),
    );
  return words.reduce((sum, word) => sum + shareOf(word), 0);
}

const isBeginning = (one: string, other: string) => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short);
};

/** Who wrote a mail, and to whom where it is one's own. */
export const peopleOf = ({ status, sender, recipients, cc }: Mail): string =>
  (status === "received" ? sender : [...recipients, ...cc].join(" ")).replaceAll(/[@._<>-]/g, " ");
