import { Info, Mail } from "lucide-react";
import type { ConversationOnWire, Reach } from "../model.ts";
import { setByEmail } from "./act-on-conversations.ts";
import styles from "./message-pane.module.css";

const WORDS: Record<Exclude<Reach, "person">, (name: string) => string> = {
  email: (name) =>
    `What you write goes to ${name} by email. Answers come back here, where the mail account that they go to is connected.`,
  no_account: (name) =>
    `Nobody reads this yet. What you write is kept, and reaches ${name} once an account here has that address. Both addresses must be confirmed, theirs and yours.`,
  no_address: (name) =>
    `Nobody reads this: ${name} has no email address. What you write is kept, and reaches them once the contact has the address of an account here.`,
  unconfirmed: (name) => `${name} has an account here whose email address is not confirmed yet.`,
  sample: (name) => `${name} belongs to the sample workspace. Nobody reads what you write.`,
};

/** Whom the words of a direct conversation reach, where that is not plain. */
export function ReachNotice({ conversation }: { conversation: ConversationOnWire }) {
  const { name, reach } = conversation;
  if (reach === "person") return null;
  const Icon = reach === "email" ? Mail : Info;
  const mayChoose = reach === "email" || reach === "no_account";
  return (
    <p className={styles.notice} role="note">
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>
        {WORDS[reach](name)}{" "}
        {mayChoose && (
          <button
            type="button"
            className={styles.choice}
            onClick={() => void setByEmail(conversation, reach !== "email")}
          >
            {reach === "email" ? "Keep it here instead" : "Send by email instead"}
          </button>
        )}
      </span>
    </p>
  );
}
