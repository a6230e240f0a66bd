import type { Actor, Role } from "#platform/capability/actor.ts";
import type { Agents } from "./agents.ts";
import type { Caller, SignUpPolicy } from "./auth-settings.ts";

type NewAccount = { fullName: string; email: string; password: string };

/** Codes of an authenticator app (RFC 6238), asked for after the password. What changes them asks for the password. */
export type SecondFactor = {
  state(actor: Actor): Promise<{ isOn: boolean; codesLeft: number }>;
  /** A new secret, in force once a code of it was confirmed. */
  prepare(actor: Actor, password: string, caller: Caller): Promise<{ secret: string; link: string }>;
  /** Answers the recovery codes, once. */
  confirm(actor: Actor, code: string): Promise<string[]>;
  renewCodes(actor: Actor, password: string, caller: Caller): Promise<string[]>;
  remove(actor: Actor, password: string, caller: Caller): Promise<void>;
};

/** A passkey as its person sees it. */
export type ShownPasskey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };
export const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
export type PasskeyTransport = (typeof TRANSPORTS)[number];
/** What a device answers to a challenge; all of it base64url (Web Authentication, 5.2). */
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
/** What a page asks the person's device for. */
export type PasskeyOptions = {
  step: string;
  challenge: string;
  relyingParty: string;
  /** COSE numbers. */
  algorithms: number[];
  /** Those that a device need not make again. */
  kept: { credentialId: string; transports: string[] }[];
};

export type Passkeys = {
  list(actor: Actor): Promise<ShownPasskey[]>;
  /** A challenge for `add`, for five minutes. Asks for the password: a stolen session must not leave a key behind. */
  prepare(actor: Actor, password: string, caller: Caller): Promise<PasskeyOptions>;
  add(actor: Actor, input: { step: string; name: string; key: NewPasskey }): Promise<ShownPasskey>;
  rename(actor: Actor, id: string, name: string): Promise<ShownPasskey>;
  remove(actor: Actor, id: string, password: string, caller: Caller): Promise<void>;
};

/**
 * A session just begun. The token is in `cookie`, a complete Set-Cookie header, and nowhere else. `deviceCookie` is one too:
 * the browser is known to the account from now on; absent where somebody else looks through its eyes.
 */
export type BegunSession = { userId: string; sessionId: string; cookie: string; deviceCookie?: string };

/**
 * People, sessions, passwords and roles, kept by a database role of their own. Every method is one transaction of its
 * own; passwords are hashed outside it. Refusals are AppErrors with the specification's texts.
 */
export type Auth = {
  /** Who the cookie or the API key of a request belongs to; null where to nobody. A bearer key wins over cookies. */
  authenticate(headers: Headers): Promise<Actor | null>;
  /** Throws SecondFactorWanted where a code is asked for as well: `completeSignIn` takes its step, for ten minutes. */
  signIn(input: { email: string; password: string }, caller: Caller): Promise<BegunSession>;
  completeSignIn(input: { step: string; code: string }, caller: Caller): Promise<BegunSession>;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  /** A challenge for the page of sign-in, for five minutes. */
  beginPasskeySignIn(): Promise<{ step: string; challenge: string }>;
  completePasskeySignIn(input: { step: string; proof: PasskeyProof }, caller: Caller): Promise<BegunSession>;
  /** The session is null where the address has to be confirmed first. */
  signUp(
    account: NewAccount & { invitation?: string | undefined },
    caller: Caller,
  ): Promise<{ userId: string; session: BegunSession | null }>;
  /** A Set-Cookie header that makes the browser forget its session; the row is the caller's to delete. */
  endedCookie(): string;
  /** Makes an administrator's account by the link that the program printed, once, within a day. */
  setUp(
    account: NewAccount & { token: string },
    caller: Caller,
  ): Promise<{ userId: string; session: BegunSession }>;
  /** Throws invalid where that link works no more. */
  checkSetUpLink(token: string): Promise<void>;
  /** How an account is made here now; `isFresh` where there is none yet. */
  registration(): Promise<SignUpPolicy & { isFresh: boolean }>;
  /** A new link that makes an administrator's account; the one before stops working. */
  issueSetUpLink(): Promise<string>;
  /** Tells the database whether addresses that were only vouched for on the machine itself count. */
  rememberLoopback(counts: boolean): Promise<void>;
  /** True once per sign-in of ADMIN_EMAIL: / then goes to /admin (decision 4). */
  consumeRedirect(actor: Actor): Promise<boolean>;
  /** Ends every other session of the person. */
  changePassword(actor: Actor, input: { current: string; next: string }, caller: Caller): Promise<void>;
  /** Answers alike whether the account exists or not; the log names the account that does. */
  requestPasswordReset(email: string, caller: Caller): Promise<void>;
  /**
   * An address that sets a new password, once, for an hour. Earlier ones stop working. `by` is the administrator who asks;
   * for another administrator's account theirs must be a sign-in of the last 12 hours. The command line asks as nobody.
   */
  issueResetLink(userId: string, by?: Actor): Promise<string>;
  /** Sets the password and ends every session; the token works once, for an hour. */
  resetPassword(input: { token: string; password: string }): Promise<{ userId: string }>;
  requestEmailConfirmation(actor: Actor, caller: Caller): Promise<void>;
  /** Refuses a link that did not leave by a mail server. */
  confirmEmail(token: string): Promise<{ userId: string }>;
  /**
   * Makes `role` the only role of the person. Refuses to leave the instance without an administrator, and an actor
   * `by` who is none any more by the time it is their turn or whose sign-in is older than 12 hours.
   */
  setRole(userId: string, role: Role, by?: Actor): Promise<void>;
  /** Suspends an account or lets it in again; what its person has stays. */
  setSuspended(userId: string, isSuspended: boolean, by: Actor): Promise<void>;
  /** Ends every session of an account; answers how many there were. */
  endSessions(userId: string): Promise<number>;
  /** An administrator's word for an address, or the word taken back. Throws conflict where it is proven. */
  vouchForAddress(userId: string, isVouched: boolean, by: Actor): Promise<void>;
  /** A session in another person's name that can only look, for an hour; refused towards administrators. */
  impersonate(actor: Actor, input: { userId: string; reason: string }, caller: Caller): Promise<BegunSession>;
  /** Gives the browser back; null where the administrator has to sign in again. */
  endImpersonation(actor: Actor): Promise<BegunSession | null>;
  describeImpersonation(actor: Actor): Promise<{ by: string; reason: string; until: Date } | null>;
  /** Makes an account whose person sets the password by the link, once, within a week. */
  inviteAccount(
    account: Pick<NewAccount, "fullName" | "email">,
    by: Actor,
  ): Promise<{ userId: string; link: string }>;
  /** For the command line and tests: no limits, no message, no session. The first account rule holds. */
  createAccount(account: NewAccount): Promise<{ userId: string }>;
  /** False on a fresh instance (security.md D42). */
  hasAccounts(): Promise<boolean>;
  /** The account with this address; null where there is none. */
  findUserId(email: string): Promise<string | null>;
  /** Programs that people let act for them by signing in. */
  agents: Agents;
  /** Resolves when work that answers did not wait for is done: for an orderly end, and for tests. */
  finishPendingWork(): Promise<void>;
};
