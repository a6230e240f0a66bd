import { type Dispatch, type SetStateAction, useState } from "react";
import { useSenders } from "../accounts/use-senders.ts";
import type { Composer } from "../open-dialog.ts";
import { type ComposeDraft, EMPTY_DRAFT } from "./compose-draft.ts";
import { signed } from "./quote-email.ts";
import { replaceSignature, type Senders, signatureOf } from "./signature.ts";

type SignedDraft = {
  draft: ComposeDraft;
  setDraft: Dispatch<SetStateAction<ComposeDraft>>;
  /** The initial content, and the content of an empty draft: the signature alone. */
  initial: ComposeDraft;
  blank: ComposeDraft;
  senders: Senders | undefined;
};

/** Adds the signature to a new message at the start, or as soon as it is loaded. */
export function useSignedDraft(composer: Composer): SignedDraft {
  const senders = useSenders();
  const start = () =>
    senders && composer.needsSignature ? signedStart(composer.draft, senders) : composer.draft;
  const [draft, setDraft] = useState(start);
  const [initial, setInitial] = useState(composer.initial ?? draft);
  const [isWaiting, setWaiting] = useState(senders === undefined && composer.needsSignature);
  if (isWaiting && senders) {
    setWaiting(false);
    setInitial(start());
    setDraft((now) => (now.body === composer.draft.body ? { ...now, body: start().body } : now));
  }
  const signature = senders ? signatureOf(senders, draft.accountId) : "";
  return { draft, setDraft, initial, blank: { ...EMPTY_DRAFT, body: signed("", signature) }, senders };
}

const signedStart = (draft: ComposeDraft, senders: Senders): ComposeDraft => ({
  ...draft,
  body: draft.body + signed("", signatureOf(senders, draft.accountId)),
});

/** Changes the sender and replaces the signature by that sender's. */
export async function withSender(
  draft: ComposeDraft,
  accountId: string | null,
  senders: Senders,
): Promise<ComposeDraft> {
  const [before, after] = [signatureOf(senders, draft.accountId), signatureOf(senders, accountId)];
  const body = replaceSignature(draft.body, before, after);
  const html =
    draft.html === null
      ? null
      : (await import("./replace-in-html.ts")).replaceInHtml(draft.html, before, after);
  return { ...draft, accountId, body, html };
}
