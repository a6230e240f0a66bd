import type { Language } from "#i18n/languages.ts";

export type Role = "user" | "moderator" | "admin";

/** The caller of a capability. The user id comes from a session or an API key, never from input. */
export type Actor = {
  userId: string;
  email: string;
  fullName: string;
  roles: readonly Role[];
  /** How the actor authenticated; `system` is a job running as the user. */
  via: "session" | "api_key" | "system";
  /** What an API key may do; a session may do everything its user may. */
  scopes: readonly Effect[];
  /** The slices whose capabilities an API key may call; absent: all of them. */
  toolGroups?: readonly string[];
  /**
   * True for a program that decides by itself: an agent authorized by signing in, or a key that is marked as an
   * agent's.
   */
  isAgent?: boolean;
  /** For an agent: its person allows it to send and destroy without asking each time. */
  skipsApproval?: boolean;
  /** Id of the session or of the API key. */
  credentialId: string | null;
  /** The language that the person chose; absent: none. Of a session and of a job, not of an API key. */
  language?: Language;
  /** The administrator who impersonates this person, with banner and reason; absent otherwise. */
  impersonatedBy?: string;
};

/**
 * The classification of a capability, from which method, transaction, key scope, agent hints and cache refresh follow.
 */
export type Effect = "read" | "write" | "destroy";

/** A change event for open pages: these rows of this resource changed. */
export type Announcement = {
  resource: string;
  ids: string[];
  /** User ids of the recipients; by default the actor alone. */
  audience?: string[];
};

/** Headers of the caller's browser; only sign-in uses them. */
export type Credentials = { cookie: string | null; userAgent: string | null };

/** How to take an act back: the capability to call and its input. */
export type Undo = { capability: string; input: unknown };
