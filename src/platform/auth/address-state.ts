/**
 * What is known about the address of an account. Proven: a link that left by a mail server was opened. Vouched for: somebody
 * who may say so said that it is theirs. Only these two count; `address_counts` in SQL is the one place that decides it.
 */
export const ADDRESS_STATES = ["proven", "vouched", "unproven"] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

/** Why: the first three prove, the others vouch. */
export const ADDRESS_REASONS = [
  "confirmation_mail",
  "invitation_mail",
  "reset_mail",
  "invitation_link",
  "set_up_link",
  "administrator",
  "command_line",
  /** Made from the machine itself, on an instance that listens there only; counts as long as it does. */
  "loopback",
  /** Confirmed before proofs were recorded. */
  "earlier",
] as const;
export type AddressReason = (typeof ADDRESS_REASONS)[number];

/**
 * With which the account that ADMIN_EMAIL names gets its role: a proof, the set-up link, or the word of whoever has the
 * command line, where that link is printed as well. No other word is enough.
 */
export const givesNamedRole = (ground: AddressReason | null): boolean =>
  ground !== null &&
  (stateOfGround(ground) === "proven" || ground === "set_up_link" || ground === "command_line");

export const stateOfGround = (ground: AddressReason): Exclude<AddressState, "unproven"> =>
  ground.endsWith("_mail") ? "proven" : "vouched";
