import type { MessageOnWire } from "../../model.ts";

/** What became of a message that left as mail; why it is held or has failed, in the outbox's own words. */
export function describeEmailState({ state, reason }: NonNullable<MessageOnWire["byEmail"]>): string {
  if (state === "sent") return "Sent by email";
  if (state === "failed") return `Not sent by email: ${reason ?? "it could not be delivered"}`;
  if (state === "held") return reason ?? "Not sent by email";
  return "On its way by email";
}
