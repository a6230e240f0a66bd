import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fingerprint, Plus } from "lucide-react";
import { useState } from "react";
import { passkeyUnavailableReason } from "#platform/client/passkey-device.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { passkeys } from "../api.ts";
import { describeDay } from "../describe-day.ts";
import styles from "../form.module.css";
import rows from "../rows.module.css";
import { Section } from "../section.tsx";
import { type ListedPasskey, PasskeyDialog, type PasskeyTask } from "./passkey-dialog.tsx";

const LIST = passkeys.list.query({});

/** Keys in the person's devices, which sign in without a password. */
export function PasskeysSection() {
  const { data, error, refetch } = useQuery(LIST);
  const [task, setTask] = useState<PasskeyTask>();
  const obstacle = passkeyUnavailableReason();
  return (
    <Section
      title="Passkeys"
      text="A passkey signs you in with the finger, face or number that unlocks your device. It cannot be guessed, and it works at this address alone. Your password stays."
    >
      {data ? (
        <>
          {data.items.length > 0 && (
            <ul aria-label="Passkeys">
              {data.items.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onTask={setTask} />
              ))}
            </ul>
          )}
          <div className={`${styles.fields} ${data.items.length > 0 ? styles.below : ""}`}>
            {obstacle && <p className={styles.words}>{obstacle}</p>}
            <div className={styles.pair}>
              <Button
                variant="default"
                leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
                disabled={obstacle !== null}
                onClick={() => setTask({ act: "add" })}
              >
                Add a passkey
              </Button>
            </div>
          </div>
        </>
      ) : error ? (
        <ErrorState
          title="The list could not be loaded"
          message={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows count={1} />
      )}
      {task && <PasskeyDialog task={task} onClose={() => setTask(undefined)} />}
    </Section>
  );
}

type PasskeyRowProps = { passkey: ListedPasskey; onTask(task: PasskeyTask): void };

const PasskeyRow = ({ passkey, onTask }: PasskeyRowProps) => (
  <li className={rows.row}>
    <Fingerprint size={18} strokeWidth={1.75} className={rows.icon} aria-hidden />
    <div className={rows.words}>
      <p className={rows.name}>{passkey.name}</p>
      <p className={rows.facts}>
        <span>Added {describeDay(passkey.createdAt)}</span>
        <span>{passkey.lastUsedAt ? `Last used ${describeDay(passkey.lastUsedAt)}` : "Never used"}</span>
      </p>
    </div>
    <div className={rows.acts}>
      <Button
        variant="subtle"
        aria-label={`Rename ${passkey.name}`}
        onClick={() => onTask({ act: "rename", passkey })}
      >
        Rename
      </Button>
      <Button
        variant="default"
        aria-label={`Remove ${passkey.name}`}
        onClick={() => onTask({ act: "remove", passkey })}
      >
        Remove
      </Button>
    </div>
  </li>
);
