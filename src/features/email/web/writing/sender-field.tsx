import { term } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { defaultSender, type Senders } from "./signature.ts";

type SenderFieldProps = {
  senders: Senders;
  accountId: string | null;
  onChange(accountId: string): void;
};

/** The account to send from; nothing to choose where there is none or one. */
export function SenderField({ senders, accountId, onChange }: SenderFieldProps) {
  if (senders.accounts.length < 2) return null;
  return (
    <NativeSelect
      label={term("From", "sender of an email")}
      value={accountId ?? defaultSender(senders)?.id ?? ""}
      onChange={({ target }) => onChange(target.value)}
      data={senders.accounts.map(({ id, name, address }) => ({
        value: id,
        label: name ? `${name} <${address}>` : address,
      }))}
    />
  );
}
