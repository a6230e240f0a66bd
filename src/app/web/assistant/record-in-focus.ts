import { shownRecord } from "#ui/shown-record.ts";
import type { assistant } from "../api.ts";

/** A record that the page shows, of a kind that a chat can be about. */
export type FocusedRecord = Pick<Parameters<typeof assistant.focus.call>[0], "kind" | "id">;

/** Whether a kind is one of these, the type checker says: each of them is a key. */
const KINDS: Readonly<Record<FocusedRecord["kind"], true>> = {
  ...{ task: true, project: true, email: true, event: true, contact: true },
  ...{ conversation: true, document: true, decision: true, workspace: true },
};
const isKind = (kind: string): kind is FocusedRecord["kind"] => Object.hasOwn(KINDS, kind);

/** Addresses of pages of one record, which is not opened over the page. */
const PROJECT = /^\/tasks\/projects\/([0-9a-f-]{36})$/;

/** The record on screen: the one that was opened last, or that of the address; null on a page of many. */
export function recordOnScreen(path: string): FocusedRecord | null {
  const shown = shownRecord();
  if (shown && isKind(shown.kind)) return { kind: shown.kind, id: shown.id };
  const id = PROJECT.exec(path)?.[1];
  return id ? { kind: "project", id } : null;
}

let focused: FocusedRecord | null = null;
/** By conversation, the record that was sent to it last: each is sent once. */
const sent = new Map<string, string>();

/** Sets what the panel over a page is about; null where there is no panel. */
export const setFocus = (record: FocusedRecord | null): void => {
  focused = record;
};

/** The record to send to a conversation now; null if it has it, or nothing is in focus. */
export const recordToSend = (visit: string): FocusedRecord | null =>
  focused && sent.get(visit) !== focused.id ? focused : null;

export const setSent = (visit: string, { id }: FocusedRecord): void => void sent.set(visit, id);
