import { asSentence, withoutStop } from "./split-sentences.ts";

type Kind = { when: RegExp; subject(topic: string): string; opening(topic: string): string; close: string };

/** The first that fits; the last always does. */
const KINDS: readonly Kind[] = [
  {
    when: /\bthank/i,
    subject: (topic) => `Thank you for ${topic}`,
    opening: (topic) => `Thank you very much for ${topic}. I appreciate it.`,
    close: "I look forward to staying in touch.",
  },
  {
    when: /\b(apolog|sorry)/i,
    subject: (topic) => `Apologies for ${topic}`,
    opening: (topic) => `I apologise for ${topic}. It should not have happened.`,
    close: "Thank you for your patience.",
  },
  {
    when: /\bcongrat/i,
    subject: (topic) => `Congratulations on ${topic}`,
    opening: (topic) => `Congratulations on ${topic}. It is well deserved.`,
    close: "I look forward to celebrating it with you.",
  },
  {
    when: /\b(decline|refuse|turn down|say no)/i,
    subject: (topic) => `About ${topic}`,
    opening: (topic) => `Thank you for ${topic}. After careful thought I have to decline this time.`,
    close: "I hope that we find another occasion to work together.",
  },
  {
    when: /\b(remind|follow[- ]?up|chase)/i,
    subject: (topic) => `Following up on ${topic}`,
    opening: (topic) => `I would like to follow up on ${topic}.`,
    close: "Could you let me know where this stands?",
  },
  {
    when: /\b(invit|schedule|meet|appointment|call)\w*/i,
    subject: (topic) => `Invitation: ${topic}`,
    opening: (topic) => `I would like to invite you to talk about ${topic}.`,
    close: "Please tell me whether the time suits you.",
  },
  {
    when: /\b(introduc)/i,
    subject: (topic) => `Introduction: ${topic}`,
    opening: (topic) => `I would like to introduce ${topic}.`,
    close: "I leave the next step to you.",
  },
  {
    when: /\b(ask|request|need|would like|send me)\b/i,
    subject: (topic) => `Request: ${topic}`,
    opening: (topic) => `I am writing to ask you about ${topic}.`,
    close: "Thank you in advance for your help.",
  },
  {
    when: /\b(update|status|report|progress)/i,
    subject: (topic) => `Update: ${topic}`,
    opening: (topic) => `Here is where we stand with ${topic}.`,
    close: "Please come back to me with any question.",
  },
  {
    when: /(?:)/,
    subject: (topic) => asSentence(topic, ""),
    opening: (topic) => `I am writing to you about ${topic}.`,
    close: "I look forward to hearing from you.",
  },
];

const COMMAND =
  /^(?:please )?(?:write|compose|draft|send|create|prepare)?(?: me)?(?: (?:an?|the))?(?: (?:short|brief|formal|friendly|polite|quick))*(?: (?:e-?mail|mail|message|letter|note|reply))? ?/i;
const RECIPIENT = /\bto\s+(?:(?:my|our|the)\s+)?(\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)?)/u;
const TOPIC = /\b(?:about|regarding|concerning|on the subject of|for|on)\s+(.+)/i;
/** Verbs that select the kind of message, not part of its topic. */
const VERB =
  /^(?:thank|apologi[sz]e|congratulate|decline|refuse|turn down|say no|remind|follow up|chase|invite|schedule|introduce|ask|request)\b(?: me)?(?: (?:to|of))? ?/i;
const MAX_TOPIC_LENGTH = 120;

/** A message from one line such as 'Thank Bob for the figures; ask for the report by Friday'. */
export function composeByRule(prompt: string, author: string): string {
  const asked = prompt.replace(/\s+/g, " ").trim();
  const kind = KINDS.find(({ when }) => when.test(asked)) ?? KINDS[KINDS.length - 1];
  const name = RECIPIENT.exec(asked)?.[1] ?? /\b[Tt]hank\s+(\p{Lu}[\p{L}'’-]*)/u.exec(asked)?.[1];
  const [first = "", ...more] = asked.split(/(?:[.;!?] | and (?=ask|tell|mention|say|remind|offer))/i);
  const intent = withoutName(first.replace(COMMAND, ""), name);
  const named = TOPIC.exec(first)?.[1] ?? intent.replace(VERB, "");
  const topic = withoutStop(named.trim() || asked).slice(0, MAX_TOPIC_LENGTH);
  const details = more.map((part) =>
    asSentence(part.replace(/^(?:and|also|then)\s+/i, "").replace(ORDER, ""), "."),
  );
  const paragraphs = [
    `Dear ${name ?? "colleague"},`,
    kind?.opening(topic),
    details.join(" "),
    kind?.close,
    `Best regards,\n${author}`,
  ];
  return [`Subject: ${kind?.subject(topic)}`, ...paragraphs.filter(Boolean)].join("\n\n");
}

/** Instructions to the engine, removed so that the statement remains. */
const ORDER = /^(?:mention|say|tell (?:him|her|them)|add)\s+(?:that\s+)?/i;

const withoutName = (text: string, name: string | undefined) =>
  (name ? text.replace(`to ${name}`, "").replace(name, "") : text).replace(/^\s*to\s+/i, "");
