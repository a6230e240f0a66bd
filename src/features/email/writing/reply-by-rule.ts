import { NO_SALUTATION, type Salutation } from "./parse-salutation.ts";
import { CLOSING, GREETING, splitSentences, withoutStop } from "./split-sentences.ts";

type AnsweredMail = {
  subject: string;
  sender: string;
  /** Empty unless the author wrote the mail: then whom it went to. */
  recipient?: string;
  body: string;
};

const MAX_QUESTIONS = 4;

/**
 * A reply that thanks, lists every question to answer, and includes the text of the prompt. To a mail of the author's own it
 * follows up with whom it went to, and repeats what was asked (MAIL-79). It greets and closes as the author does, where that is known.
 */
export function replyByRule(
  mail: AnsweredMail,
  prompt: string,
  author: string,
  salutation: Salutation = NO_SALUTATION,
): string {
  const { subject, sender, recipient = "", body } = mail;
  const topic = withoutStop(subject.replace(/^(?:(?:re|fwd?|aw)\s*:\s*)+/i, "").trim());
  const questions = splitSentences(body)
    .filter((sentence) => sentence.endsWith("?") && !GREETING.test(sentence))
    .map((sentence) => sentence.replace(/^[-*•\d.)\s]+/, ""))
    .slice(0, MAX_QUESTIONS);
  const isOwn = recipient !== "";
  const about = topic ? ` about "${topic}"` : "";
  const paragraphs = [
    salutation.greeting ?? `Dear ${isOwn ? nameOf(recipient, "") : nameOf(sender, body)},`,
    isOwn ? `I am following up on my message${about}.` : `Thank you for your message${about}.`,
    ...(isOwn ? followUp(questions, prompt.trim()) : answer(questions, prompt.trim())),
    salutation.closing ?? `Best regards,\n${author}`,
  ];
  return paragraphs.filter(Boolean).join("\n\n");
}

function answer(questions: readonly string[], instruction: string): string[] {
  if (questions.length === 0) return [instruction || "I have read it and will come back to you shortly."];
  const lines = ["To your questions:", ...questions.map((question) => `- ${question}\n  `)];
  return [instruction, lines.join("\n").trimEnd()];
}

function followUp(questions: readonly string[], instruction: string): string[] {
  if (questions.length === 0) return [instruction || "I look forward to your answer."];
  return [instruction, ["I asked:", ...questions.map((question) => `- ${question}`)].join("\n")];
}

/** The name in the signature, else from the address. */
function nameOf(sender: string, body: string): string {
  const lines = body.trimEnd().split(/\r?\n/).slice(-4);
  const closing = lines.findIndex((line) => CLOSING.test(line.trim()));
  const signed = (closing >= 0 ? lines[closing + 1] : lines.at(-1))?.trim() ?? "";
  if (/^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.test(signed)) return signed;
  const local = (/(?<![^<\s])([^<\s]+)@/.exec(sender)?.[1] ?? sender).replace(/\+.*$/s, "");
  const first = local.split(/[._-]/).find((part) => part.length > 1) ?? "";
  return first === "" ? "colleague" : first.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
