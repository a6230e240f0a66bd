import type { AddressGround } from "#platform/auth/address-state.ts";
import { Badge } from "#ui/badge.tsx";
import type { adminAccounts } from "./api.ts";
import styles from "./operations.module.css";

type Account = Awaited<ReturnType<typeof adminAccounts.list.call>>["items"][number];
type Known = Pick<Account, "addressState" | "addressGround" | "addressBy">;

const LABELS = { proven: "Proven", vouched: "Vouched for", unproven: "Not proven" } as const;

/** What is known about an account's address, how, and by whom. */
export function AddressCell({ addressState, addressGround, addressBy }: Known) {
  return (
    <span className={styles.address}>
      <Badge tone={addressState === "unproven" ? "neutral" : "good"}>{LABELS[addressState]}</Badge>
      <span className={styles.fact}>{how(addressState, addressGround, addressBy)}</span>
    </span>
  );
}

function how(state: Account["addressState"], ground: AddressGround | null, by: string | null): string {
  if (state === "unproven") return ground === "loopback" ? "made on the machine itself" : "";
  const words: Record<AddressGround, string> = {
    confirmation_mail: "by mailed link",
    invitation_mail: "by mailed invitation",
    reset_mail: "by mailed link",
    invitation_link: `invited by ${by ?? "somebody who has left"}`,
    set_up_link: "by the set-up link",
    administrator: `by ${by ?? "an administrator"}`,
    command_line: "on the command line",
    loopback: "made on the machine itself",
    earlier: "confirmed before proofs were recorded",
  };
  return ground ? words[ground] : "";
}

/** Nothing to say where the address is proven. */
export function vouchItems(
  { id, addressState, addressGround }: Account,
  vouch: (input: { id: string; isVouched: boolean }) => void,
) {
  if (addressState === "proven") return [];
  const isVouched = addressState === "vouched" && addressGround !== "loopback";
  return [
    isVouched
      ? { label: "Take back the word for this address", onSelect: () => vouch({ id, isVouched: false }) }
      : { label: "Vouch for this address", onSelect: () => vouch({ id, isVouched: true }) },
  ];
}
