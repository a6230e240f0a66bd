/**
 * State of an account's address. Proven: a link sent through a mail server was opened. Vouched for: somebody entitled
 * to it said that the address belongs to the person. Only these two count; `address_counts` in SQL alone decides it.
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
  /** Created from the machine itself while the instance listens on loopback only; counts only as long as it does. */
  "loopback",
  /** Confirmed before proofs were recorded. */
  "earlier",
] as const;
export type AddressReason = (typeof ADDRESS_REASONS)[number];

/**
 * Whether the account that ADMIN_EMAIL names gets its role for this reason: a proof, the set-up link, or the command
 * line, where that link is printed as well. Nothing else is enough.
 */
export const grantsNamedRole = (reason: AddressReason | null): boolean =>
  reason !== null &&
  (addressStateOf(reason) === "proven" || reason === "set_up_link" || reason === "command_line");

export const addressStateOf = (reason: AddressReason): Exclude<AddressState, "unproven"> =>
  reason.endsWith("_mail") ? "proven" : "vouched";
