import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import { toast } from "#ui/overlays/toast.ts";
import { attachmentLimit } from "../../model.ts";
import { emails } from "../api.ts";
import { type Composer, clearUnsent, closeDialog, storeUnsent } from "../open-dialog.ts";
import { type ComposeDraft, type ComposeFaults, contentOf, faultsOf, hasChanges } from "./compose-draft.ts";
import { filled } from "./compose-hints.tsx";
import { saveDraft, sendDraft } from "./send-draft.ts";
import { maxMessageBytesOf } from "./signature.ts";
import { useAutosave } from "./use-autosave.ts";
import { useSignedDraft } from "./use-signed-draft.ts";
import { useWritingEngine } from "./use-writing-engine.ts";

export type Composition = ReturnType<typeof useComposition>;

/**
 * The message that is being written, in the dialog or in the reader: what it holds, and the ways to end it. Nothing
 * typed is lost on any of them. `leave` removes it from the screen.
 */
export function useComposition(composer: Composer, leave: () => void = closeDialog) {
  const { draft, setDraft, initial, blank, senders } = useSignedDraft(composer);
  const hasText = hasChanges(draft, blank);
  const isChanged = hasChanges(draft, initial);
  const { savedAt, draftId, flush, handOver: saveNow, end, restart } = useAutosave(composer, draft, initial);
  useWarningBeforeLeaving(hasText && isChanged && !savedAt);
  const set = (parts: Partial<ComposeDraft>) => setDraft((before) => ({ ...before, ...parts }));
  const engine = useWritingEngine(composer, draft, set);

  /** The composer as it is now, for another place that goes on with it. */
  const handOver = (): Composer => {
    const { mailToAnswer: _, ...rest } = composer;
    return { ...rest, edited: null, needsSignature: false, draft, initial, pendingSave: saveNow() };
  };
  const close = () => {
    leave();
    const isStored = !composer.edited && hasText && (composer.inReplyTo === null || isChanged);
    if (!isStored) return void saveNow();
    // At once: the composer may be reopened before the draft is saved.
    storeUnsent({ ...composer, draft, initial, pendingSave: saveNow() });
    toast.notice(t`Your message is saved`, t`Compose Email brings it back.`);
  };
  const startOver = () => {
    clearUnsent();
    setDraft(blank);
    void restart(blank).then(deleteStored);
  };
  const discard = () => {
    end();
    leave();
    void flush().then(deleteStored);
  };
  const [isRefused, setRefused] = useState(false);
  const faults: ComposeFaults = isRefused ? faultsOf(draft) : {};
  const finish = async (act: typeof sendDraft, written: ComposeDraft) => {
    setRefused(true);
    if (contentOf(written)) end();
    const isDraft = composer.edited === null || composer.isDraft === true;
    await act({ ...composer, edited: await flush(), isDraft }, written);
  };
  const submit = (parts: Partial<ComposeDraft> = {}) =>
    void finish(sendDraft, { ...filled(draft), ...parts });
  const save = () => void finish(saveDraft, draft);
  const limit = attachmentLimit(senders ? maxMessageBytesOf(senders, draft.accountId) : null);
  const content = { draft, setDraft, set, senders, limit, hasText, isChanged, savedAt, draftId, faults };
  return { ...content, engine, close, handOver, startOver, discard, submit, save };
}

const deleteStored = (stored: Composer["edited"]) => stored && emails.delete.call({ id: stored.id });

/** The browser asks before it closes a tab with unsaved text. */
function useWarningBeforeLeaving(isNeeded: boolean): void {
  useWindowEvent("beforeunload", (event) => event.preventDefault(), isNeeded);
}
