import { notifications } from "#features/daily-ops/notifications.ts";
import { documents } from "#features/documents/documents.ts";
import { emails } from "#features/email/emails.ts";
import { emailCard, joinWords, momentOf, plural } from "../../format-answer.ts";
import { memories } from "../../memories.ts";
import { parsePeriod } from "../../phrases/parse-period.ts";
import { type Act, asksFor, planOf } from "../act.ts";
import { capital, sentenceOf } from "../capital.ts";
import { addressesOf } from "../find-addresses.ts";
import { findOne } from "../find-records.ts";
import { shareOf } from "../match-words.ts";
import { readMention } from "../read-mention.ts";
import { readTime } from "../read-time.ts";
import { ANY_EMAIL, DOCUMENT, emailsOf, RECEIVED_EMAIL } from "../record-kinds.ts";

/** A mail as the words say it: `isSent` proposes to send it, otherwise it is a draft. */
const write =
  (isSent: boolean): Act =>
  async (turn, { person, subject, text, when }) => {
    if (!person) return asksFor("To whom?");
    const to = await addressesOf(turn, person);
    if ("answer" in to) return to.answer;
    const words = text ?? subject;
    if (!words) return asksFor(`What shall the mail to ${person} say?`);
    const moment = when ? readTime(turn, when) : null;
    if (when && !moment) return asksFor(`When is '${when}'?`);
    const fields = {
      subject: capital(subject ?? words).slice(0, 200),
      body: sentenceOf(words),
      recipients: to.addresses,
    };
    if (!isSent) {
      return planOf(emails.create, fields, {
        order: `Save a draft to ${joinWords(fields.recipients)}: ${fields.body}`,
        answer: (draft) => ({
          text: `The draft '${draft.subject}' is saved. Nothing was sent.`,
          cards: [emailCard(draft)],
          suggestions: ["undo"],
        }),
      });
    }
    const later = moment ? { scheduledSend: moment.at.toISOString() } : {};
    const names = joinWords(fields.recipients);
    return {
      text: `Shall I send '${fields.subject}' to ${names}${moment ? ` ${momentOf(moment.at, turn.clock)}` : ""}? ${fields.body}`,
      proposed: [
        {
          capability: "emails.send",
          input: { ...fields, ...later },
          summary: `Send '${fields.subject}' to ${names}: ${fields.body}`,
        },
      ],
    };
  };

const remind: Act = async (turn, { title, when }) => {
  if (!title) return asksFor("What shall I remind you of?");
  const moment = when ? readTime(turn, when) : null;
  if (!moment) return asksFor(when ? `When is '${when}'?` : "When shall I remind you?");
  const at = moment.hasTime ? moment.at : new Date(moment.at.getTime() + 9 * 3_600_000);
  if (at <= turn.context.now) return asksFor("That time has passed. When shall I remind you?");
  const text = momentOf(at, turn.clock);
  return planOf(
    notifications.create,
    { title: capital(title).slice(0, 200), scheduledFor: at.toISOString() },
    {
      order: `Remind you ${text}: '${capital(title)}'`,
      isGuess: moment.isGuess,
      answer: (made) => ({ text: `I remind you ${text}: '${made.title}'.`, suggestions: ["undo"] }),
    },
  );
};

const remember: Act = async (_turn, { text }) => {
  if (!text) return asksFor("What shall I remember?");
  return planOf(
    memories.create,
    { content: capital(text) },
    {
      order: `Remember '${capital(text)}'`,
      answer: (made) => ({
        text: `I keep in mind: '${made.content}'.`,
        suggestions: ["what do you remember?"],
      }),
    },
  );
};

const favorite =
  (isFavorite: boolean): Act =>
  async (turn, { item }) => {
    const one = await findOne(turn, DOCUMENT, item);
    if ("answer" in one) return one.answer;
    const { id, title } = one.found;
    return planOf(
      documents.setFavorite,
      { id, isFavorite },
      {
        order: `${isFavorite ? "Add to" : "Remove from"} the favorites: '${title}'`,
        cards: [DOCUMENT.cardOf(one.found, turn)],
      },
    );
  };

const openDocument: Act = async (turn, { item }) => {
  const one = await findOne(turn, DOCUMENT, item);
  if ("answer" in one) return one.answer;
  return { text: `Here is '${one.found.title}'.`, cards: [DOCUMENT.cardOf(one.found, turn)] };
};

const openEmail: Act = async (turn, { item }) => {
  const one = await findOne(turn, ANY_EMAIL, item);
  if ("answer" in one) return one.answer;
  const { body } = await turn.use(emails.get, { id: one.found.id });
  return { text: `'${one.found.subject}': ${body.slice(0, 600)}`, cards: [emailCard(one.found)] };
};

const listEmails: Act = async (turn, { person, topic, when, status = "" }) => {
  const mention = readMention(`${person ?? ""} ${topic ?? ""}`, ANY_EMAIL.nouns, {
    now: turn.context.now,
    timeZone: turn.timeZone,
  });
  const period = when ? parsePeriod(when, { now: turn.context.now, timeZone: turn.timeZone }) : null;
  if (when && !period) return asksFor(`When is '${when}'?`);
  const view = /\bunread\b|\bnew\b/i.test(status) ? "unread" : /\bstarred\b/i.test(status) ? "starred" : null;
  const candidates = await (view ? emailsOf(view) : RECEIVED_EMAIL).list(turn, { ...mention, period });
  const { content } = mention;
  const found =
    content.length === 0
      ? candidates
      : candidates.filter((email) => shareOf(content, ANY_EMAIL.textOf(email)) >= 0.6);
  if (found.length === 0) return { text: "No, I found no such mail." };
  const count = found.length >= MOST_FOUND ? `at least ${MOST_FOUND} mails` : plural(found.length, "mail");
  return {
    text: `There ${found.length === 1 ? "is" : "are"} ${count}.`,
    cards: found.slice(0, 12).map(emailCard),
  };
};

const MOST_FOUND = 100;

const cannot: Act = async () => ({
  text: "I cannot do that. I work with your tasks, calendar, mail, documents, messages and decisions.",
});

export const OTHER_ACTS: Readonly<Record<string, Act>> = {
  "emails.send": write(true),
  "emails.draft": write(false),
  "emails.open": openEmail,
  "emails.list": listEmails,
  "emails.count": listEmails,
  "reminders.create": remind,
  "memories.create": remember,
  "documents.favorite": favorite(true),
  "documents.unfavorite": favorite(false),
  "documents.open": openDocument,
  "none.cannot": cannot,
};
