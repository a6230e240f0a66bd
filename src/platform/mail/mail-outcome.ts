import type { Outbound } from "#platform/outbound/outbound.ts";

export type SendOptions = {
  /**
   * Runs after the server took the recipients and before the first byte of the message leaves. When it throws, nothing
   * has been sent: what it commits is the mark after which a cut is uncertain.
   */
  beforeData?: () => Promise<void>;
};

/** How far it came. Everything before `data` is certain: nothing was delivered. */
export type MailPhase = "name" | "connection" | "tls" | "sign-in" | "sender" | "recipients" | "data";

export type MailOutcome =
  /** The server answered 250 for `accepted`; never send to them again. */
  | { state: "sent"; response: string; accepted: string[]; refused: MailRefusal[] }
  /** Nobody got it. Temporary: worth another try. */
  | { state: "failed"; phase: MailPhase; isTemporary: boolean; reason: string; refused: MailRefusal[] }
  /** Cut off after the message began to leave: the server may have it. Do not send it again unasked. */
  | { state: "uncertain"; reason: string; refused: MailRefusal[] };

export type MailRefusal = { address: string; reason: string; isTemporary: boolean };

export type MailTest = { isOk: true } | { isOk: false; step: MailPhase; reason: string };

export type MailParts = {
  outbound: Outbound;
  /** Certificates to trust beside the usual ones, in PEM. */
  certificates?: readonly string[];
  limits?: Partial<MailLimits>;
};

export type MailLimits = { setup: number; silence: number; envelope: number; data: number };
