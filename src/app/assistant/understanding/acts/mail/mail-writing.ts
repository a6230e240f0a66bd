import { emails } from "#features/email/emails.ts";
import { templates } from "#features/email/templates.ts";
import { emailCard, joinWords } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { type Act, asksFor, planOf } from "../../act.ts";
import { sentenceOf } from "../../capital.ts";
import { shareOf, stemsOf } from "../../match-words.ts";
import { addressesOf } from "../../people/find-addresses.ts";
import { readTime } from "../../times/read-time.ts";
import { tokensOf } from "../../tokens.ts";
import { type Content, proposesSending, recipientsOf, sendingTime, signed } from "./compose-mail.ts";
import { mailMeant } from "./find-mails.ts";
import { isRecall, RECALL } from "./recall.ts";
import { subjectAndText } from "./subject-and-text.ts";

/** A mail as the words say it: `isSent` proposes to send it, otherwise it is a draft. */
const write =
  (isSent: boolean): Act =>
  async (turn, { person, subject, text, when }) => {
    if (!person) return asksFor("To whom?");
    const to = await recipientsOf(turn, person);
    if ("answer" in to) return to.answer;
    const words = subjectAndText({ subject, text });
    if (!words) return asksFor(`What shall the mail to ${person} say?`);
    const time = sendingTime(turn, when);
    if ("answer" in time) return time.answer;
    const { accountId, signature } = await turn.use(emails.startNew, {});
    const content = { ...words, body: signed(words.body, signature), ...to, accountId };
    if (isSent) return proposesSending(turn, { content, at: time.at, text: words.body });
    return planOf(emails.create, content, {
      order: `Save a draft to ${joinWords(to.recipients)}: ${words.body}`,
      answer: (draft) => ({
        text: `The draft '${draft.subject}' is saved. Nothing was sent.`,
        cards: [emailCard(draft)],
        suggestions: ["undo"],
      }),
    });
  };

const UNSENT =
  /\b(?:draft|prepare|do not send|don'?t send|without sending|not send|hold it|save (?:it|the answer)|just write|only write)\b/i;

/** Proposes the answer; as a draft where the sentence wants it unsent. */
const reply: Act = async (turn, { item, person, text: given, when }) => {
  const text = item || person ? given : (BARE.exec(turn.sentence)?.[1] ?? given);
  if (!text) return asksFor("What shall the answer say?");
  const one = await mailToAnswer(turn, { item, person, text, when });
  if ("answer" in one) return one.answer;
  const { id, subject } = one.found;
  const all = /\b(?:reply|respond|answer) (?:to )?(?:them )?all\b|\breply-all\b|\beverybody on it\b/i.test(
    turn.sentence,
  );
  const start = await turn.use(emails.startReply, { id, all });
  const body = sentenceOf(text);
  const content: Content = {
    subject: start.subject,
    recipients: start.recipients,
    cc: start.cc,
    body: signed(body, start.signature),
    category: start.category,
    accountId: start.accountId,
    inReplyTo: id,
  };
  const cards = [emailCard(one.found)];
  if (UNSENT.test(turn.sentence))
    return planOf(emails.create, content, {
      order: `Save a reply to '${subject}' as a draft: ${body}`,
      cards,
    });
  const time = sendingTime(turn, when);
  if ("answer" in time) return time.answer;
  return proposesSending(turn, { content, at: time.at, cards, text: body });
};

/** 'Reply I agree': all that follows is the answer. */
const BARE =
  /^(?:please )?(?:reply|answer|respond|write back|e-?mail (?:him|her|them) back)(?: (?:that|saying|with|to say))?:? (?!to\b)(.+)$/i;

type Named = Partial<Record<"item" | "person" | "text" | "when", string | undefined>>;

/** Of several mails of a person the one that the answer is about, else the newest. */
async function mailToAnswer(turn: Turn, { item, person, text = "", when }: Named) {
  const besides = [text, when];
  if (!item && !person) return shownMail(turn);
  const bare = item && person && !item.includes(person) ? `${item} from ${person}` : item;
  const words = bare ?? (person ? `the mails from ${person}` : undefined);
  const one = await mailMeant(turn, words, { scope: "inbox", besides });
  if ("found" in one) return one;
  const { cards = [] } = one.answer;
  const rated = cards
    .map((card) => ({ card, share: shareOf(stemsOf(card.title), text) }))
    .filter(({ share }) => share >= 0.5);
  const [only, second] = rated;
  if (only && !second) return mailMeant(turn, only.card.title, { scope: "inbox", besides: [turn.sentence] });
  if (cards.length === 0) return mailMeant(turn, words, { scope: "any", besides, isNewest: true });
  return person ? mailMeant(turn, `the latest mail from ${person}`, { scope: "inbox", besides }) : one;
}

/** Without a name what was shown last is answered. */
async function shownMail(turn: Turn) {
  const shown = turn.previousCards.filter(({ kind }) => kind === "email");
  return shown.length === 0
    ? mailMeant(turn, undefined, { scope: "inbox" })
    : mailMeant(turn, "it", { scope: "any" });
}

/** As the composer forwards: all files, the text below the signature, from the account that received it. */
const forward: Act = async (turn, { item, person, text, when }) => {
  if (!person) return asksFor("To whom shall I forward it?");
  const one = await mailMeant(turn, item, { scope: "any", besides: [text, when, `to ${person}`] });
  if ("answer" in one) return one.answer;
  const to = await recipientsOf(turn, person);
  if ("answer" in to) return to.answer;
  const { id } = one.found;
  const start = await turn.use(emails.startForward, { ids: [id] });
  const { attachments } = await turn.use(emails.get, { id });
  const time = sendingTime(turn, when);
  if ("answer" in time) return time.answer;
  const words = text ? sentenceOf(text) : "";
  const content: Content = {
    subject: start.subject,
    body: signed(words, start.signature, start.body),
    ...to,
    accountId: start.accountId,
    attachmentIds: attachments.map((each) => each.id),
  };
  return proposesSending(turn, { content, at: time.at, cards: [emailCard(one.found)], text: words });
};

/** All that a mail which is not sent yet has, to send it as it is. */
async function contentOf(turn: Turn, id: string): Promise<Content> {
  const mail = await turn.use(emails.get, { id });
  const { subject, body, html, recipients, cc, bcc, priority, category, accountId } = mail;
  return {
    ...{ subject, body, html, recipients, cc, bcc, priority, category, accountId },
    isReceiptRequested: mail.isReceiptRequested,
    attachmentIds: mail.attachments.map((each) => each.id),
  };
}

const sendDraft: Act = async (turn, { item, when }) => {
  if (isRecall(turn.sentence)) return RECALL;
  const one = await mailMeant(turn, item, { scope: "draft", besides: [when] });
  if ("answer" in one) return one.answer;
  const content = await contentOf(turn, one.found.id);
  const cards = [emailCard(one.found)];
  if ([...(content.recipients ?? []), ...(content.cc ?? []), ...(content.bcc ?? [])].length === 0)
    return { ...asksFor(`'${content.subject}' has no recipients yet. To whom?`), cards };
  if (content.subject.trim() === "" || content.body.trim() === "")
    return { ...asksFor("The draft has no subject or no text yet."), cards };
  const time = sendingTime(turn, when);
  if ("answer" in time) return time.answer;
  return proposesSending(turn, { content, draftId: one.found.id, at: time.at, cards, text: content.body });
};

const reschedule: Act = async (turn, { item, when }) => {
  const one = await mailMeant(turn, item, { scope: "scheduled", besides: [when] });
  if ("answer" in one) return one.answer;
  const cards = [emailCard(one.found)];
  const moment = when ? laterOf(turn, when, one.found.scheduledSend ?? undefined) : null;
  if (!moment) return { ...asksFor(when ? `When is '${when}'?` : "When shall it be sent?"), cards };
  if (moment <= turn.context.now)
    return { ...asksFor("That time has passed. When shall it be sent?"), cards };
  const content = await contentOf(turn, one.found.id);
  return proposesSending(turn, { content, draftId: one.found.id, at: moment, cards, text: content.body });
};

/** 'Friday, Monday at 9' names the former time and the new one, 'a day earlier, Thursday at 8' the same twice. */
function laterOf(turn: Turn, when: string, from?: Date): Date | null {
  const whole = readTime(turn, when, from);
  if (whole && !whole.isGuess) return whole.at;
  const words = when.split(/\s+/);
  for (let start = 1; start < words.length; start += 1) {
    const rest = readTime(turn, words.slice(start).join(" "), from);
    if (rest && !rest.isGuess) return rest.at;
  }
  return whole?.at ?? null;
}

const useTemplate: Act = async (turn, { item, person = personIn(turn.sentence) }) => {
  const { items } = await turn.use(templates.list, { limit: 100 });
  if (items.length === 0) return { text: "You have no email templates yet." };
  const words = stemsOf(`${item ?? ""}`).filter(
    (stem) => !/^(?:the|a|an|my|templat|text|draft|mail|for)$/.test(stem),
  );
  const rated = items.map((each) => ({ each, share: shareOf(stemsIn(each.name), item ?? turn.sentence) }));
  const best = Math.max(0, ...rated.map(({ share }) => share));
  const fitting = best < 0.5 ? [] : rated.filter(({ share }) => share === best);
  const [found, second] = words.length > 0 || best === 1 ? fitting : [];
  if (!found || second)
    return {
      ...asksFor(`Which template: ${joinWords(items.slice(0, 8).map(({ name }) => name))}?`),
      suggestions: items.slice(0, 4).map(({ name }) => name),
    };
  if (!person) return asksFor(`For whom is '${found.each.name}'?`);
  const to = await addressesOf(turn, person);
  if ("answer" in to) return to.answer;
  const { accountId, signature } = await turn.use(emails.startNew, {});
  const { subject, body, category } = found.each;
  return planOf(
    emails.create,
    { subject, body: signed(body, signature), category, recipients: to.addresses, accountId },
    {
      order: `Save a draft to ${joinWords(to.addresses)} from the template '${found.each.name}'`,
      answer: (draft) => ({
        text: `The draft '${draft.subject}' is saved. Nothing was sent.`,
        cards: [emailCard(draft)],
        suggestions: ["undo"],
      }),
    },
  );
};

const stemsIn = (text: string) =>
  tokensOf(text).flatMap(({ stem, shape }) => (shape === "mark" ? [] : [stem]));

const personIn = (sentence: string): string | undefined =>
  /\b(?:with|for|to) ([A-Z]\w+(?: [A-Z]\w+)?)/.exec(sentence)?.[1];

export const MAIL_WRITING: Readonly<Record<string, Act>> = {
  "emails.send": write(true),
  "emails.draft": write(false),
  "emails.reply": reply,
  "emails.forward": forward,
  "emails.sendDraft": sendDraft,
  "emails.reschedule": reschedule,
  "templates.use": useTemplate,
};
