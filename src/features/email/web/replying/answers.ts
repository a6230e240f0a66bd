import { useSyncExternalStore } from "react";
import { liveStore } from "#platform/client/live-records.ts";
import { type AnswerPlace, type Composer, clearUnsent, unsentComposer } from "../open-dialog.ts";
import { openThread } from "../reading/open-thread.ts";
import { emailRecords } from "../records.ts";

/** An answer that is written in the reader. */
export type Answer = {
  composer: Composer;
  place: AnswerPlace;
  /** Its draft, which the conversation does not show beside it. */
  draftId: string | undefined;
  /** How often the focus was requested; none for one that reappears with its conversation. */
  requests: number;
};

/** By conversation: one in each. They stay while other conversations are read. */
const open = new Map<string, Answer>();
const listeners = new Set<() => void>();

function publish(): void {
  for (const listener of listeners) listener();
}

/** Cleared when another person signs in with this browser. */
liveStore("emails", {
  invalidate: async () => {},
  clear: () => {
    open.clear();
    publish();
  },
});

const withKey = (key: string) => [...open.values()].find(({ composer }) => composer.key === key);

const isReading = (threadId: string): boolean =>
  threadId !== "" && emailRecords.get(openThread.now() ?? "")?.threadId === threadId;

function change(answer: Answer, parts: Partial<Answer>): void {
  open.set(answer.place.threadId, { ...answer, ...parts });
  publish();
}

export const answers = {
  /** Where an answer to this mail is written; undefined where the reader does not show it. */
  placeOf(id: string, kind: AnswerPlace["kind"]): AnswerPlace | undefined {
    const threadId = emailRecords.get(id)?.threadId;
    return threadId !== undefined && isReading(threadId) ? { under: id, threadId, kind } : undefined;
  },
  /** Whether an answer is written in this conversation. */
  has: (threadId: string): boolean => open.has(threadId),
  /** False where the reader does not show the mail any more. */
  open(composer: Composer): boolean {
    const { place, edited } = composer;
    if (!place || !isReading(place.threadId)) return false;
    change({ composer, place, draftId: edited?.id, requests: 1 }, {});
    return true;
  },
  /** Goes on with what was begun there before, if anything. */
  resume(place: AnswerPlace): boolean {
    const answer = open.get(place.threadId);
    if (answer && isSame(answer.place, place)) {
      change(answer, { requests: answer.requests + 1 });
      return true;
    }
    const unsent = unsentComposer();
    if (!unsent?.place || !isSame(unsent.place, place)) return false;
    clearUnsent();
    return answers.open(unsent);
  },
  /** The same by the draft; one that the reader does not show is left to the dialog. */
  resumeDraft(draftId: string): boolean {
    const answer = [...open.values()].find((each) => each.draftId === draftId);
    if (answer && isReading(answer.place.threadId)) return answers.resume(answer.place);
    if (answer) answers.end(answer.composer.key);
    return false;
  },
  /** The conversation is left: what was typed is there again when it is opened. */
  store(composer: Composer): void {
    const answer = withKey(composer.key);
    if (answer) change(answer, { composer, requests: 0 });
  },
  setDraft(key: string, draftId: string): void {
    const answer = withKey(key);
    if (answer) change(answer, { draftId });
  },
  /** False where there is none with this key. */
  end(key: string): boolean {
    const answer = withKey(key);
    if (!answer) return false;
    open.delete(answer.place.threadId);
    publish();
    return true;
  },
};

const isSame = (one: AnswerPlace, other: AnswerPlace) => one.under === other.under && one.kind === other.kind;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The answer that is written in this conversation, if any. */
export const useAnswer = (threadId: string): Answer | undefined =>
  useSyncExternalStore(subscribe, () => open.get(threadId));
