import { useEffect, useEffectEvent, useRef, useState } from "react";
import { emails } from "../api.ts";
import type { Composer } from "../open-dialog.ts";
import { emailRecords } from "../records.ts";
import { type ComposeDraft, isTouched, rawContentOf } from "./compose-draft.ts";

/** Milliseconds without a key press before the draft is saved, and the longest delay while typing goes on. */
const PATIENCE = 1500;
const LONGEST = 8000;

type Edited = Composer["edited"];

/**
 * Saves a draft while it is typed, so that it survives closing, a crash or a change of machine. `settle` waits for a
 * save in progress and returns the draft. `begun` alone, such as a signature, is not saved.
 */
export function useAutosave(composer: Composer, draft: ComposeDraft, begun: ComposeDraft) {
  const [lastKept, setLastKept] = useState<{ at: Date; draft: ComposeDraft } | null>(null);
  // Only if the last save contains everything typed so far.
  const keptAt = lastKept && !isTouched(draft, lastKept.draft) ? lastKept.at : null;
  const edited = useRef<Edited>(composer.edited);
  const kept = useRef(composer.draft);
  const settling = useRef(composer.settling);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const waitsSince = useRef(0);
  const isOver = useRef(composer.edited !== null && !composer.isDraft);

  const save = async () => {
    edited.current ??= (await settling.current) ?? null;
    if (isOver.current || !isTouched(draft, kept.current)) return;
    if (edited.current === null && !isTouched(draft, begun)) return;
    waitsSince.current = 0;
    try {
      edited.current = await storeDraft(draft, composer.inReplyTo, edited.current);
      kept.current = draft;
      setLastKept({ at: new Date(), draft });
    } catch {
      // Nothing is lost: the text stands in the composer, and the next pause tries again.
    }
  };
  const keep = useEffectEvent(() => {
    saving.current = saving.current.then(save);
  });
  useEffect(() => {
    if (isTouched(draft, kept.current)) waitsSince.current ||= Date.now();
    const since = waitsSince.current || Date.now();
    const wait = Math.min(PATIENCE, since + LONGEST - Date.now());
    const timer = setTimeout(() => keep(), Math.max(wait, 0));
    return () => clearTimeout(timer);
  }, [draft]);
  useBeforeLeaving(() => keep());
  const settle = async (): Promise<Edited> => {
    await saving.current;
    edited.current ??= (await settling.current) ?? null;
    return edited.current;
  };
  /** Stops saving: the draft is being sent or was discarded. */
  const end = () => {
    isOver.current = true;
  };
  /** Discards everything, down to `blank`: returns the stored draft to delete with it. */
  const restart = async (blank: ComposeDraft): Promise<Edited> => {
    const gone = await settle();
    edited.current = null;
    settling.current = undefined;
    kept.current = blank;
    setLastKept(null);
    return gone;
  };
  return { keptAt, settle, end, restart };
}

/** Answers the draft as it is stored now; it is in every list of this page as well. */
async function storeDraft(
  draft: ComposeDraft,
  inReplyTo: Composer["inReplyTo"],
  edited: Edited,
): Promise<Edited> {
  const record = await emails.keepDraft.call({ ...rawContentOf(draft), inReplyTo, draft: edited });
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
