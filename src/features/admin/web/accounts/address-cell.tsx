import { t } from "#i18n/message.ts";
import type { AddressReason, AddressState } from "#platform/auth/address-state.ts";
import { Clipped } from "#ui/clipped.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import type { adminUsers } from "../api.ts";
import { vouchingFor } from "../vouch-dialog.tsx";
import styles from "./address-cell.module.css";

type User = Awaited<ReturnType<typeof adminUsers.list.call>>["items"][number];

const LABELS = { proven: t`Proven`, vouched: t`Vouched for`, unproven: t`Not proven` } as const;

/** The state of an account's address, its reason and who vouched; an administrator can vouch for it here. */
export function AddressCell({ user, onVouch }: { user: User; onVouch(): void }) {
  const { addressState, addressReason, addressBy, email } = user;
  const reason = reasonOf(addressState, addressReason, addressBy);
  const vouching = vouchingFor(user);
  return (
    <Row
      as="span"
      size="label"
      tone="soft"
      weight="regular"
      shrink
      pad="4px 0"
      maxWidth="12rem"
      gap={8}
      lineGap={2}
      display="inline-flex"
      wrap
      className={styles.address}
    >
      <Badge tone={addressState === "unproven" ? "neutral" : "good"}>{LABELS[addressState]}</Badge>
      {reason && <Clipped text={reason} />}
      {vouching && (
        <PlainButton
          className={styles.act}
          data-quiet={!vouching.isVouched || undefined}
          aria-label={vouching.isVouched ? t`Vouch… ${email}` : t`Stop vouching… ${email}`}
          onClick={onVouch}
        >
          {vouching.label}
        </PlainButton>
      )}
    </Row>
  );
}

function reasonOf(state: AddressState, addressReason: AddressReason | null, by: string | null): string {
  if (state === "unproven") return addressReason === "loopback" ? t`created on this machine` : "";
  const words: Record<AddressReason, string> = {
    confirmation_mail: t`by email link`,
    invitation_mail: t`by email invitation`,
    reset_mail: t`by email link`,
    invitation_link: by === null ? t`invited by a former user` : t`invited by ${by}`,
    set_up_link: t`by the set-up link`,
    administrator: by === null ? t`by an administrator` : t`by ${by}`,
    command_line: t`on the command line`,
    loopback: t`created on this machine`,
    earlier: t`confirmed before proofs were recorded`,
  };
  return addressReason ? words[addressReason] : "";
}
