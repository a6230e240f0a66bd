import type { Credentials } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";

/** The settings that sign-in follows; `Config` has them all. */
export type AuthSettings = {
  publicUrl: string;
  /** The instance settings as an administrator last saved them; the settings above if absent. */
  instance?: () => Instance;
  /**
   * The instance listens on loopback only, under no other address; requests from the machine itself then vouch
   * (decision 0052).
   */
  isLoopbackOnly?: () => boolean;
  /** Who may create an account without help; open if absent. */
  registration?: () => SignUpPolicy;
  /** Lower case. This account is always an administrator once its address is proven (ROLE-02). */
  adminEmail?: string | undefined;
  requireEmailConfirmation: boolean;
  passwordMinLength: number;
  sessionIdleDays: number;
  sessionAbsoluteDays: number;
  limits: {
    signInFailuresPerAccount: number;
    signInFailuresPerSource: number;
    signInFailuresGlobal: number;
    signUpsPerSource: number;
  };
  /** How many callers share one source address; 1 if absent. */
  callersAt?: (address: string | null) => number;
};

/** The name of the instance, the base URL of its links (null: publicUrl), and the time zone of new accounts. */
export type Instance = {
  appName: string;
  origin: string | null;
  timeZone: string;
  /** False: no key and no agent acts for anybody. */
  agentsEnabled?: boolean;
};

/** Delivers a message from the product to a user. `db` sees the rows of that person. */
export type DeliverSystemMessage = (db: Transaction, message: SystemMessage) => Promise<void>;

export type SystemMessage = {
  userId: string;
  to: string;
  subject: string;
  body: string;
  /** Sent by mail only: anybody with a live session could read it in the built-in mailbox. */
  mailOnly?: boolean;
  /** Body for the built-in mailbox: a link that proves the address is in the mail only. */
  bodyInside?: string;
};

/** Origin of a call: for limits, the session list and the cookie that a new sign-in replaces. */
export type Caller = {
  address: string | null;
  credentials: Credentials | null;
  /** True where the request was made on the machine itself: to loopback, with no proxy between. */
  isLocal?: boolean;
};

/** Who may create an account. If `domains` is not empty, only addresses of these domains may without an invitation. */
export type SignUpPolicy = { mode: "open" | "invitation" | "closed"; domains: readonly string[] };
