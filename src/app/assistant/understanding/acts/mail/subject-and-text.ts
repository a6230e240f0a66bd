import { capital, sentenceOf } from "../../capital.ts";

const MAX_SUBJECT = 200;
const SUBJECT =
  /^(?:with )?(?:the )?subject:? (?:line )?['"]?([^'",;]+?)['"]?(?:[,;] ?| and )(?:(?:the )?(?:text|body|message):? )?(.+)$/i;
/** What leads to the text and is not part of it. */
const LEAD =
  /^(?:saying|says?|that|to say|asking|telling (?:him|her|them)|with the (?:text|words)|the text|text|body|:)[: ]+/i;
/** A text that names what is asked. */
const ABOUT = /^(?:about|regarding|concerning|on|re:?) /i;

/** The subject and the text of a mail; without a subject the text's first sentence is one. */
export function subjectAndText(given: {
  subject?: string | undefined;
  text?: string | undefined;
}): { subject: string; body: string } | null {
  const [, named, rest] = given.text ? (SUBJECT.exec(given.text) ?? []) : [];
  const subject = given.subject ?? named;
  const text = (rest ?? given.text ?? "")
    .replace(LEAD, "")
    .replace(/^["'](.+)["']$/, "$1")
    .trim();
  if (text === "" && !subject?.trim()) return null;
  const body = sentenceOf(text === "" ? (subject ?? "") : text);
  const title = subject?.trim() || firstSentence(text.replace(ABOUT, ""));
  return { subject: capital(title).slice(0, MAX_SUBJECT), body };
}

const firstSentence = (text: string): string => /^[^.!?\n]+/.exec(text)?.[0] ?? text;
