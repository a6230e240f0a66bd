import type { ORIGINS } from "#features/communication/model.ts";

/** A channel, a group or a direct conversation there. */
export type OutsideTalk = {
  id: string;
  title: string;
  /** When something was said last, where the list tells: what is older than what is known is not asked for. */
  latest: Date | null;
};

export type Said = {
  id: string;
  content: string;
  /** As they are called there; null for the person who connected. */
  author: string | null;
  at: Date;
};

/** A messenger: what is said in the person's conversations, and a way to say something there as them. */
export type TalkService = {
  origin: (typeof ORIGINS)[number];
  conversations(): Promise<OutsideTalk[]>;
  /** In any order, of a whole conversation since the cursor; from `earliest` on where there is none. */
  since(
    id: string,
    cursor: string | null,
    earliest: Date,
  ): Promise<{ said: Said[]; quarantined: number; cursorOf(last: Said): string }>;
  /** Answers the id of the message there. */
  post(id: string, content: string): Promise<string>;
};
