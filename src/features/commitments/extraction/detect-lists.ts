import type { ReadMessage } from "./read-messages.ts";

/** 'Dear parents,' 'Hi folks,': a call to many, of whom the reader is one. */
export function isToList({ message, sentences }: ReadMessage): boolean {
  const [first] = sentences;
  const words = first?.tokens.slice(0, 3) ?? [];
  if (message.recipients.length > 1 || !/^(?:dear|hi|hello|hey|good|morning)$/.test(words[0]?.word ?? ""))
    return false;
  const called = words[1]?.word === "fellow" ? words[2] : words[1];
  if (!called || called.word.length < 4) return false;
  if (/^(?:everyone|everybody|team|folks|guys)$/.test(called.word)) return true;
  const isName = /^\p{Lu}/u.test(message.text.slice(called.start, called.end));
  return !isName && called.word.endsWith("s") && !called.word.endsWith("ss");
}
