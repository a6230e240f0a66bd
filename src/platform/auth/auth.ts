import type { Actor, Role } from "#platform/capability/actor.ts";
import type { HourCycle } from "#platform/time/hour-cycle.ts";
import type { Agents } from "./agents.ts";
import type { Caller, SignUpPolicy } from "./auth-settings.ts";
import type { StartPage } from "./start-pages.ts";

/** The clock of a browser; `firstWeekday` 0 is Sunday. */
export type Clock = { timeZone: string; hourCycle: HourCycle; firstWeekday: number };

type NewAccount = { fullName: string; email: string; password: string; clock?: Clock | undefined };

/**
 * Codes of an authenticator app (RFC 6238), required after the password. Changing the second factor requires the
 * password.
 */
export type SecondFactor = {
  state(actor: Actor): Promise<{ isOn: boolean; codesLeft: number }>;
  /** A new secret, active once one of its codes is confirmed. */
  prepare(actor: Actor, password: string, caller: Caller): Promise<{ secret: string; link: string }>;
  /** Returns the recovery codes, once. */
  confirm(actor: Actor, code: string): Promise<string[]>;
  renewCodes(actor: Actor, password: string, caller: Caller): Promise<string[]>;
  remove(actor: Actor, password: string, caller: Caller): Promise<void>;
};

/** A passkey as shown to its person. */
export type PasskeySummary = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };
export const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
export type PasskeyTransport = (typeof TRANSPORTS)[number];
/** A device's response to a challenge; all of it base64url (Web Authentication, 5.2). */
export type NewPasskey = {
  credentialId: string;
  transports: PasskeyTransport[];
  clientDataJson: string;
  attestationObject: string;
};
export type PasskeyProof = {
  credentialId: string;
  clientDataJson: string;
  authenticatorData: string;
  signature: string;
};
/** What a page requests from the person's device. */
export type PasskeyOptions = {
  step: string;
  challenge: string;
  relyingParty: string;
  /** COSE numbers. */
  algorithms: number[];
  /** Existing passkeys, which a device need not create again. */
  excludeCredentials: { credentialId: string; transports: string[] }[];
};

export type Passkeys = {
  list(actor: Actor): Promise<PasskeySummary[]>;
  /**
   * A challenge for `add`, valid for five minutes. Requires the password: a stolen session must not leave a key behind.
   */
  prepare(actor: Actor, password: string, caller: Caller): Promise<PasskeyOptions>;
  add(actor: Actor, input: { step: string; name: string; key: NewPasskey }): Promise<PasskeySummary>;
  rename(actor: Actor, id: string, name: string): Promise<PasskeySummary>;
  remove(actor: Actor, id: string, password: string, caller: Caller): Promise<void>;
};

/**
 * A new session. The token is only in `cookie`, a complete Set-Cookie header. `deviceCookie` is one too: it marks the
 * browser as known to the account; absent during impersonation.
 */
export type NewSession = {
  userId: string;
  sessionId: string;
  cookie: string;
  deviceCookie?: string;
  /** The page that the person wants to see after a sign-in; absent during impersonation. */
  startPage?: StartPage;
};

/**
 * People, sessions, passwords and roles, accessed by a separate database role. Every method is one transaction;
 * passwords are hashed outside it. Refusals are AppErrors with the specification's texts.
 */
export type Auth = {
  /** The actor that the cookie or the API key of a request belongs to; null if none. A bearer key wins over cookies. */
  authenticate(headers: Headers): Promise<Actor | null>;
  /** Throws SecondFactorRequired if a code is required as well: `completeSignIn` takes its step, within ten minutes. */
  signIn(input: { email: string; password: string }, caller: Caller): Promise<NewSession>;
  completeSignIn(input: { step: string; code: string }, caller: Caller): Promise<NewSession>;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  /** A challenge for the page of sign-in, for five minutes. */
  startPasskeySignIn(): Promise<{ step: string; challenge: string }>;
  completePasskeySignIn(input: { step: string; proof: PasskeyProof }, caller: Caller): Promise<NewSession>;
  /** The session is null where the address has to be confirmed first. */
  signUp(
    account: NewAccount & { invitation?: string | undefined },
    caller: Caller,
  ): Promise<{ userId: string; session: NewSession | null }>;
  /** A Set-Cookie header that removes the session cookie; the caller deletes the session's row. */
  endedCookie(): string;
  /** Makes an administrator's account by the link that the program printed, once, within a day. */
  setUp(
    account: NewAccount & { token: string },
    caller: Caller,
  ): Promise<{ userId: string; session: NewSession }>;
  /** Throws invalid if that link no longer works. */
  checkSetUpLink(token: string): Promise<void>;
  /** The current sign-up policy; `hasNoAccounts` if there is no account yet. */
  registration(): Promise<SignUpPolicy & { hasNoAccounts: boolean }>;
  /** A new link that makes an administrator's account; the one before stops working. */
  issueSetUpLink(): Promise<string>;
  /** Records in the database whether addresses that were only vouched for on the machine itself count. */
  rememberLoopback(counts: boolean): Promise<void>;
  /** True once per sign-in of ADMIN_EMAIL: / then goes to /admin (decision 4). */
  consumeRedirect(actor: Actor): Promise<boolean>;
  /** Ends every other session of the person. */
  changePassword(actor: Actor, input: { current: string; next: string }, caller: Caller): Promise<void>;
  /** Responds alike whether the account exists or not; the log names an existing account. */
  requestPasswordReset(email: string, caller: Caller): Promise<void>;
  /**
   * A link that sets a new password, once, within an hour. Earlier ones stop working. `by` is the administrator who
   * asks; for another administrator's account their sign-in must be at most 12 hours old. The command line passes no
   * `by`.
   */
  issueResetLink(userId: string, by?: Actor): Promise<string>;
  /** Sets the password and ends every session; the token works once, for an hour. */
  resetPassword(input: { token: string; password: string }): Promise<{ userId: string }>;
  requestEmailConfirmation(actor: Actor, caller: Caller): Promise<void>;
  /** Throws for a link that was not sent through a mail server. */
  confirmEmail(token: string): Promise<{ userId: string }>;
  /**
   * Makes `role` the only role of the person. Throws if no administrator would remain, or if `by` is no longer an
   * administrator or signed in more than 12 hours ago.
   */
  setRole(userId: string, role: Role, by?: Actor): Promise<void>;
  /** Suspends an account or lifts the suspension; the person's data stays. */
  setSuspended(userId: string, isSuspended: boolean, by: Actor): Promise<void>;
  /** Ends every session of an account; returns the number of them. */
  endSessions(userId: string): Promise<number>;
  /** An administrator vouches for an address, or withdraws that. Throws conflict if the address is proven. */
  vouchForAddress(userId: string, isVouched: boolean, by: Actor): Promise<void>;
  /** A read-only session in another person's name, for an hour; refused for administrators' accounts. */
  impersonate(actor: Actor, input: { userId: string; reason: string }, caller: Caller): Promise<NewSession>;
  /** Returns to the administrator's own session; null if the administrator has to sign in again. */
  endImpersonation(actor: Actor): Promise<NewSession | null>;
  describeImpersonation(actor: Actor): Promise<{ by: string; reason: string; until: Date } | null>;
  /** Creates an account whose person sets the password through the link, once, within a week. */
  inviteAccount(
    account: Pick<NewAccount, "fullName" | "email">,
    by: Actor,
  ): Promise<{ userId: string; link: string }>;
  /** For the command line and tests: no limits, no message, no session. The first account rule holds. */
  createAccount(account: NewAccount): Promise<{ userId: string }>;
  /** False on a fresh instance (security.md D42). */
  hasAccounts(): Promise<boolean>;
  /** The user id of this address; null if there is no such account. */
  findUserId(email: string): Promise<string | null>;
  /** Programs that people authorize to act for them. */
  agents: Agents;
  /** Resolves when background work is done: for an orderly shutdown, and for tests. */
  finishPendingWork(): Promise<void>;
};
