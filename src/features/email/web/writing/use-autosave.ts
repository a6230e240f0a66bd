import { useEffect, useEffectEvent, useRef, useState } from "react";
import { emails } from "../api.ts";
import type { Composer, SavedDraft } from "../open-dialog.ts";
import { emailRecords } from "../records.ts";
import { type ComposeDraft, hasChanges, rawContentOf } from "./compose-draft.ts";

/** Milliseconds without a key press before the draft is saved, and the longest delay while typing goes on. */
const IDLE_DELAY_MS = 1500;
const MAX_DELAY_MS = 8000;

type Edited = Composer["edited"];

/**
 * Saves a draft while it is typed, so that it survives closing, a crash or a change of machine. `flush` waits for a
 * save in progress and returns the draft. `initial` alone, such as a signature, is not saved.
 */
export function useAutosave(composer: Composer, draft: ComposeDraft, initial: ComposeDraft) {
  const { lastSave, saved, edited, savedDraft, setSaved, takeOver } = useStoredDraft(composer, initial);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const isOver = useRef(composer.edited !== null && !composer.isDraft);
  const isUnsaved = (typed: ComposeDraft) => hasChanges(typed, savedDraft.current);

  const save = async () => {
    await takeOver();
    if (isOver.current || !isUnsaved(draft)) return;
    if (edited.current === null && !hasChanges(draft, initial)) return;
    try {
      const stored = await storeDraft(draft, composer.inReplyTo, edited.current);
      edited.current = stored;
      setSaved({ at: new Date(), id: stored.id, draft }, draft);
    } catch {
      // Nothing is lost: the text stands in the composer, and the next pause tries again.
    }
  };
  const saveNow = () => {
    saving.current = saving.current.then(save);
  };
  usePauses(draft, isUnsaved, saveNow);
  useBeforeLeaving(saveNow);
  const flush = async (): Promise<Edited> => {
    await saving.current;
    await takeOver();
    return edited.current;
  };
  /** Saves what is typed, without waiting for a pause. */
  const handOver = async () => {
    saveNow();
    return { edited: await flush(), saved: saved.current };
  };
  /** Stops saving: the draft is being sent or was discarded. */
  const end = () => {
    isOver.current = true;
  };
  /** Discards everything, down to `blank`: returns the stored draft to delete with it. */
  const restart = async (blank: ComposeDraft): Promise<Edited> => {
    const stored = await flush();
    edited.current = null;
    setSaved(null, blank);
    return stored;
  };
  // Only if the last save contains everything typed so far.
  const savedAt = lastSave && !hasChanges(draft, lastSave.draft) ? lastSave.at : null;
  const draftId = lastSave?.id ?? composer.edited?.id;
  return { savedAt, draftId, flush, handOver, end, restart };
}

/** What is stored of the message: by this composer, or by the one in which it was begun. */
function useStoredDraft(composer: Composer, initial: ComposeDraft) {
  const [lastSave, setLastSave] = useState<SavedDraft | null>(null);
  const saved = useRef(lastSave);
  const edited = useRef<Edited>(composer.edited);
  const savedDraft = useRef(composer.draft);
  const begunElsewhere = useRef(composer.pendingSave);

  const setSaved = (next: SavedDraft | null, content: ComposeDraft) => {
    saved.current = next;
    savedDraft.current = content;
    setLastSave(next);
  };
  /** What could not be saved there is saved here. */
  const takeOver = async () => {
    const begun = await begunElsewhere.current;
    if (!begun || !begunElsewhere.current) return;
    begunElsewhere.current = undefined;
    edited.current ??= begun.edited;
    setSaved(begun.saved, begun.saved?.draft ?? initial);
  };
  const takeOverAtStart = useEffectEvent(() => void takeOver());
  useEffect(() => takeOverAtStart(), []);
  return { lastSave, saved, edited, savedDraft, setSaved, takeOver };
}

/** Calls `save` in pauses of typing, and at the latest after the longest delay. */
function usePauses(draft: ComposeDraft, isUnsaved: (draft: ComposeDraft) => boolean, save: () => void): void {
  const waitsSince = useRef(0);
  const wait = useEffectEvent((typed: ComposeDraft) => {
    if (isUnsaved(typed)) waitsSince.current ||= Date.now();
    const since = waitsSince.current || Date.now();
    return Math.max(Math.min(IDLE_DELAY_MS, since + MAX_DELAY_MS - Date.now()), 0);
  });
  const queueSave = useEffectEvent(() => {
    waitsSince.current = 0;
    save();
  });
  useEffect(() => {
    const timer = setTimeout(() => queueSave(), wait(draft));
    return () => clearTimeout(timer);
  }, [draft]);
}

/** Answers the draft as it is stored now; it is in every list of this page as well. */
async function storeDraft(
  draft: ComposeDraft,
  inReplyTo: Composer["inReplyTo"],
  edited: Edited,
): Promise<NonNullable<Edited>> {
  const record = await emails.saveDraft.call({ ...rawContentOf(draft), inReplyTo, draft: edited });
  emailRecords.receive([record]);
  return { id: record.id, version: record.version };
}

/**
 * When the page is hidden (another tab, another program, a phone put away), it may be closed without further notice.
 */
function useBeforeLeaving(act: () => void): void {
  const leave = useEffectEvent(() => document.visibilityState === "hidden" && act());
  useEffect(() => {
    const listener = () => leave();
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  }, []);
}
