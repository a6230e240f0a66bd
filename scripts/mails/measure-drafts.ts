import type { MailKind } from "#features/email/kinds/mail-labels.ts";
import type { Replies } from "#features/email/writing/reply-by-rule.ts";
import { isSameSentence } from "./own-sentences.ts";
import type { LabelledMail } from "./read-mails.ts";

/** What the program makes of a mail. */
export type Draft = {
  mail: LabelledMail;
  /** The sentences that it takes for asks. */
  asks: readonly string[];
  /** As what it reads the mail. */
  kind: string;
  replies: Replies;
};

export type Rate = { right: number; of: number };

export type DraftFigures = {
  recall: Rate;
  precision: Rate;
  /** Frauds that get a draft which answers. */
  fraudAnswered: Rate;
  /** Mails that offer several times whose first draft accepts one. */
  optionAccepted: Rate;
  /** Drafts where none fits, and none where one fits. */
  needless: Rate;
  missing: Rate;
};

/** What may be drafted to a fraud: it gives nothing. */
const CAUTIOUS = new Set(["verify", "decline"]);

export function figuresOf(drafts: readonly Draft[]): DraftFigures {
  const rate = (list: readonly Draft[], isRight: (draft: Draft) => boolean): Rate => ({
    right: list.filter(isRight).length,
    of: list.length,
  });
  const isDrafted = ({ replies }: Draft) => replies.choices.length > 0;
  const ofKind = (kind: MailKind) => drafts.filter(({ mail }) => mail.kind === kind);
  return {
    ...askFigures(drafts),
    fraudAnswered: rate(
      ofKind("fraud"),
      ({ replies }) => replies.choices.length > 0 && !CAUTIOUS.has(replies.choices[0]?.intent ?? ""),
    ),
    optionAccepted: rate(ofKind("meeting-choice"), acceptsOption),
    needless: rate(
      // A cautious answer to a fraud is none.
      drafts.filter(({ mail }) => mail.reply === "" && mail.kind !== "fraud"),
      isDrafted,
    ),
    missing: rate(
      drafts.filter(({ mail }) => mail.reply !== "" && mail.kind !== "fraud"),
      (draft) => !isDrafted(draft),
    ),
  };
}

export function askFigures(
  drafts: readonly Pick<Draft, "mail" | "asks">[],
): Pick<DraftFigures, "recall" | "precision"> {
  const wanted = drafts.flatMap(({ mail, asks }) =>
    mail.asks.map(({ sentence }) => asks.some((each) => isSameSentence(each, sentence))),
  );
  const found = drafts.flatMap(({ mail, asks }) =>
    [...new Set(asks)].map((each) => mail.asks.some(({ sentence }) => isSameSentence(each, sentence))),
  );
  const rateOf = (list: readonly boolean[]) => ({ right: list.filter(Boolean).length, of: list.length });
  return { recall: rateOf(wanted), precision: rateOf(found) };
}

/** Its first draft agrees to one of the times, without a gap for the choice. */
function acceptsOption({ replies }: Draft): boolean {
  const [first] = replies.choices;
  return first !== undefined && first.intent === "accept" && first.detail !== null;
}

export const shownRate = ({ right, of }: Rate): string =>
  `${right}/${of} (${of === 0 ? "-" : ((100 * right) / of).toFixed(1)} %)`;

/** The lines of one table, for people. */
export function shownFigures(name: string, drafts: readonly Draft[]): string {
  const figures = figuresOf(drafts);
  const languages = ["en", "de", "fr", "es"].map((language) => {
    const { recall, precision } = askFigures(drafts.filter(({ mail }) => mail.language === language));
    return `  ${language}: recall ${shownRate(recall)}, precision ${shownRate(precision)}`;
  });
  return [
    `${name} (${drafts.length} mails)`,
    `  asks: recall ${shownRate(figures.recall)}, precision ${shownRate(figures.precision)}`,
    ...languages,
    `  fraud with an answering draft: ${shownRate(figures.fraudAnswered)}`,
    `  meeting-choice whose first draft accepts a time: ${shownRate(figures.optionAccepted)}`,
    `  a draft where none fits: ${shownRate(figures.needless)}; none where one fits: ${shownRate(figures.missing)}`,
  ].join("\n");
}

/** For each kind as what its mails are read. */
export function shownConfusion(drafts: readonly Draft[]): string {
  return [...Map.groupBy(drafts, ({ mail }) => mail.kind)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, list]) => {
      const read = [...Map.groupBy(list, (draft) => draft.kind)]
        .map(([name, { length }]) => [name, length] as const)
        .toSorted(([, one], [, other]) => other - one);
      return `  ${kind.padEnd(15)} ${read.map(([name, count]) => `${name} ${count}`).join(", ")}`;
    })
    .join("\n");
}
