import type { Reading } from "./understand-sentence.ts";

const THANKS =
  /^(?:please |pls |and |then |also |can you |could you |would you |do )*(?:thank|say thanks to|send (?:my )?thanks to) (?!you\b|u\b|god\b|goodness\b|heavens\b)([^,.!?]{2,60}?)(?: for ([^.!?]{2,200}))?(?: for me)?[.!?]*$/i;

/** 'Thank Priya for the introduction' is a message to her. */
export function readThanks(sentence: string): Reading | null {
  const [, person, what] = THANKS.exec(sentence.trim()) ?? [];
  if (!person) return null;
  const text = what ? `Thank you for ${what.replace(/\b(?:her|his|their)\b/gi, "your")}` : "Thank you";
  return { frame: "messages.send", probability: 0.9, roles: { person, text }, isCovered: false };
}
