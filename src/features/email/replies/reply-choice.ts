/** What a reply does; a person chooses one of those that fit a mail. */
export const INTENTS = [
  "accept",
  "decline",
  "later",
  "ask",
  "thank",
  "answer",
  "agreeFigure",
  "proposeTimes",
  "verify",
] as const;
export type Intent = (typeof INTENTS)[number];

/** What is written for one intent: the sentences between greeting and closing. `detail`: the time or amount that is agreed to. */
export type Choice = { intent: Intent; detail: string | null; text: string };

/** One choice. */
export const write = (intent: Intent, text: string, detail: string | null = null): Choice => ({
  intent,
  detail,
  text,
});

/** The parts in one paragraph, apart where one of them has several lines. */
export const joined = (...parts: string[]): string =>
  parts.filter(Boolean).reduce((text, part) => {
    const isApart = text.includes("\n") || part.includes("\n");
    return text === "" ? part : `${text}${isApart ? "\n\n" : " "}${part}`;
  }, "");

/** The longest gap in brackets, with them. */
export const MAX_GAP = 120;
