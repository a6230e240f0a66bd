export type Role = "user" | "moderator" | "admin";

/** Who asks. The user id comes from a session or an API key, never from input. */
export type Actor = {
  userId: string;
  email: string;
  fullName: string;
  roles: readonly Role[];
  /** How the actor proved who they are; `system` is a job running as the user. */
  via: "session" | "api_key" | "system";
  /** What an API key may do; a session may do everything its user may. */
  scopes: readonly Effect[];
  /** The slices whose capabilities an API key may call; absent: all of them. */
  toolGroups?: readonly string[];
  /** True for a program that decides by itself: an agent that was let in by signing in, or a key that is marked as one's. */
  isAgent?: boolean;
  /** Of an agent: its person lets it reach out and destroy without asking each time. */
  skipsApproval?: boolean;
  /** The session or the API key. */
  credentialId: string | null;
  /** The administrator who acts in this person's name, with banner and reason; absent where they act themselves. */
  impersonatedBy?: string;
};

/** The one classification: method, transaction, key scope, agent hints and cache refresh follow from it. */
export type Effect = "read" | "write" | "destroy";

/** A fact that open screens should know: these rows of this resource changed. */
export type Announcement = {
  resource: string;
  ids: string[];
  /** Who is told; by default the actor alone. */
  audience?: string[];
};

/** What the caller's browser sent with the request; only sign-in looks at it. */
export type Credentials = { cookie: string | null; userAgent: string | null };

/** How to take an act back: the capability to call and its input. */
export type Undo = { capability: string; input: unknown };
