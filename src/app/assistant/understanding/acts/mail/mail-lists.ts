import { emails } from "#features/email/emails.ts";
import { emailCard, joinWords, momentOf, plural } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { parsePeriod } from "../../../phrases/parse-period.ts";
import { type Act, asksFor, type Roles } from "../../act.ts";
import { splitException } from "../../exceptions.ts";
import { findPeople } from "../../people/find-people.ts";
import { readMention } from "../../read-mention.ts";
import { ANY_EMAIL } from "../../record-kinds.ts";
import { pastTimeIn } from "../read-past.ts";
import { mailMeant } from "./find-mails.ts";
import { addressIn, hitsIn, listMails, type Mail, peopleOf } from "./list-mails.ts";
import { type MailSet, narrows, readMailSet } from "./read-mail-set.ts";
import { isRecall, RECALL } from "./recall.ts";

const MAX_CARDS = 12;
const ME = /^(?:me|i|us|myself|you|anyone|anybody|someone|somebody|everyone|everybody)$/i;

/** The mails that a question is about, and how an answer calls them; a question where a time is not understood. */
async function asked(turn: Turn, { person, topic, when, status = "" }: Roles) {
  const situation = { now: turn.context.now, timeZone: turn.timeZone };
  const { exception, rest: sentence } = splitException(undefined, turn.sentence);
  const ofStatus = readMailSet(status, situation);
  const whole = readMailSet(withoutWords(sentence, [topic, person]), situation);
  const state = ofStatus.state ?? whole.state;
  const isAhead = state === "scheduled" || state === "snoozed";
  const past = when ? (pastTimeIn(when, situation)?.period ?? null) : whole.period;
  const period = isAhead && when ? parsePeriod(when, situation) : past;
  if (when && !period) return { answer: asksFor(`When is '${when}'?`) };
  const set: MailSet = {
    ...whole,
    ...{ kind: ofStatus.kind ?? whole.kind, state, period },
    isUnread: ofStatus.isUnread ?? (IS_NEW.test(status) ? true : whole.isUnread),
    isStarred: ofStatus.isStarred || whole.isStarred || /\b(?:flag|star)/i.test(status),
    hasFiles: ofStatus.hasFiles || whole.hasFiles,
  };
  const people = person && !ME.test(person) ? stems(turn, person) : [];
  const words = stems(turn, topic ?? "");
  const isBare = !narrows(set) && people.length === 0 && words.length === 0;
  const listed = await listMails(turn, set, isBare || IN_INBOX.test(sentence) ? "inbox" : "received", [
    ...people,
    ...words,
  ]);
  const all = set.state ? listed : listed.filter((mail) => !isHidden(turn, mail));
  const left = all.filter((mail) => isAbout(mail, people, words));
  const excluded = exception ? stems(turn, exception) : [];
  const found = excluded.length === 0 ? left : left.filter((mail) => !isAbout(mail, [], excluded));
  return { found, set };
}

const isHidden = ({ context }: Turn, { snoozedUntil }: Mail) =>
  snoozedUntil !== null && snoozedUntil > context.now;

const IS_NEW = /^(?:new|fresh|latest)$/i;
const IN_INBOX = /\b(?:the|my) (?:in-?box|in-?tray|mailbox)\b/i;

const stems = (turn: Turn, words: string) =>
  readMention(words, ANY_EMAIL.nouns, { now: turn.context.now, timeZone: "UTC" }).content;

const isAbout = (mail: Mail, people: readonly string[], words: readonly string[]): boolean =>
  hitsIn(people, peopleOf(mail)) >= people.length * 0.85 &&
  hitsIn(words, `${mail.subject} ${peopleOf(mail)} ${mail.preview}`) >= words.length * 0.6;

const withoutWords = (text: string, parts: readonly (string | undefined)[]): string =>
  parts.reduce<string>((left, part) => (part ? left.replace(part, " ") : left), text);

const STATE_NAMES: Readonly<Record<string, readonly [string, string]>> = {
  draft: ["draft", "drafts"],
  scheduled: ["scheduled email", "scheduled emails"],
  sent: ["sent email", "sent emails"],
  archived: ["archived email", "archived emails"],
  snoozed: ["snoozed email", "snoozed emails"],
};

function nameOf({ kind, state, isUnread, isStarred, hasFiles, period }: MailSet, count: number): string {
  const [one = "email", many = "emails"] = kind ? [kind, `${kind}s`] : (STATE_NAMES[state ?? ""] ?? []);
  return [
    isUnread === true ? "unread" : isUnread === false ? "read" : "",
    isStarred ? "starred" : "",
    count === 1 ? one : many,
    hasFiles ? "with files" : "",
    period?.name ?? "",
  ]
    .filter(Boolean)
    .join(" ");
}

const list: Act = async (turn, roles) => {
  if (/\b(?:disappear|vanish|unsend|recall)\b/i.test(turn.sentence) && isRecall(turn.sentence)) return RECALL;
  const result = await asked(turn, roles);
  if ("answer" in result) return result.answer;
  const { found, set } = result;
  const [one] = found;
  if (!one) return { text: `No, there are no such ${nameOf(set, 2)}.` };
  const isSnoozed = set.state === "snoozed";
  const name = `${found.length} ${nameOf(set, found.length)}`;
  const more = found.length > MAX_CARDS ? " These are the newest." : "";
  const details =
    found.length <= 3 && (set.state === "scheduled" || isSnoozed) ? ` ${timesOf(turn, found)}` : "";
  return {
    text: `There ${found.length === 1 ? "is" : "are"} ${name}.${more}${details}`,
    cards: found.slice(0, MAX_CARDS).map(emailCard),
  };
};

const count: Act = async (turn, roles) => {
  const result = await asked(turn, roles);
  if ("answer" in result) return result.answer;
  const { found, set } = result;
  const isMost = found.length >= MAX_COUNTED ? "at least " : "";
  return {
    text: `${found.length === 0 ? "No, none: there are" : found.length === 1 ? "There is" : "There are"} ${isMost}${found.length} ${nameOf(set, found.length)}.`,
    cards: found.slice(0, MAX_CARDS).map(emailCard),
  };
};

const MAX_COUNTED = 500;

const open: Act = async (turn, { item }) => {
  const one = await mailMeant(turn, item, { scope: "any" });
  if ("answer" in one) return one.answer;
  const { body } = await turn.use(emails.get, { id: one.found.id });
  return {
    text: `'${one.found.subject}' (${when(turn, one.found)}): ${body.slice(0, 600)}`,
    cards: [emailCard(one.found)],
  };
};

const when = (turn: Turn, mail: Mail): string => {
  const { status, scheduledSend, sentAt, snoozedUntil, createdAt } = mail;
  const text = (at: Date | null) => (at ? momentOf(at, turn.clock) : "");
  if (status === "scheduled") return `goes out ${text(scheduledSend)}`;
  if (status === "draft") return "a draft";
  if (status === "sent") return `sent ${text(sentAt)}`;
  return snoozedUntil && snoozedUntil > turn.context.now
    ? `comes back ${text(snoozedUntil)}`
    : text(createdAt);
};

const timesOf = (turn: Turn, found: readonly Mail[]): string =>
  found
    .map(
      (mail) =>
        `'${mail.subject}' ${when(turn, mail)}${mail.status === "scheduled" ? ` to ${joinWords(mail.recipients)}` : ""}.`,
    )
    .join(" ");

/** All mails in a state, with the time of each where it has one. */
const inState =
  (state: "scheduled" | "draft" | "snoozed"): Act =>
  async (turn): Promise<Answer> => {
    const set = { ...readMailSet("", { now: turn.context.now, timeZone: turn.timeZone }), state };
    const found = await listMails(turn, set, state);
    if (found.length === 0) return { text: `No, there are no ${nameOf(set, 2)}.` };
    const named = found.filter(({ subject }) => isNamed(subject, turn.sentence));
    const shown = named.length > 0 ? named : found;
    const text = `There ${shown.length === 1 ? "is" : "are"} ${plural(shown.length, nameOf(set, 1))}.`;
    return {
      text: state === "draft" ? text : `${text} ${timesOf(turn, shown.slice(0, 5))}`,
      cards: shown.slice(0, MAX_CARDS).map(emailCard),
    };
  };

/** Those in a state that somebody wrote or got, or that are about something, with the time of each. */
async function ofState(turn: Turn, state: "snoozed" | "archived" | "sent", roles: Roles): Promise<Answer> {
  const { person, topic, when: words } = roles;
  const situation = { now: turn.context.now, timeZone: turn.timeZone };
  const period = words ? (pastTimeIn(words, situation)?.period ?? null) : null;
  const set: MailSet = { ...readMailSet("", situation), state, period };
  const people = person && !ME.test(person) ? stems(turn, person) : [];
  const about = stems(turn, topic ?? "");
  const all = await listMails(turn, set, state, [...people, ...about]);
  const many = people.length > 0 && person ? await findPeople(turn, person, { isOpen: true }) : null;
  const addresses = many && "found" in many ? many.found.flatMap((each) => each.addresses) : [];
  const isOf = (mail: Mail) =>
    [mail.sender, ...mail.recipients, ...mail.cc].some((line) => addresses.includes(addressIn(line)));
  const found = all.filter((mail) => isAbout(mail, isOf(mail) ? [] : people, about));
  if (found.length === 0) return { text: `No, there are no such ${nameOf(set, 2)}.` };
  const text = `There ${found.length === 1 ? "is" : "are"} ${found.length} ${nameOf(set, found.length)}.`;
  return {
    text: found.length <= 3 ? `${text} ${timesOf(turn, found)}` : text,
    cards: found.slice(0, MAX_CARDS).map(emailCard),
  };
}

const isNamed = (subject: string, sentence: string): boolean => {
  const words = subject.split(/\s+/).filter((word) => word.length > 3);
  return words.length > 0 && words.every((word) => sentence.toLowerCase().includes(word.toLowerCase()));
};

export const MAIL_LISTS: Readonly<Record<string, Act>> = {
  "emails.list": list,
  "emails.count": count,
  "emails.open": open,
  "emails.scheduled": inState("scheduled"),
  "emails.drafts": inState("draft"),
  "emails.snoozed": (turn, { item, ...roles }) => ofState(turn, "snoozed", { ...roles, topic: item }),
  "emails.archived": (turn, roles) => ofState(turn, "archived", roles),
  "emails.sent": (turn, roles) => ofState(turn, "sent", roles),
  "emails.newsletters": (turn, roles) => list({ ...turn, sentence: `${turn.sentence} newsletters` }, roles),
};
