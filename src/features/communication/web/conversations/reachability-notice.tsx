import { Info, Mail } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Notice } from "#ui/feedback/notice.tsx";
import { TextButton } from "#ui/inputs/text-button.tsx";
import type { ConversationOnWire, Reach } from "../../model.ts";
import { setByEmail } from "./conversation-actions.ts";

const WORDS: Record<Exclude<Reach, "person">, (name: string) => string> = {
  email: (name) =>
    t`Your messages are sent to ${name} by email. Replies appear here if the mail account that receives them is connected.`,
  no_account: (name) =>
    t`Nobody receives this yet. Your messages are saved and reach ${name} once an account here has that address. Both addresses must be confirmed, theirs and yours.`,
  no_address: (name) =>
    t`Nobody receives this: ${name} has no email address. Your messages are saved and delivered once the contact has the address of an account here.`,
  unconfirmed: (name) => t`${name} has an account here whose email address is not confirmed yet.`,
  sample: (name) => t`${name} is sample data. Nobody reads your messages.`,
};

/** Whom a direct conversation reaches, if it is not simply the other person. */
export function ReachabilityNotice({ conversation }: { conversation: ConversationOnWire }) {
  const { name, reach } = conversation;
  if (reach === "person") return null;
  const Icon = reach === "email" ? Mail : Info;
  const mayChoose = reach === "email" || reach === "no_account";
  return (
    <Notice icon={Icon} tone="info" isStrip role="note">
      {WORDS[reach](name)}{" "}
      {mayChoose && (
        <TextButton onClick={() => void setByEmail(conversation, reach !== "email")}>
          {reach === "email" ? t`Do not send by email` : t`Send by email instead`}
        </TextButton>
      )}
    </Notice>
  );
}
