import { seeded, shuffle } from "../sentences/train-frames.ts";
import type { Draft } from "./measure-drafts.ts";

const SAMPLE = 20;

/** Some mails, always the same, with the draft and what their author would have prepared. */
export function shownSample(drafts: readonly Draft[], seed: number): string {
  const order = [...drafts];
  shuffle(order, seeded(seed));
  return order.slice(0, SAMPLE).map(shown).join("\n\n");
}

const shown = ({ mail, replies, kind, asks }: Draft): string =>
  [
    `=== ${mail.id} ${mail.kind} (read as ${kind})`,
    mail.body,
    ...asks.map((sentence) => `--- ask: ${sentence}`),
    `--- harm: ${mail.harm}`,
    `--- draft (${replies.choices[0]?.intent ?? replies.none}):`,
    replies.choices[0]?.text ?? "",
    `--- others: ${replies.choices
      .slice(1)
      .map(({ intent, detail }) => (detail === null ? intent : `${intent} ${detail}`))
      .join(", ")}`,
    "--- author's own:",
    mail.reply,
  ].join("\n");
