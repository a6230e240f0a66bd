import type { Outbound } from "#platform/outbound/outbound.ts";

export type SendOptions = {
  /**
   * Runs after the server accepted the recipients and before the first byte of the message is sent. If it throws,
   * nothing has been sent: after what it commits, an interruption is uncertain.
   */
  beforeData?: () => Promise<void>;
  /** Called with the most bytes that the server takes in one message (RFC 1870); null: it names no limit. */
  onSizeLimit?: (bytes: number | null) => void;
};

/** The phase reached. Before `data`, certainly nothing was delivered. */
export type MailPhase = "name" | "connection" | "tls" | "sign-in" | "sender" | "recipients" | "data";

export type MailOutcome =
  /** The server answered 250 for `accepted`; never send to them again. */
  | { state: "sent"; response: string; accepted: string[]; refused: MailRefusal[] }
  /** Nobody received it. Temporary: it can be retried. */
  | { state: "failed"; phase: MailPhase; isTemporary: boolean; reason: string; refused: MailRefusal[] }
  /** Interrupted after the message began to be sent: the server may have it. Do not retry without asking. */
  | { state: "uncertain"; reason: string; refused: MailRefusal[] };

export type MailRefusal = { address: string; reason: string; isTemporary: boolean };

export type MailTest =
  /** `maxBytes`: the most that the server takes in one message; null: it names no limit. */
  { isOk: true; maxBytes: number | null } | { isOk: false; step: MailPhase; reason: string };

export type MailParts = {
  outbound: Outbound;
  /** Additional certificates to trust, in PEM. */
  certificates?: readonly string[];
  limits?: Partial<MailLimits>;
};

export type MailLimits = { setup: number; silence: number; envelope: number; data: number };
