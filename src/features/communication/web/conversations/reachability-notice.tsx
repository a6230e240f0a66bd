import { Info, Mail } from "lucide-react";
import type { ConversationOnWire, Reach } from "../../model.ts";
import styles from "../messages/message-pane.module.css";
import { setByEmail } from "./conversation-actions.ts";

const WORDS: Record<Exclude<Reach, "person">, (name: string) => string> = {
  email: (name) =>
    `Your messages are sent to ${name} by email. Replies appear here if the mail account that receives them is connected.`,
  no_account: (name) =>
    `Nobody receives this yet. Your messages are saved and reach ${name} once an account here has that address. Both addresses must be confirmed, theirs and yours.`,
  no_address: (name) =>
    `Nobody receives this: ${name} has no email address. Your messages are saved and delivered once the contact has the address of an account here.`,
  unconfirmed: (name) => `${name} has an account here whose email address is not confirmed yet.`,
  sample: (name) => `${name} is sample data. Nobody reads your messages.`,
};

/** Whom the words of a direct conversation reach, where that is not plain. */
export function ReachabilityNotice({ conversation }: { conversation: ConversationOnWire }) {
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
            {reach === "email" ? "Do not send by email" : "Send by email instead"}
          </button>
        )}
      </span>
    </p>
  );
}
