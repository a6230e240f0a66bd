/** A person in a thread: in mail the bare address in lower case, in a chat the id of the account. */
export type Party = { key: string; name: string };

/** One message as its author wrote it, in plain text. */
export type ThreadMessage = {
  id: string;
  author: Party;
  recipients: readonly Party[];
  at: Date;
  text: string;
  /** Written by a program or to a list: it neither promises nor asks anything. */
  isAutomatic: boolean;
};

/** Whose promises are looked for, and the time zone in which 'by Friday' is read. */
export type Reader = { keys: ReadonlySet<string>; timeZone: string };

/**
 * A promise: its author said that they will do something for somebody, or agreed to a request.
 * A request: its author asks the reader for something, and no answer is known yet.
 */
export type FoundCommitment = {
  kind: "promise" | "request";
  messageId: string;
  /** Who is to do it, and for whom. One of the two is the reader. */
  by: Party;
  to: Party;
  /** What is to be done, in a few words of the message. */
  what: string;
  /** The end of the day in the reader's zone if the words name no time. Null: none was named. */
  due: { at: Date; hasTime: boolean } | null;
  /** The words of the message that say so, and the index of their first character in its text. */
  quote: string;
  offset: number;
  /** 0 to 1: the share of findings like this one that are right. */
  confidence: number;
};
