import type { Answer } from "../../../intent.ts";

const TAKES_BACK =
  /\bun-?send\b|\brecall (?:the|my|that) (?:\w{1,20} )?(?:e-?mail|mail|message)\b|\b(?!my\b)\w{1,30}'s (?:inbox|mailbox|in-?tray)\b/i;

/** Whether a mail that others have is to be taken back. */
export const isRecall = (sentence: string): boolean => TAKES_BACK.test(sentence);

export const RECALL: Answer = {
  text: "I cannot take back a mail that was sent: it is in the mailbox of its reader.",
};
