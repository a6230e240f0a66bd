import { parsePerson } from "../address-model.ts";
import type { RuleReading } from "../replies/read-by-rule.ts";
import type { Features } from "./linear-model.ts";
import { conceptPairs, grams, wordsOf } from "./sentence-features.ts";

const MAX_TEXT = 6_000;
const FREE =
  /@(?:[\w-]+\.)*(?:gmail|gmx|web|yahoo|hotmail|outlook|icloud|aol|proton|protonmail|orange|free|laposte|freemail|mail|t-online)(?:[.-]|$)/iu;

/** By which the kind of a mail is recognized: what its words mean, its sender and its form, and what the rules read. */
export function mailFeatures(mail: RuleReading): Features {
  const { subject, sender, whole, sentences } = mail;
  const text = whole.slice(0, MAX_TEXT);
  const topic = wordsOf(subject.replace(/^(?:(?:re|aw|fwd?|wg|tr|rv)\s*:\s*)+/iu, ""));
  const words = wordsOf(text);
  const beginning = wordsOf(sentences.slice(0, 3).join(" "));
  const end = wordsOf(sentences.slice(-2).join(" "));
  return {
    strong: [
      "bias",
      `l ${mail.rules.language}`,
      ...formOf(mail, text),
      ...senderOf(sender, text),
      ...(/^(?:re|aw|tr|rv|sv)\s*:/iu.test(subject) ? ["is reply"] : []),
      ...conceptPairs(topic).map((name) => `s ${name}`),
      ...conceptPairs(beginning).map((name) => `b ${name}`),
      ...conceptPairs(end).map((name) => `e ${name}`),
      ...conceptPairs(words),
    ],
    weak: [
      ...grams(topic, 2).map((name) => `s ${name}`),
      ...grams(beginning, 2).map((name) => `b ${name}`),
      ...grams(words, 2),
      ...stems(words),
    ],
  };
}

function formOf(mail: RuleReading, text: string): string[] {
  const { news, times, sentences, points } = mail;
  const asks = mail.asksBySentence.flat();
  const kinds = new Set(asks.map(({ kind }) => kind));
  const questions = sentences.filter((sentence) => sentence.includes("?")).length;
  return [
    `news ${news}`,
    `asks ${Math.min(3, asks.length)}`,
    ...[...kinds].map((kind) => `ask ${kind}`),
    `questions ${Math.min(3, questions)}`,
    `times ${Math.min(3, times.length)}`,
    `points ${Math.min(3, points.length)}`,
    `length ${sentences.length < 4 ? "short" : sentences.length < 9 ? "middle" : "long"}`,
    ...(mail.asksForTime ? ["asks for time"] : []),
    ...(mail.figure !== null ? ["figure"] : []),
    ...(mail.isToMany ? ["many"] : []),
    ...(mail.isWarm ? ["warm"] : []),
    ...(mail.isFormal ? ["formal"] : []),
    ...(mail.isRisky ? ["risky"] : []),
    ...(/https?:|www\./iu.test(text) ? ["link"] : []),
    ...(/\n(?:[-*•–]|\d{1,2}[.)])\s/u.test(text) ? ["list"] : []),
    ...(/[€$£] ?\d|\d ?(?:€|\$|£|eur|usd|gbp|chf|euros?|pounds?|dollars?)/iu.test(text) ? ["money"] : []),
    ...((text.match(/!/gu)?.length ?? 0) > 2 ? ["loud"] : []),
  ];
}

/** A mailbox of a program, of a function, of a free service or of a firm; and whether the address has the sender's name. */
function senderOf(sender: string, text: string): string[] {
  const { name, address } = parsePerson(sender);
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  const parts = name.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const last = text.slice(-300).toLowerCase();
  return [
    ...(/reply|news|notif|alert|auto|bounce|daemon/u.test(local) ? ["from program"] : []),
    ...(/^(?:info|contact|hello|office|sales|support|team|service|billing|accounts?|hr|press|compta|buchhaltung|admin|kontakt|accueil|ventas|marketing|events?)/u.test(
      local,
    )
      ? ["from function"]
      : []),
    FREE.test(address) ? "from free" : "from firm",
    ...(parts.some((part) => local.includes(part) || domain.includes(part))
      ? ["named address"]
      : ["other address"]),
    ...(parts.some((part) => last.includes(part)) ? ["signed"] : ["not signed"]),
    ...(/\d/u.test(domain) || (domain.match(/-/gu)?.length ?? 0) > 1 ? ["odd domain"] : []),
    ...(local.match(/[a-z]{4,}/gu) ?? []).map((word) => `local ${word}`),
    ...(domain.split(".")[0]?.match(/[a-z]{4,}/gu) ?? []).map((word) => `domain ${word}`),
  ];
}

const STEM = 6;
/** The beginnings of longer words, because German and Spanish inflect them. */
const stems = (words: readonly string[]): string[] => [
  ...new Set(words.filter(({ length }) => length > STEM).map((word) => `5 ${word.slice(0, STEM)}`)),
];
