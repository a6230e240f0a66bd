import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import { toast } from "#ui/overlays/toast.ts";
import { emails } from "../api.ts";
import { type Composer, clearUnsent, closeDialog, storeUnsent } from "../open-dialog.ts";
import { type ComposeDraft, contentOf, hasChanges } from "./compose-draft.ts";
import type { sendDraft } from "./send-draft.ts";
import { useAutosave } from "./use-autosave.ts";
import { useSignedDraft } from "./use-signed-draft.ts";

/** The message that is being written: what it holds, and the ways to end it. Nothing typed is lost on any of them. */
export function useComposition(composer: Composer) {
  const { draft, setDraft, initial, blank, senders } = useSignedDraft(composer);
  const hasText = hasChanges(draft, blank);
  const isChanged = hasChanges(draft, initial);
  const { savedAt, flush, end, restart } = useAutosave(composer, draft, initial);
  useWarningBeforeLeaving(hasText && isChanged && !savedAt);
  const set = (parts: Partial<ComposeDraft>) => setDraft((before) => ({ ...before, ...parts }));

  const close = () => {
    closeDialog();
    if (composer.edited || !hasText || (composer.inReplyTo !== null && !isChanged)) return;
    // At once: the composer may be reopened before the draft is saved.
    storeUnsent({ ...composer, draft, pendingSave: flush() });
    toast.notice("Your message is saved", "Compose Email brings it back.");
  };
  const startOver = () => {
    clearUnsent();
    setDraft(blank);
    void restart(blank).then((stored) => stored && emails.delete.call({ id: stored.id }));
  };
  const finish = async (act: typeof sendDraft, written: ComposeDraft) => {
    if (contentOf(written)) end();
    const isDraft = composer.edited === null || composer.isDraft === true;
    await act({ ...composer, edited: await flush(), isDraft }, written);
  };
  return { draft, setDraft, set, senders, hasText, savedAt, close, startOver, finish };
}

/** The browser asks before it closes a tab with unsaved text. */
function useWarningBeforeLeaving(isNeeded: boolean): void {
  useWindowEvent("beforeunload", (event) => event.preventDefault(), isNeeded);
}
