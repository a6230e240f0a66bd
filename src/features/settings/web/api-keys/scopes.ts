import { t, term } from "#i18n/message.ts";
import type { Tone } from "#ui/display/badge.tsx";

export type Scope = "read" | "write" | "destroy";

/** What each scope allows, from harmless to irreversible. */
export const SCOPES: readonly { scope: Scope; label: string; text: string; tone: Tone }[] = [
  {
    scope: "read",
    label: term("Read", "what a key may do"),
    text: t`See everything that you see`,
    tone: "neutral",
  },
  {
    scope: "write",
    label: term("Write", "what a key may do"),
    text: t`Create and change things; this can be undone`,
    tone: "info",
  },
  {
    scope: "destroy",
    label: term("Destroy", "what a key may do"),
    text: t`Delete things and do what cannot be undone`,
    tone: "warn",
  },
];
