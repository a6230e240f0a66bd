import { emailCard, joinWords, momentOf, plural } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import type { Act } from "../../act.ts";
import { readMention } from "../../read-mention.ts";
import { ANY_EMAIL } from "../../record-kinds.ts";
import { addressIn, hitsIn, listMails, type Mail, type Scope, timeOf } from "./list-mails.ts";
import { readMailSet } from "./read-mail-set.ts";

const DAY = 86_400_000;
/** What is older is no longer waited for. */
const MAX_DAYS = 60;
const MAX_CARDS = 12;

const mailsIn = (turn: Turn, scope: Scope): Promise<Mail[]> =>
  listMails(turn, readMailSet("", { now: turn.context.now, timeZone: turn.timeZone }), scope);

type Letters = { sent: Mail[]; received: Mail[]; drafts: Mail[] };

async function lettersOf(turn: Turn): Promise<Letters> {
  const [sent, received, drafts] = [
    await mailsIn(turn, "sent"),
    await mailsIn(turn, "received"),
    await mailsIn(turn, "draft"),
  ];
  return { sent, received, drafts };
}

const wordsIn = (turn: Turn, words = "") =>
  readMention(words, ANY_EMAIL.nouns, { now: turn.context.now, timeZone: "UTC" }).content;

const namesOf = ({ recipients, cc }: Mail) => [...recipients, ...cc].join(" ").replaceAll(/[@._<>-]/g, " ");
const senderOf = ({ sender }: Mail) => sender.replaceAll(/[@._<>-]/g, " ");
const has = (words: readonly string[], text: string) => hitsIn(words, text) >= words.length * 0.85;

const isAfter = (one: Mail, other: Mail) => timeOf(one) > timeOf(other);
const bare = (subject: string) => subject.toLowerCase().replaceAll(/^(?:(?:re|fwd?|aw): ?){1,5}/g, "");
/** An answer is in the same conversation, or has the same subject and goes between the same two. */
const isAnswer = (answer: Mail, to: Mail, partners: readonly string[]): boolean =>
  isAfter(answer, to) &&
  (answer.threadId === to.threadId ||
    (bare(answer.subject) === bare(to.subject) &&
      [answer.sender, ...answer.recipients].some((line) => partners.includes(addressIn(line)))));

const answerTo = (mail: Mail, received: readonly Mail[]) =>
  received.findLast((each) => isAnswer(each, mail, mail.recipients.map(addressIn)));

const ownAnswerTo = (mail: Mail, own: readonly Mail[]) =>
  own.find((each) => isAnswer(each, mail, [addressIn(mail.sender)]));

const OWN =
  /\b(?:did|have|had|has) I\b|\bI(?:'ve| have)? (?:already )?(?:answered?|repl(?:y|ied)|respond\w*)\b|\bmy (?:reply|answer|response) to\b/i;

/** Whether a person answered a mail of one's own, or one answered newest. */
const answered: Act = async (turn, { person, topic }) => {
  const letters = await lettersOf(turn);
  const who = wordsIn(turn, person);
  const about = wordsIn(turn, topic ?? (person ? "" : turn.sentence));
  if (OWN.test(turn.sentence)) return ownAnswer(turn, letters, who, about, person ?? "");
  const isMeant = (mail: Mail) =>
    (has(who, namesOf(mail)) || has(who, mail.subject)) &&
    (about.length === 0 || hitsIn(about, `${mail.subject} ${mail.preview}`) >= about.length * 0.4);
  const mine = letters.sent.filter(isMeant);
  const [latest] = mine;
  if (!latest) return withoutOwn(turn, letters, who, about, person);
  const answer = answerTo(latest, letters.received);
  const name = person && has(who, namesOf(latest)) ? person : "nobody";
  if (!answer)
    return {
      text: `No, ${name === "nobody" ? "nobody has" : `${name} has not`} answered '${latest.subject}' (sent ${momentOf(timeOf(latest), turn.clock)}).`,
      cards: [emailCard(latest)],
    };
  return {
    text: `Yes, ${momentOf(timeOf(answer), turn.clock)}: '${answer.subject}'. ${answer.preview.slice(0, 300)}`,
    cards: [emailCard(answer)],
  };
};

/** Nothing was written to the person: what they wrote lately is all there is. */
function withoutOwn(
  turn: Turn,
  { received }: Letters,
  who: readonly string[],
  about: readonly string[],
  person = "that",
): Answer {
  const [newest] = received.filter(
    (mail) => who.length > 0 && has(who, senderOf(mail)) && hitsIn(about, mail.subject) >= about.length * 0.4,
  );
  if (!newest) return { text: `No, I found no mail of yours about it that '${person}' could have answered.` };
  return {
    text: `You did not write first. The newest from there came ${momentOf(timeOf(newest), turn.clock)}: '${newest.subject}'.`,
    cards: [emailCard(newest)],
  };
}

function ownAnswer(
  turn: Turn,
  letters: Letters,
  who: readonly string[],
  about: readonly string[],
  person: string,
): Answer {
  const isFrom = (mail: Mail) => has(who, senderOf(mail));
  const all = letters.received.filter(isFrom);
  const [latest] = all.filter((mail) => hitsIn(about, mail.subject) >= about.length * 0.4).concat(all);
  if (!latest) return { text: `No, I found no mail from '${person}'.` };
  return {
    text: stateOf(turn, latest, letters),
    cards: [emailCard(latest), ...draftsTo(latest, letters).map(emailCard)],
  };
}

const draftsTo = (mail: Mail, { drafts }: Letters): Mail[] =>
  drafts.filter(
    (draft) =>
      draft.threadId === mail.threadId ||
      draft.recipients.some((line) => addressIn(line) === addressIn(mail.sender)),
  );

function stateOf(turn: Turn, mail: Mail, letters: Letters): string {
  const sent = ownAnswerTo(mail, letters.sent);
  if (sent) return `Yes, you answered '${mail.subject}' ${momentOf(timeOf(sent), turn.clock)}.`;
  const [draft] = draftsTo(mail, letters);
  return draft
    ? `No, '${mail.subject}' is not answered yet: your answer '${draft.subject}' is still a draft.`
    : `No, you have not answered '${mail.subject}' yet.`;
}

/** Mails of people in the inbox that wait for one's own answer, the newest of each conversation. */
const unanswered: Act = async (turn, { person }) => {
  const letters = await lettersOf(turn);
  const who = wordsIn(turn, person);
  const inbox = await mailsIn(turn, "inbox");
  const lists = await listMails(
    turn,
    { ...readMailSet("", { now: turn.context.now, timeZone: turn.timeZone }), kind: "newsletter" },
    "received",
  );
  const machines = new Set([...lists.map(({ sender }) => addressIn(sender))]);
  const open = inbox.filter(
    (mail) =>
      has(who, senderOf(mail)) &&
      !machines.has(addressIn(mail.sender)) &&
      !/^(?:no-?reply|notif|bookings?|do-?not)/i.test(addressIn(mail.sender)) &&
      !ownAnswerTo(mail, letters.sent),
  );
  const [one] = open;
  if (!one) return { text: `No, no mail${person ? ` from ${person}` : ""} waits for your answer.` };
  const drafted = open.flatMap((mail) => draftsTo(mail, letters).slice(0, 1));
  const note =
    drafted.length > 0 ? ` Still a draft: ${joinWords(drafted.map(({ subject }) => `'${subject}'`))}.` : "";
  return {
    text: `${plural(open.length, "email")}${person ? ` from ${person}` : ""} without your answer.${note}`,
    cards: open.slice(0, MAX_CARDS).map(emailCard),
  };
};

/** One's own mails without an answer that ask for one or are followed up. */
const waiting: Act = async (turn, { person }) => {
  const { sent, received } = await lettersOf(turn);
  const who = wordsIn(turn, person);
  const since = new Date(turn.context.now.getTime() - MAX_DAYS * DAY);
  const open = sent.filter(
    (mail) =>
      timeOf(mail) >= since &&
      (mail.remindAt !== null || /\?|\bplease\b|\blet me know\b/i.test(`${mail.subject} ${mail.preview}`)) &&
      has(who, namesOf(mail)) &&
      !answerTo(mail, received),
  );
  if (open.length === 0)
    return {
      text: `No, none of your mails${person ? ` to ${person}` : ""} of the last ${MAX_DAYS} days waits for an answer.`,
    };
  const people = joinWords([...new Set(open.flatMap(({ recipients }) => recipients))].slice(0, 8));
  return {
    text: `${plural(open.length, "mail")} without an answer, to ${people}.`,
    cards: open.slice(0, MAX_CARDS).map(emailCard),
  };
};

export const MAIL_ANSWERS: Readonly<Record<string, Act>> = {
  "emails.answered": answered,
  "emails.unanswered": unanswered,
  "emails.waiting": waiting,
};
