import { CLOSING, GREETING, splitSentences, withoutStop } from "./split-sentences.ts";

type ReceivedMail = { subject: string; sender: string; body: string };

const MAX_QUESTIONS = 4;

/** A reply that thanks, lists every question to answer, and includes the text of the prompt. */
export function replyByRule({ subject, sender, body }: ReceivedMail, prompt: string, author: string): string {
  const topic = withoutStop(subject.replace(/^(?:(?:re|fwd?|aw)\s*:\s*)+/i, "").trim());
  const questions = splitSentences(body)
    .filter((sentence) => sentence.endsWith("?") && !GREETING.test(sentence))
    .map((sentence) => sentence.replace(/^[-*•\d.)\s]+/, ""))
    .slice(0, MAX_QUESTIONS);
  const instruction = prompt.trim();
  const paragraphs = [
    `Dear ${nameOf(sender, body)},`,
    topic ? `Thank you for your message about "${topic}".` : "Thank you for your message.",
    instruction,
    questions.length > 0
      ? ["To your questions:", ...questions.map((question) => `- ${question}\n  `)].join("\n").trimEnd()
      : instruction
        ? ""
        : "I have read it and will come back to you shortly.",
    `Best regards,\n${author}`,
  ];
  return paragraphs.filter(Boolean).join("\n\n");
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
