import type { Credentials } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";

/** The settings that sign-in follows; `Config` has them all. */
export type AuthSettings = {
  publicUrl: string;
  /** What an administrator has set by now; the settings above where absent. */
  instance?: () => Instance;
  /** What listens on loopback only, under no other address; there, requests from the machine itself vouch (decision 0052). */
  isLoopbackOnly?: () => boolean;
  /** Who may create an account by themselves; open where absent. */
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
  /** How many callers one address stands for; 1 where absent. */
  callersAt?: (address: string | null) => number;
};

/** How the instance calls itself, where links to it lead (null: publicUrl), and the time zone of new accounts. */
export type Instance = {
  appName: string;
  origin: string | null;
  timeZone: string;
  /** False: no key and no agent acts for anybody. */
  agentsEnabled?: boolean;
};

/** A message from the product to one of its people. `db` sees the rows of that person. */
export type DeliverSystemMessage = (db: Transaction, message: SystemMessage) => Promise<void>;

export type SystemMessage = {
  userId: string;
  to: string;
  subject: string;
  body: string;
  /** True where it leaves by mail only: whoever holds a session could read it in the mailbox inside the product. */
  mailOnly?: boolean;
  /** What the mailbox inside the product says instead: a link that proves the address stands in the mail only. */
  bodyInside?: string;
};

/** Where a call comes from: for limits, the session list and the cookie that a new sign-in replaces. */
export type Caller = {
  address: string | null;
  credentials: Credentials | null;
  /** True where the request was made on the machine itself: to loopback, with no proxy between. */
  isLocal?: boolean;
};

/** Who may create an account. Where `domains` is not empty, only addresses of these may without an invitation. */
export type SignUpPolicy = { mode: "open" | "invitation" | "closed"; domains: readonly string[] };
