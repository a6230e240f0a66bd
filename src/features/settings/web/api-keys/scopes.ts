import type { Tone } from "#ui/display/badge.tsx";

export type Scope = "read" | "write" | "destroy";

/** What each scope allows, from harmless to irreversible. */
export const SCOPES: readonly { scope: Scope; label: string; text: string; tone: Tone }[] = [
  { scope: "read", label: "Read", text: "See everything that you see", tone: "neutral" },
  { scope: "write", label: "Write", text: "Create and change things; this can be undone", tone: "info" },
  { scope: "destroy", label: "Destroy", text: "Delete things and do what cannot be undone", tone: "warn" },
];
