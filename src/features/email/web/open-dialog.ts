import { useSyncExternalStore } from "react";
import { t } from "#i18n/message.ts";
import { liveStore } from "#platform/client/live-records.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { MailSearchOnWire } from "../list-model.ts";
import type { EmailOnWire } from "../model.ts";
import type { EmailTemplateOnWire } from "../writing-model.ts";
import { type ComposeDraft, EMPTY_DRAFT } from "./writing/compose-draft.ts";

/** Where an answer is written in the reader: below the mail that it answers or forwards. */
export type AnswerPlace = { under: string; threadId: string; kind: "reply" | "all" | "forward" | "ai" };

export type SavedDraft = { at: Date; id: string; draft: ComposeDraft };

export type Composer = {
  kind: "compose";
  /** One per opening, so that sending twice has one effect. */
  key: string;
  draft: ComposeDraft;
  /** The content that counts as unchanged, if it is not `draft`. */
  initial?: ComposeDraft;
  place?: AnswerPlace;
  /** The stored email that is edited. */
  edited: { id: string; version: number } | null;
  inReplyTo: string | null;
  /** Set if it was begun elsewhere: the stored draft, and its content if that was saved there. */
  pendingSave?: Promise<{ edited: Composer["edited"]; saved: SavedDraft | null }>;
  /** The edited email is a draft, saved automatically while writing. */
  isDraft?: boolean;
  /** It was changed elsewhere in the meantime. */
  isClash?: boolean;
  /** The mail that a model answers as soon as the composer is open. */
  mailToAnswer?: { id: string; subject: string; sender: string; recipient: string; body: string };
  /** The mail that the writing engine replied to: citations show the lines that the draft relies on. */
  citedMail?: { subject: string; sender: string; body: string };
  /** No signature was added yet. */
  needsSignature: boolean;
};

export type OpenDialog =
  | Composer
  | { kind: "email"; key: string; id: string }
  | { kind: "move"; key: string; ids: readonly string[]; accountId: string; threads: boolean }
  | { kind: "preferences"; key: string }
  | { kind: "search"; key: string; search: Partial<MailSearchOnWire> }
  | { kind: "source"; key: string; id: string }
  | { kind: "subscriptions"; key: string }
  | { kind: "template"; key: string; template: EmailTemplateOnWire | null };

let open: OpenDialog | null = null;
/** The content of a composer that was closed: the next one starts with it. */
let unsent: Composer | null = null;
const listeners = new Set<() => void>();

/** Cleared when another person signs in with this browser. */
liveStore("emails", {
  invalidate: async () => {},
  clear: () => {
    unsent = null;
    set(null);
  },
});

export type ComposerOptions = Partial<Omit<Composer, "kind" | "draft">>;

export function newComposer(start: Partial<ComposeDraft>, more: ComposerOptions): Composer {
  const usual = { edited: null, inReplyTo: null, isClash: false, isDraft: false, needsSignature: false };
  const draft = { ...EMPTY_DRAFT, ...start };
  return { kind: "compose", key: crypto.randomUUID(), ...usual, ...more, draft };
}

export const openComposer = (start: Partial<ComposeDraft> = {}, more: ComposerOptions = {}): void =>
  set(newComposer(start, more));

/** The large composer goes on with what was begun elsewhere. */
export const continueInDialog = (composer: Composer): void => set(composer);

/** 'Compose Email': starts with unsent content, if any. */
export function composeNew(start: Partial<ComposeDraft> = {}): void {
  if (unsent && Object.keys(start).length === 0) {
    set({ ...unsent, key: crypto.randomUUID() });
    toast.notice(t`Your unsent message was restored`);
  } else openComposer(start, { needsSignature: true });
}

export const openReader = (id: string): void => set({ kind: "email", key: crypto.randomUUID(), id });

export const openTemplate = (template: EmailTemplateOnWire | null): void =>
  set({ kind: "template", key: crypto.randomUUID(), template });

export const openPreferences = (): void => set({ kind: "preferences", key: crypto.randomUUID() });

/** Saves a search as a tab of the inbox, or edits a saved one. */
export const openSearch = (search: Partial<MailSearchOnWire>): void =>
  set({ kind: "search", key: crypto.randomUUID(), search });

export const openSource = (id: string): void => set({ kind: "source", key: crypto.randomUUID(), id });

export const openSubscriptions = (): void => set({ kind: "subscriptions", key: crypto.randomUUID() });

/** Chooses a folder for mail of one account. */
export function openMove(messages: readonly EmailOnWire[], { threads = false } = {}): void {
  const [accountId = null, ...others] = new Set(messages.map((email) => email.accountId));
  const isMovable = messages.every(({ status }) => status === "received");
  if (messages.length === 0) return;
  if (!accountId || !isMovable)
    return void toast.notice(t`Only received mail of a connected account lies in folders`);
  if (others.length > 0) return void toast.notice(t`Only mail of one account can be moved together`);
  set({ kind: "move", key: crypto.randomUUID(), ids: messages.map(({ id }) => id), accountId, threads });
}

export const closeDialog = (): void => set(null);

/** Stores the composer, so that closing loses nothing. */
export function storeUnsent(composer: Composer): void {
  const { mailToAnswer: _, ...rest } = composer;
  unsent = { ...rest, needsSignature: false };
}

export function clearUnsent(): void {
  unsent = null;
}

export const unsentComposer = (): Composer | null => unsent;

export const useOpenDialog = (): OpenDialog | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );

function set(next: OpenDialog | null): void {
  open = next;
  for (const listener of listeners) listener();
}
