import { useEffect, useEffectEvent, useRef, useState } from "react";
import { emails } from "../api.ts";
import type { Composer } from "../open-dialog.ts";
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
  const [lastSave, setLastSave] = useState<{ at: Date; draft: ComposeDraft } | null>(null);
  // Only if the last save contains everything typed so far.
  const savedAt = lastSave && !hasChanges(draft, lastSave.draft) ? lastSave.at : null;
  const edited = useRef<Edited>(composer.edited);
  const savedDraft = useRef(composer.draft);
  const pendingSave = useRef(composer.pendingSave);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const waitsSince = useRef(0);
  const isOver = useRef(composer.edited !== null && !composer.isDraft);

  const save = async () => {
    edited.current ??= (await pendingSave.current) ?? null;
    if (isOver.current || !hasChanges(draft, savedDraft.current)) return;
    if (edited.current === null && !hasChanges(draft, initial)) return;
    waitsSince.current = 0;
    try {
      edited.current = await storeDraft(draft, composer.inReplyTo, edited.current);
      savedDraft.current = draft;
      setLastSave({ at: new Date(), draft });
    } catch {
      // Nothing is lost: the text stands in the composer, and the next pause tries again.
    }
  };
  const queueSave = useEffectEvent(() => {
    saving.current = saving.current.then(save);
  });
  useEffect(() => {
    if (hasChanges(draft, savedDraft.current)) waitsSince.current ||= Date.now();
    const since = waitsSince.current || Date.now();
    const wait = Math.min(IDLE_DELAY_MS, since + MAX_DELAY_MS - Date.now());
    const timer = setTimeout(() => queueSave(), Math.max(wait, 0));
    return () => clearTimeout(timer);
  }, [draft]);
  useBeforeLeaving(() => queueSave());
  const flush = async (): Promise<Edited> => {
    await saving.current;
    edited.current ??= (await pendingSave.current) ?? null;
    return edited.current;
  };
  /** Stops saving: the draft is being sent or was discarded. */
  const end = () => {
    isOver.current = true;
  };
  /** Discards everything, down to `blank`: returns the stored draft to delete with it. */
  const restart = async (blank: ComposeDraft): Promise<Edited> => {
    const stored = await flush();
    edited.current = null;
    pendingSave.current = undefined;
    savedDraft.current = blank;
    setLastSave(null);
    return stored;
  };
  return { savedAt, flush, end, restart };
}

/** Answers the draft as it is stored now; it is in every list of this page as well. */
async function storeDraft(
  draft: ComposeDraft,
  inReplyTo: Composer["inReplyTo"],
  edited: Edited,
): Promise<Edited> {
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
