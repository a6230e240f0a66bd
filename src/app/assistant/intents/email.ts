import { emails } from "#features/email/emails.ts";
import { templates } from "#features/email/templates.ts";
import { summarizeByRule } from "#features/email/writing/summarize-by-rule.ts";
import { emailCard, joinWords, plural } from "../format-answer.ts";
import type { Answer, Intent, Turn } from "../intent.ts";
import { emailNamed, quoted } from "../lookup/find-email.ts";
import { archiveEmail, deleteEmail, draftEmail, replyToEmail, sendEmail } from "./email-changes.ts";

const MAX_CARDS = 6;
type Filter = Omit<NonNullable<Parameters<typeof emails.list>[1]>, "limit">;

async function listed(turn: Turn, filter: Filter, name: string): Promise<Answer> {
  const { items, nextCursor } = await turn.use(emails.list, { ...filter, limit: MAX_CARDS });
  if (items.length === 0) return { text: `There are no ${name}.` };
  return {
    text: nextCursor
      ? `There are more than ${MAX_CARDS} ${name}. These are the first.`
      : items.length === 1
        ? `There is 1 ${name
            .replace(/\b(email|draft)s\b/, "$1")
            .replace(" were ", " was ")
            .replace(" wait ", " waits ")}.`
        : `There are ${items.length} ${name}.`,
    cards: items.map(emailCard),
    suggestions: ["summarize the first", "reply to the first"],
  };
}

const MAIL = "(emails|e-mails|mails|messages|mail|email)";

const unread: Intent = {
  name: "emails.unread",
  area: "email",
  phrases: [
    `(did|have) [i get|i got|i gotten|i received|i receive|there been] [any] [new] ${MAIL} (come|arrive|come in|arrived|lately|recently|today)`,
    `(have i|did i) (got|get|gotten|receive|received) [any] [new] ${MAIL} [lately|recently|today]`,
    `(is|are) there [any] [recent] (new|unread) ${MAIL}`,
    `what [new] ${MAIL} (came in|arrived|have come in|have arrived) [today|lately]`,
    `[what] ${MAIL} (have i|did i) not (read|open|opened) [yet]`,

    `(do i have|are there|have i got) [any] (new|unread) ${MAIL}`,
    `(show|list|read|give|check) [me] [all] [my] [the] (new|unread|latest) ${MAIL}`,
    `[any] (new|unread) ${MAIL}`,
    `how many [unread|new] ${MAIL} (do i have|are unread|are there|are waiting)`,
    "check my (inbox|mail|email|emails)",
    "what is (new|unread) in my (inbox|mail|email)",
    "(is there|anything) new in my (inbox|mail)",
    "you have got mail",
  ],
  example: "Any unread emails?",
  async answer(turn) {
    const { unread: count } = await turn.use(emails.stats, {});
    const { items } = await turn.use(emails.list, { view: "unread", limit: MAX_CARDS });
    if (count === 0) return { text: "You have no unread email." };
    return {
      text: `You have ${plural(count, "unread email")}.`,
      cards: items.map(emailCard),
      suggestions: ["summarize the first", "what is important in my inbox?"],
    };
  },
};

const inbox: Intent = {
  name: "emails.inbox",
  area: "email",
  phrases: [
    `(show|list|read|give) [me] [all] [my|the] (recent|last|latest|newest) ${MAIL}`,
    "(check|open|refresh) [my] (email|emails|mail|inbox|mailbox)",
    "my (mail|mailbox)",

    "(show|open|list|read) [me] my (inbox|emails|mails|mail|email)",
    "what is in my (inbox|mail|mailbox)",
    "[my] (inbox|emails)",
  ],
  example: "Show my inbox",
  answer: (turn) => listed(turn, { view: "inbox" }, "emails in your inbox"),
};

const important: Intent = {
  name: "emails.important",
  area: "email",
  phrases: [
    `(which|what) ${MAIL} (matter|matter most|deserve attention|should i read first|need attention)`,

    `(show|list|what are) [me] [my|the] [most] (important|urgent) ${MAIL}`,
    "(what is|anything|is anything|is there anything) (important|urgent) in my (inbox|mail|email)",
    `(which|what) ${MAIL} (are|is) [most] (important|urgent)`,
    `[any] (important|urgent) ${MAIL}`,
  ],
  example: "What is important in my inbox?",
  answer: (turn) =>
    listed(turn, { view: "inbox", sort: "importance" }, "emails in your inbox, the most important first"),
};

const from: Intent = {
  name: "emails.from",
  area: "email",
  phrases: [
    "(read|show|give|tell) [me] [the|what is] (latest|newest|last) from {person}",
    `(have i|did i) (heard|hear|got|get|received|receive) [anything|something|back] from {person}`,
    `(did|have) i (get|got|receive|received) [any|a|an] [new] ${MAIL} from {person}`,
    "what has {person} (written|sent|emailed|mailed) [me]",
    `(is|are) there [any] [new|unread] ${MAIL} from {person}`,

    `(show|list|find|read|open|search [for]) [me] [all] [my|the] [last|latest|new|unread] ${MAIL} (from|by|of) {person}`,
    `${MAIL} from {person}`,
    "(did|has) {person} (write|written|email|emailed|mail|mailed|answer|answered|reply|replied) [to] [me] [back] [yet]",
    "what did {person} (write|send|say) [me]",
    `(do i have|is there|are there|any|anything) [any] [new] [${MAIL}] from {person}`,
  ],
  example: "Show emails from Bob",
  answer: (turn, { person = "" }) =>
    listed(turn, { text: `from:${quoted(person)}` }, `emails from '${person}'`),
};

const about: Intent = {
  name: "emails.about",
  area: "email",
  phrases: [
    `(is|are) there [any|an|a] ${MAIL} (about|on|regarding|that mentions) {text}`,
    `(find|show|get) [me] [the|that] ${MAIL} [that|which] (mentions|mentioned|speaks of|was about|is about) {text}`,
    `(did|have) i (get|got|receive|received) [any|a|an] ${MAIL} (about|regarding|on) {text}`,

    `(show|list|find|read|search [for]|look for) [me] [all] [my|the] ${MAIL} (about|on|regarding|concerning|with|mentioning|containing) {text}`,
    `${MAIL} (about|on|regarding) {text}`,
    "search [my] (mail|email|emails|inbox) for {text}",
  ],
  example: "Find emails about the budget",
  answer: (turn, { text = "" }) => listed(turn, { text: text.slice(0, 200) }, `emails about '${text}'`),
};

const waiting: Intent = {
  name: "emails.waiting",
  area: "email",
  phrases: [
    "(who|whom) do i [still] owe [an|a] (answer|reply|response|mail|email)",
    "(which|what) (mails|emails|messages) (should|must|do) i [still] [have to|need to] (answer|reply to|respond to)",
    "(which|what) (mails|emails|messages) have i not (answered|replied to)",

    "(which|what) (mails|emails|messages|letters) [still|do] (need|await|lack|want|are missing) [an|a] (answer|reply|response)",
    "who (has not|hasn't|did not|didn't) (replied|answered|reply|answer|responded|respond|written back) [to me] [yet]",
    "(what|who) am i waiting (for|on)",
    "which emails are (waiting for|without) [an|a] (answer|reply)",
    "what is waiting for (an answer|a reply)",
    "(show|list) [me] [my] emails without [an|a] (answer|reply)",
  ],
  example: "Who has not replied yet?",
  answer: (turn) => listed(turn, { view: "waiting" }, "sent emails that wait for an answer"),
};

const scheduled: Intent = {
  name: "emails.scheduled",
  area: "email",
  phrases: [
    `(which|what) ${MAIL} (will|are going to|are about to) (go out|leave|be sent) [later|soon]`,

    `(show|list|what are) [me] [my|the] scheduled ${MAIL}`,
    `(which|what) ${MAIL} (are scheduled|go out later|will be sent)`,
    "what (is|goes) (scheduled to be sent|out later)",
  ],
  example: "Show my scheduled emails",
  answer: (turn) => listed(turn, { status: "scheduled" }, "scheduled emails"),
};

const drafts: Intent = {
  name: "emails.drafts",
  area: "email",
  phrases: [
    `(which|what) ${MAIL} (did i start|have i started|am i writing|have i not finished)`,
    "(what|which) drafts do i have",

    "(show|list|open|what are) [me] [all] [my|the] [email|mail] drafts",
    "[my] drafts",
    "do i have [any] [unfinished|unsent] (drafts|emails)",
  ],
  example: "Show my drafts",
  answer: (turn) => listed(turn, { status: "draft" }, "drafts"),
};

const failed: Intent = {
  name: "emails.failed",
  area: "email",
  phrases: [
    `(which|what) [of my] ${MAIL} (did not|could not|was not|were not|never) (go out|arrive|reach anybody|get through|be sent|delivered)`,

    `(show|list|which|what) [me] [my|the] ${MAIL} [that] (failed|were not delivered|was not delivered|bounced|could not be sent)`,
    `(show|list) [me] [my|the] failed ${MAIL}`,
    `did (any|all) [of] [my] ${MAIL} (fail|bounce|arrive|go out|get delivered)`,
  ],
  example: "Show my failed emails",
  answer: (turn) => listed(turn, { status: "failed" }, "emails that were not delivered"),
};

const starred: Intent = {
  name: "emails.starred",
  area: "email",
  phrases: [`(show|list) [me] [my|the] (starred|flagged) ${MAIL}`, `[my] (starred|flagged) ${MAIL}`],
  example: "Show my starred emails",
  answer: (turn) => listed(turn, { view: "starred" }, "starred emails"),
};

const summarize: Intent = {
  name: "emails.summarize",
  area: "email",
  phrases: [
    "(what is|tell me) [the] (gist|point|essence) of [the] (email|mail|message) (from|about|on) {item}",

    "(summarize|summarise|sum up) [the] [last|latest] (email|mail|message) [from|about|on] {item}",
    "(summarize|summarise|sum up) {item}",
    "what does [the] (email|mail|message) (from|about|on) {item} say",
    "give me (a|the) summary of {item}",
  ],
  example: "Summarize the email about the budget",
  async answer(turn, { item = "" }) {
    const isFrom = /\b(?:email|mail|message) from /i.test(turn.sentence);
    const one = await emailNamed(turn, isFrom && !/^from /i.test(item) ? `from ${item}` : item);
    if ("answer" in one) return one.answer;
    const { body } = await turn.use(emails.get, { id: one.found.id });
    return {
      text: summarizeByRule(body) || "There is nothing in it to sum up.",
      cards: [emailCard(one.found)],
      suggestions: ["reply to it"],
    };
  },
};

const listTemplates: Intent = {
  name: "templates.list",
  area: "email",
  phrases: [
    "(what|which) [email|mail] templates (do i have|are there)",
    "(show|list|what are) [me] [my|the] [email|mail] templates",
    "[my] [email] templates",
  ],
  example: "Show my email templates",
  async answer(turn) {
    const { items } = await turn.use(templates.list, { limit: MAX_CARDS });
    if (items.length === 0) return { text: "You have no email templates yet." };
    return {
      text: `${plural(items.length, "template")}: ${joinWords(items.map(({ name }) => name))}.`,
      cards: items.map(({ id, name, subject }) => ({
        kind: "template",
        id,
        title: name,
        subtitle: subject,
        href: "/email?tab=templates",
      })),
    };
  },
};

export const emailIntents: readonly Intent[] = [
  unread,
  inbox,
  important,
  from,
  about,
  waiting,
  scheduled,
  drafts,
  failed,
  starred,
  summarize,
  draftEmail,
  sendEmail,
  replyToEmail,
  archiveEmail,
  deleteEmail,
  listTemplates,
];
