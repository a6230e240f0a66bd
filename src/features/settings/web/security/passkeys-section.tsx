import { useQuery } from "@tanstack/react-query";
import { Fingerprint, Plus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { passkeyUnavailableReason } from "#platform/client/passkey-device.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { passkeys } from "../api.ts";
import { describeDay } from "../describe-day.ts";
import styles from "../form.module.css";
import { Section } from "../section.tsx";
import { type ListedPasskey, PasskeyDialog, type PasskeyTask } from "./passkey-dialog.tsx";

const LIST = passkeys.list.query({});

/** Keys in the person's devices, which sign in without a password. */
export function PasskeysSection() {
  const list = useQuery(LIST);
  const [task, setTask] = useState<PasskeyTask>();
  const obstacle = passkeyUnavailableReason();
  return (
    <Section
      title={t`Passkeys`}
      text={t`A passkey signs you in with the finger, face or number that unlocks your device. It cannot be guessed, and it works at this address alone. Your password stays.`}
    >
      <QueryContent query={list} failure={t`The list could not be loaded`} rows={1}>
        {({ items }) => (
          <>
            {items.length > 0 && (
              <ul aria-label={t`Passkeys`}>
                {items.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} onTask={setTask} />
                ))}
              </ul>
            )}
            <div className={`${styles.fields} ${items.length > 0 ? styles.below : ""}`}>
              {obstacle && (
                <Text tone="soft" size="list">
                  {obstacle}
                </Text>
              )}
              <Row gap={12} lineGap={8} wrap>
                <Button
                  variant="default"
                  leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
                  disabled={obstacle !== null}
                  onClick={() => setTask({ act: "add" })}
                >
                  {t`Add a passkey`}
                </Button>
              </Row>
            </div>
          </>
        )}
      </QueryContent>
      {task && <PasskeyDialog task={task} onClose={() => setTask(undefined)} />}
    </Section>
  );
}

type PasskeyRowProps = { passkey: ListedPasskey; onTask(task: PasskeyTask): void };

const PasskeyRow = ({ passkey, onTask }: PasskeyRowProps) => (
  <SettingsRow
    icon={Fingerprint}
    name={passkey.name}
    facts={[
      t`Added ${describeDay(passkey.createdAt)}`,
      passkey.lastUsedAt ? t`Last used ${describeDay(passkey.lastUsedAt)}` : t`Never used`,
    ]}
    actions={
      <>
        <Button
          variant="subtle"
          aria-label={t`Rename ${passkey.name}`}
          onClick={() => onTask({ act: "rename", passkey })}
        >
          {t`Rename`}
        </Button>
        <Button
          variant="default"
          aria-label={t`Remove ${passkey.name}`}
          onClick={() => onTask({ act: "remove", passkey })}
        >
          {t`Remove`}
        </Button>
      </>
    }
  />
);
