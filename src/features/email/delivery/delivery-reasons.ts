/** Why a message was not delivered, as shown on its card. */
export const REASONS = {
  noAccount: "Not delivered: no mail account connected",
  /** The database queues mail held for these two by itself once the address counts (functions/delivery.sql). */
  ownAddress: "Held until your email address is proven or vouched for",
  theirAddress: "Held until this email address is proven or vouched for",
  reserved: "Not delivered: this address is reserved for examples",
  noRecipient: "Not delivered: there is no recipient",
  overdue: "Not delivered: its time passed while Adjutant was not running",
  serverAway: "Not delivered: its mail server could not be reached for a day",
  uncertain: "It is not certain that this was delivered",
  notAmongSent: "It is not certain that this was delivered: it is not among the sent mail of its account",
  markedSent: "Marked as sent",
  cannotCheck: "Its account cannot be asked whether this was sent before",
} as const;
