import { emails } from "#features/email/emails.ts";
import { replyByRule } from "#features/email/reply-by-rule.ts";
import { summarizeByRule } from "#features/email/summarize-by-rule.ts";
import { templates } from "#features/email/templates.ts";
import { findOne } from "../find-one.ts";
import { addressOf } from "../find-person.ts";
import type { Answer, Intent, Turn } from "../intent.ts";
import { emailCard, inWords, plural } from "../say.ts";

const MOST = 6;
type Filter = Omit<NonNullable<Parameters<typeof emails.list>[1]>, "limit">;

async function listed(turn: Turn, filter: Filter, name: string): Promise<Answer> {
  const { items, nextCursor } = await turn.use(emails.list, { ...filter, limit: MOST });
  if (items.length === 0) return { text: `There are no ${name}.` };
  return {
    text: nextCursor
      ? `There are more than ${MOST} ${name}. These are the first.`
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
  says: [
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
    const { items } = await turn.use(emails.list, { view: "unread", limit: MOST });
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
  says: [
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
  says: [
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
  says: [
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

/** As the search of the mailbox takes several words as one. */
const quoted = (words: string) =>
  (words.includes(" ") ? `"${words.replaceAll('"', "")}"` : words).slice(0, 190);

const about: Intent = {
  name: "emails.about",
  area: "email",
  says: [
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
  says: [
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
  says: [
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
  says: [
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
  says: [
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
  says: [`(show|list) [me] [my|the] (starred|flagged) ${MAIL}`, `[my] (starred|flagged) ${MAIL}`],
  example: "Show my starred emails",
  answer: (turn) => listed(turn, { view: "starred" }, "starred emails"),
};

const emailNamed = (turn: Turn, words: string) =>
  findOne(turn, words, {
    kind: "email",
    noun: "email",
    byId: (id) => turn.use(emails.get, { id }),
    byWords: async (text) => {
      const [, person = ""] =
        /^(?:(?:last|latest|newest) )?(?:e-?mail|mail|message|one)? ?(?:from|by|of) (.+)$/i.exec(text) ?? [];
      const about = text.replace(/^(?:e-?mail|mail|message) (?:about|on|regarding) /i, "");
      const { items } = await turn.use(emails.list, {
        text: person ? `from:${quoted(person)}` : about.slice(0, 200),
        limit: person ? 1 : 5,
      });
      return items;
    },
    titleOf: ({ subject }) => subject,
    cardOf: emailCard,
  });

const summarize: Intent = {
  name: "emails.summarize",
  area: "email",
  says: [
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

const draft: Intent = {
  name: "emails.draft",
  area: "email",
  says: [
    "(draft|write|compose|prepare) [me] (a|an|the) [new] [quick|short] (note|line|letter|response) to {person} (about|regarding|concerning|on) {text}",
    "(draft|write|compose|prepare|create|start|new) [me] [a|an|the] [new] [quick|short] (email|e-mail|mail) to {person} (about|regarding|concerning|saying|that|on) {text}",
    "(draft|write|compose|prepare|create|start|new) [me] [a|an|the] [new] [quick|short] (email|e-mail|mail) to {person}",
    "(draft|write|compose|prepare) [me] [a|an] [quick|short] (email|e-mail|mail) (about|regarding|concerning|on) {text}",
    "write to {person} (about|regarding|that) {text}",
  ],
  example: "Draft an email to Bob about the budget",
  async answer(turn, { person, text }) {
    const made = await keptDraft(turn, person, text);
    if ("answer" in made) return made.answer;
    return {
      text: `The draft '${made.email.subject}' is saved. Nothing was sent.`,
      cards: [emailCard(made.email)],
      suggestions: ["undo"],
    };
  },
};

async function keptDraft(turn: Turn, person: string | undefined, text: string | undefined) {
  const found = person ? await addressOf(turn, person) : { address: null };
  if ("answer" in found) return found;
  const words = (text ?? "").trim();
  if (words === "") {
    const asked = `What is it about? Say for example 'draft an email to ${person ?? "Bob"} about the budget'.`;
    return { answer: { text: asked, isQuestion: true } };
  }
  const subject = words.charAt(0).toUpperCase() + words.slice(1, 200);
  const email = await turn.use(emails.create, {
    subject,
    body: `${subject}${/[.!?]$/.test(subject) ? "" : "."}`,
    recipients: found.address ? [found.address] : [],
  });
  return { email };
}

const send: Intent = {
  name: "emails.send",
  area: "email",
  says: [
    "(drop|shoot|send|write) {person} (a|an) [quick|short] (line|note|email|mail) (saying|that|to say|telling them|telling him|telling her) {text}",
    "send [a|an|the] [quick|short] (email|e-mail|mail|message) to {person} (about|regarding|saying|that|on) {text}",
    "(email|e-mail|mail) {person} (about|regarding|saying|that) {text}",
    "tell {person} by (email|mail) (that|about) {text}",
  ],
  example: "Send an email to Bob saying the budget is approved",
  async answer(turn, { person, text }) {
    const made = await keptDraft(turn, person, text);
    if ("answer" in made) return made.answer;
    const { id, subject, recipients } = made.email;
    const { body, priority } = await turn.use(emails.get, { id });
    return {
      text: `I wrote '${subject}' to ${inWords(recipients)}. Shall I send it?`,
      cards: [emailCard(made.email)],
      proposed: {
        capability: "emails.send",
        input: { subject, body, recipients, priority, draftId: id },
        summary: `Send '${subject}' to ${inWords(recipients)}: ${body}`,
      },
    };
  },
};

const reply: Intent = {
  name: "emails.reply",
  area: "email",
  says: [
    "(reply|respond|answer) [to] [the] [email|mail|message] [from] {item} (saying|that|with) {text}",
    "(reply|respond|answer) [to] [the] [email|mail|message] [from] {item}",
    "(draft|write|prepare) [a|an|the] (reply|answer|response) to [the] [email|mail|message] [from] {item}",
  ],
  example: "Reply to the email from Bob",
  async answer(turn, { item = "", text }) {
    const isFrom = /\bfrom\b/i.test(turn.sentence) && !/^from /i.test(item);
    const one = await emailNamed(turn, isFrom ? `from ${item}` : item);
    if ("answer" in one) return one.answer;
    const { id } = one.found;
    const open = await turn.use(emails.get, { id });
    const begun = await turn.use(emails.startReply, { id });
    const { subject, sender, body } = open;
    const built = text ?? replyByRule({ subject, sender, body }, "", turn.context.actor.fullName);
    const email = await turn.use(emails.create, {
      subject: begun.subject,
      recipients: begun.recipients,
      body: built,
      inReplyTo: id,
    });
    return {
      text: `A draft of the reply to ${inWords(email.recipients)} is saved. Nothing was sent.`,
      cards: [emailCard(email)],
      suggestions: ["undo"],
    };
  },
};

const archive: Intent = {
  name: "emails.archive",
  area: "email",
  says: [
    "archive [the] [email|mail|message] [from|about] {item}",
    "(put|move) {item} (in|into|to) [the|my] archive",
  ],
  example: "Archive the first email",
  async answer(turn, { item = "" }) {
    const one = await emailNamed(turn, item);
    if ("answer" in one) return one.answer;
    await turn.use(emails.archive, { ids: [one.found.id] });
    return {
      text: `'${one.found.subject}' is archived.`,
      cards: [emailCard(one.found)],
      suggestions: ["undo"],
    };
  },
};

const remove: Intent = {
  name: "emails.delete",
  area: "email",
  says: [
    "(get rid of|bin|throw away|throw out) (the|that|this) (email|mail|message|letter) [from|about] {item}",
    "(delete|trash|remove) [the] (email|mail|message) [from|about] {item}",
  ],
  example: "Delete the email about the party",
  async answer(turn, { item = "" }) {
    const one = await emailNamed(turn, item);
    if ("answer" in one) return one.answer;
    const { id, subject } = one.found;
    return {
      text: `Shall I move '${subject}' to the trash?`,
      cards: [emailCard(one.found)],
      proposed: {
        capability: "emails.delete",
        input: { id },
        summary: `Move the email '${subject}' to the trash`,
      },
    };
  },
};

const listTemplates: Intent = {
  name: "templates.list",
  area: "email",
  says: ["(show|list|what are) [me] [my|the] [email|mail] templates", "[my] [email] templates"],
  example: "Show my email templates",
  async answer(turn) {
    const { items } = await turn.use(templates.list, { limit: MOST });
    if (items.length === 0) return { text: "You have no email templates yet." };
    return {
      text: `${plural(items.length, "template")}: ${inWords(items.map(({ name }) => name))}.`,
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
  draft,
  send,
  reply,
  archive,
  remove,
  listTemplates,
];
