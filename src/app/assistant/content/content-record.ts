import type { Card } from "../model.ts";

/** Somebody who writes: all words by which a question may name them. */
export type Person = { name: string; address: string; words: string };

/** A mail, document, message or plan whose text may answer a question. */
export type ContentRecord = {
  kind: "email" | "document" | "message" | "task" | "event" | "decision" | "contact";
  id: string;
  title: string;
  text: string;
  /** Who wrote it; null for documents and plans. */
  author: Person | null;
  /** Whether the person who asks wrote it. */
  isOwn: boolean;
  /** To whom it went, the conversation, the place: words that may name it. */
  around: string;
  /** When it was written; of an event when it begins. */
  at: Date;
  card: Card;
};
