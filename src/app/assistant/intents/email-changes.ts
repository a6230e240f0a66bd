import { emails } from "#features/email/emails.ts";
import { emailCard, joinWords } from "../format-answer.ts";
import type { Intent, Turn } from "../intent.ts";
import { emailNamed } from "../lookup/find-email.ts";
import { resolveAddress } from "../lookup/find-person.ts";

export const draftEmail: Intent = {
  name: "emails.draft",
  area: "email",
  phrases: [
    "(prepare|begin|start) [a|an] (draft|reply) to {person} (about|on|regarding) {text}",

    "(draft|write|compose|prepare) [me] (a|an|the) [new] [quick|short] (note|line|letter|response) to {person} (about|regarding|concerning|on) {text}",
    "(draft|write|compose|prepare|create|start|new) [me] [a|an|the] [new] [quick|short] (email|e-mail|mail) to {person} (about|regarding|concerning|saying|that|on) {text}",
    "(draft|write|compose|prepare|create|start|new) [me] [a|an|the] [new] [quick|short] (email|e-mail|mail) to {person}",
    "(draft|write|compose|prepare) [me] [a|an] [quick|short] (email|e-mail|mail) (about|regarding|concerning|on) {text}",
    "write to {person} (about|regarding|that) {text}",
  ],
  example: "Draft an email to Bob about the budget",
  async answer(turn, { person, text }) {
    const made = await written(turn, person, text);
    if ("answer" in made) return made.answer;
    const email = await turn.use(emails.create, made.mail);
    return {
      text: `The draft '${email.subject}' is saved. Nothing was sent.`,
      cards: [emailCard(email)],
      suggestions: ["undo"],
    };
  },
};

type Written = { subject: string; body: string; recipients: string[] };

async function written(turn: Turn, person: string | undefined, text: string | undefined) {
  const found = person ? await resolveAddress(turn, person) : { address: null };
  if ("answer" in found) return found;
  const words = (text ?? "").trim();
  if (words === "") {
    const asked = `What is it about? Say for example 'draft an email to ${person ?? "Bob"} about the budget'.`;
    return { answer: { text: asked, isQuestion: true } };
  }
  const subject = words.charAt(0).toUpperCase() + words.slice(1, 200);
  const mail: Written = {
    subject,
    body: `${subject}${/[.!?]$/.test(subject) ? "" : "."}`,
    recipients: found.address ? [found.address] : [],
  };
  return { mail };
}

export const sendEmail: Intent = {
  name: "emails.send",
  area: "email",
  phrases: [
    "let {person} know by (email|mail) [that] {text}",
    "(send|shoot|drop) {person} [a|an] [quick|short] (email|mail|line|note) (about|that|saying|to say) {text}",

    "(drop|shoot|send|write) {person} (a|an) [quick|short] (line|note|email|mail) (saying|that|to say|telling them|telling him|telling her) {text}",
    "send [a|an|the] [quick|short] (email|e-mail|mail|message) to {person} (about|regarding|saying|that|on) {text}",
    "(email|e-mail|mail) {person} (about|regarding|saying|that) {text}",
    "tell {person} by (email|mail) (that|about) {text}",
  ],
  example: "Send an email to Bob saying the budget is approved",
  async answer(turn, { person, text }) {
    const made = await written(turn, person, text);
    if ("answer" in made) return made.answer;
    const { subject, body, recipients } = made.mail;
    const to = joinWords(recipients);
    return {
      text: `Shall I send '${subject}' to ${to}? ${body}`,
      proposed: [
        {
          capability: "emails.send",
          input: made.mail,
          summary: `Send '${subject}' to ${to}: ${body}`,
        },
      ],
    };
  },
};

export const replyToEmail: Intent = {
  name: "emails.reply",
  area: "email",
  phrases: [
    "write back to {item} (saying|that) {text}",
    "write back to {item}",

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
    const reply = await turn.use(emails.startReply, { id });
    const { replies, message } = await turn.use(emails.replyIntents, { id });
    const built = text ?? replies[0]?.body;
    if (built === undefined) return { text: `${message}.`, cards: [emailCard(one.found)] };
    const email = await turn.use(emails.create, {
      subject: reply.subject,
      recipients: reply.recipients,
      body: built,
      inReplyTo: id,
    });
    return {
      text: `A draft of the reply to ${joinWords(email.recipients)} is saved. Nothing was sent.`,
      cards: [emailCard(email)],
      suggestions: ["undo"],
    };
  },
};

export const archiveEmail: Intent = {
  name: "emails.archive",
  area: "email",
  phrases: [
    "(file|file away|put away|put) [the|that|this] (email|mail|message) [from|about] {item} (away|in the archive|into the archive)",

    "archive [the] [email|mail|message] [from|about] {item}",
    "(put|move) {item} (in|into|to) [the|my] archive",
  ],
  example: "Archive the first email",
  async answer(turn, { item = "" }) {
    const one = await emailNamed(turn, item, { isOnly: true });
    if ("answer" in one) return one.answer;
    await turn.use(emails.archive, { ids: [one.found.id] });
    return {
      text: `'${one.found.subject}' is archived.`,
      cards: [emailCard(one.found)],
      suggestions: ["undo"],
    };
  },
};

export const deleteEmail: Intent = {
  name: "emails.delete",
  area: "email",
  phrases: [
    "(get rid of|bin|throw away|throw out) (the|that|this) (email|mail|message|letter) [from|about] {item}",
    "(delete|trash|remove) [the] (email|mail|message) [from|about] {item}",
  ],
  example: "Delete the email about the party",
  async answer(turn, { item = "" }) {
    const one = await emailNamed(turn, item, { isOnly: true });
    if ("answer" in one) return one.answer;
    const { id, subject } = one.found;
    return {
      text: `Shall I move '${subject}' to the trash?`,
      cards: [emailCard(one.found)],
      proposed: [
        {
          capability: "emails.delete",
          input: { id },
          summary: `Move the email '${subject}' to the trash`,
        },
      ],
    };
  },
};
