/** What an answer has to be. */
export type Kind =
  | "money"
  | "percent"
  | "number"
  | "duration"
  | "date"
  | "time"
  | "person"
  | "place"
  | "code"
  | "phone"
  | "address"
  | "yesno"
  | "why"
  | "request"
  | "text";

/** A word of the question that a passage must have. */
export type Concept = {
  stem: string;
  word: string;
  /** The stem first, then those of words that may stand for it. */
  forms: readonly string[];
  weight: number;
  /** Without it nothing answers the question. */
  isHard: boolean;
  /** A month, a year, 'last year': another time is another fact. */
  isTime: boolean;
  /** Written with a capital, or the name of somebody known. */
  isName: boolean;
};

/** One fact that is asked for. */
export type Part = {
  text: string;
  /** The same with what the sentence says besides, for a reader that knows no other part. */
  asked: string;
  kinds: readonly Kind[];
  concepts: readonly Concept[];
  /** The end of a time, not its beginning: 'until when'. */
  side: "start" | "end" | null;
  /** Names of those whose words are asked for. */
  authors: readonly string[];
  /** Only what they wrote themselves answers. */
  isOwnWords: boolean;
};

export type Question = {
  parts: readonly Part[];
  /** 'It', 'she', 'that': something that was shown before. */
  isPointing: boolean;
};
