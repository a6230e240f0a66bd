import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { translated } from "#platform/language/in-language.ts";
import { type AddressReason, addressStateOf } from "../address-state.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import { issueToken, redeemToken } from "../credentials/verification-token.ts";
import { countMessage } from "../sign-in/limits.ts";
import { sourceOf } from "../sign-in/source-address.ts";
import { recordAddress } from "./record-address.ts";

const VALID_HOURS = 7 * 24;

/**
 * Sends the message of a new account. A link that proves the address is sent through a mail server only: somebody who
 * signs up with another person's address could read it in the built-in mailbox. Without a mail server the message says
 * how to prove the address. `db` acts as the person.
 */
export async function sendConfirmation(
  db: Transaction,
  parts: AuthParts,
  person: { userId: string; email: string; reason: AddressReason | null },
): Promise<void> {
  const { userId, email, reason } = person;
  const isProven = reason !== null && addressStateOf(reason) === "proven";
  if (parts.sendsMail() && !isProven) return mailLink(db, parts, person);
  const { appName } = instanceOf(parts);
  const words = isProven ? translated(PROVEN) : `${translated(PROOF_TEXT)}\n\n${pendingRightsText(reason)}`;
  const subject = t`Confirm your email address`;
  await parts.deliver(db, { userId, to: email, subject, body: `${t`Welcome to ${appName}.`}\n\n${words}` });
}

const PROVEN = t`Your address is confirmed already: you came by a link that was mailed to it. There is nothing to do.`;

const PROOF_TEXT = t`An address is proven when its person opens a link that was mailed to it. No mail server is set up here yet, so nothing can be mailed; as soon as whoever runs it sets one up, you can have the link sent under Settings, Profile.`;

function pendingRightsText(reason: AddressReason | null): string {
  if (reason === "loopback") return t`Nothing waits for it: on this machine everything works without it.`;
  if (reason) return t`Nothing waits for it: your address has been vouched for.`;
  return t`Until then whoever runs it can vouch for your address. Mail inside this instance, and what others share with your address, waits for one or the other; everything else works.`;
}

async function mailLink(
  db: Transaction,
  parts: AuthParts,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const token = await issueToken(db, userId, "confirm_email", { hours: VALID_HOURS, isMailed: true });
  const { appName, origin } = instanceOf(parts);
  await parts.deliver(db, {
    userId,
    to: email,
    subject: t`Confirm your email address`,
    body: [
      t`Welcome to ${appName}.`,
      `${t`Please confirm that ${email} is your address:`}\n${origin}/auth#confirm=${token}`,
      t`The link works once, for seven days. If you did not create this account, ignore this message.`,
    ].join("\n\n"),
    bodyInside: [
      t`Welcome to ${appName}.`,
      t`We have sent a link to ${email}. Please open it to confirm that this is your address. It works once, for seven days.`,
    ].join("\n\n"),
  });
}

function instanceOf({ settings }: AuthParts) {
  const { appName, origin } = settings.instance?.() ?? { appName: "Adjutant", origin: null };
  return { appName, origin: origin ?? settings.publicUrl };
}

export function requestEmailConfirmation(parts: AuthParts): Auth["requestEmailConfirmation"] {
  const { identities, settings } = parts;
  return async ({ userId, email }, caller) => {
    if (!parts.sendsMail())
      throw new AppError("conflict", t`No mail server is set up here, so no link can be sent`);
    const asked = { email, source: sourceOf(caller.address) };
    await identities.transaction(userId, "write", async (db) => {
      await countMessage(db, asked, settings.limits);
      await mailLink(db, parts, { userId, email });
    });
  };
}

/** A link that was not sent through a mail server proves nothing, whenever it was created. */
export function confirmEmail(parts: AuthParts): Auth["confirmEmail"] {
  return async (token) =>
    parts.identities.transaction(null, "write", async (db) => {
      const { userId } = await redeemToken(db, token, "confirm_email", { mustBeMailed: true });
      await recordAddress(parts, db, userId, "confirmation_mail");
      return { userId };
    });
}
