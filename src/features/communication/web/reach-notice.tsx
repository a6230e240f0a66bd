import { Info } from "lucide-react";
import type { ConversationOnWire, Reach } from "../model.ts";
import styles from "./message-pane.module.css";

const WORDS: Record<Exclude<Reach, "person">, (name: string) => string> = {
  no_account: (name) =>
    `Nobody reads this yet. What you write is kept, and reaches ${name} once there is an account here with that address and it is confirmed.`,
  no_address: (name) =>
    `Nobody reads this: ${name} has no email address. What you write is kept, and reaches them once the contact has the address of an account here.`,
  unconfirmed: (name) => `${name} has an account here whose email address is not confirmed yet.`,
  sample: (name) => `${name} belongs to the sample workspace. Nobody reads what you write.`,
};

/** Whom the words of a direct conversation reach, where that is not plain. */
export function ReachNotice({ conversation: { name, reach } }: { conversation: ConversationOnWire }) {
  if (reach === "person") return null;
  return (
    <p className={styles.notice} role="note">
      <Info size={16} strokeWidth={1.75} aria-hidden />
      <span>{WORDS[reach](name)}</span>
    </p>
  );
}
