import { useEffect, useEffectEvent, useRef, useState } from "react";
import { parseAddresses } from "../model.ts";
import { emails } from "./api.ts";
import { type ComposeDraft, EMPTY_DRAFT, isTouched } from "./compose-draft.ts";
import type { Composer } from "./open-dialog.ts";
import { emailRecords } from "./records.ts";

/** Milliseconds without a key after which what was typed is kept. */
const PATIENCE = 2500;

type Edited = Composer["edited"];

/**
 * Keeps a draft while it is typed: closed, crashed or on another machine, it is there. `settle` waits for what is on its
 * way and answers which draft it is.
 */
export function useAutosave(composer: Composer, draft: ComposeDraft) {
  const [keptAt, setKeptAt] = useState<Date | null>(null);
  const edited = useRef<Edited>(composer.edited);
  const kept = useRef(composer.draft);
  const saving = useRef<Promise<void>>(Promise.resolve());
  const isOver = useRef(composer.edited !== null && !composer.isDraft);

  const save = async () => {
    if (isOver.current || !isTouched(draft, kept.current)) return;
    try {
      const record = await emails.keepDraft.call({
        ...rawContentOf(draft),
        inReplyTo: composer.inReplyTo,
        draft: edited.current,
      });
      kept.current = draft;
      edited.current = { id: record.id, version: record.version };
      emailRecords.receive([record]);
      setKeptAt(new Date());
    } catch {
      // Nothing is lost: the text stands in the composer, and the next pause tries again.
    }
  };
  const keep = useEffectEvent(() => {
    saving.current = saving.current.then(save);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => keep(), PATIENCE);
    return () => clearTimeout(timer);
  }, [draft]);
  const settle = async (): Promise<Edited> => {
    await saving.current;
    return edited.current;
  };
  /** From here on nothing more is kept: it is being sent or was thrown away. */
  const end = () => {
    isOver.current = true;
  };
  /** Everything is thrown away: answers the draft that goes with it. */
  const restart = async (): Promise<Edited> => {
    const gone = await settle();
    edited.current = null;
    kept.current = EMPTY_DRAFT;
    setKeptAt(null);
    return gone;
  };
  return { keptAt, settle, end, restart };
}

const rawContentOf = (draft: ComposeDraft) => ({
  subject: draft.subject,
  body: draft.body,
  recipients: parseAddresses(draft.to),
  cc: parseAddresses(draft.cc),
  bcc: parseAddresses(draft.bcc),
  priority: draft.priority,
  category: draft.category.trim() || null,
  attachmentIds: draft.attachments.map(({ id }) => id),
});
