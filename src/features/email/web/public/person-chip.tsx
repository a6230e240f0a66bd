import { CircleAlert, X } from "lucide-react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t } from "#i18n/message.ts";
import { parsePerson } from "../../address-model.ts";
import styles from "./people-picker.module.css";
import { isAddress } from "./split-addresses.ts";

type PersonChipProps = { address: string; onRemove(): void };

/** One address with its button; the arrow keys lead to it. */
export function PersonChip({ address, onRemove }: PersonChipProps) {
  const isInvalid = !isAddress(address);
  return (
    <li className={styles.chip} data-invalid={isInvalid || undefined}>
      {isInvalid ? (
        <CircleAlert size={14} strokeWidth={1.75} aria-hidden />
      ) : (
        <span className={styles.face}>
          <PersonAvatar email={parsePerson(address).address} name={nameIn(address)} size="small" />
        </span>
      )}
      <span className={styles.address} title={isInvalid ? t`Not an email address` : address}>
        {address}
        {isInvalid && <span className="visually-hidden">{`, ${t`not an email address`}`}</span>}
      </span>
      <button
        type="button"
        className={styles.remove}
        tabIndex={-1}
        data-chip={address}
        aria-label={t`Remove ${address}`}
        onClick={onRemove}
      >
        <X size={14} strokeWidth={2} aria-hidden />
      </button>
    </li>
  );
}

const nameIn = (line: string): string => parsePerson(line).name || line;
