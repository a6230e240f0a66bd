import { t } from "#i18n/message.ts";
import type { MessageOnWire } from "../../model.ts";

/** Delivery state of a message sent as mail; the reason for held and failed mail is the outbox's own text. */
export function describeEmailState({ state, reason }: NonNullable<MessageOnWire["byEmail"]>): string {
  if (state === "sent") return t`Sent by email`;
  if (state === "failed")
    return reason === null
      ? t`Not sent by email: it could not be delivered`
      : t`Not sent by email: ${reason}`;
  if (state === "uncertain") return t`Not certain whether it was sent by email`;
  if (state === "held") return reason ?? t`Not sent by email`;
  return t`On its way by email`;
}
