import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { AddressReason } from "../address-state.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import type { SignUpPolicy } from "../auth-settings.ts";
import { tokenHash } from "../credentials/token.ts";
import { hasAccounts } from "./accounts.ts";

type AddressVoucher = { reason: AddressReason; vouchedBy: string };

/**
 * Throws forbidden if this address may not create an account now. Returns what its invitation proves about the address:
 * a mailed link proves it; with a link that was handed over, the inviter vouches, provided that the inviter's own
 * address counts.
 */
export async function checkMayRegister(
  db: Transaction,
  { settings }: AuthParts,
  email: string,
  invitation: string | undefined,
): Promise<AddressVoucher | null> {
  const policy = settings.registration?.() ?? OPEN;
  if (policy.mode === "closed") throw new AppError("forbidden", CLOSED);
  const invited = invitation === undefined ? null : await findInvitation(db, email, invitation);
  if (!invited && policy.mode === "invitation")
    throw new AppError("forbidden", invitation === undefined ? BY_INVITATION : OTHER_INVITATION);
  if (!invited && !isAllowed(policy, email))
    throw new AppError(
      "forbidden",
      t`Without an invitation only addresses at ${policy.domains.join(", ")} can sign up here`,
    );
  if (!invited?.counts) return null;
  const reason = invited.isMailed ? "invitation_mail" : "invitation_link";
  return { reason, vouchedBy: invited.invitedBy };
}

export function registration({ identities, settings }: AuthParts): Auth["registration"] {
  return async () => ({
    ...(settings.registration?.() ?? OPEN),
    hasNoAccounts: !(await identities.transaction(null, "read", hasAccounts)),
  });
}

const OPEN: SignUpPolicy = { mode: "open", domains: [] };
const CLOSED = t`This Adjutant takes no new accounts. Ask whoever runs it.`;
const BY_INVITATION = t`New accounts are made by invitation here. Open the link of your invitation, or ask somebody who has an account.`;
const OTHER_INVITATION = t`This invitation is no longer open, or was made for another address`;

const isAllowed = ({ domains }: SignUpPolicy, email: string) =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf("@") + 1));

async function findInvitation(db: Transaction, email: string, token: string) {
  const { rows } = await db.execute<{ isMailed: boolean; invitedBy: string; counts: boolean }>(
    sql`select is_mailed as "isMailed", invited_by as "invitedBy", counts
      from invitation_to_sign_up(${tokenHash(token)}, ${email})`,
  );
  return rows[0] ?? null;
}
