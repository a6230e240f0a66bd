import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { Card } from "#ui/display/card.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { NumberInput } from "#ui/fields/number-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { backups } from "../api.ts";
import { useAdminWrite } from "../use-admin-write.ts";
import styles from "./operations.module.css";

type BackupScheduleProps = {
  stored: Awaited<ReturnType<typeof backups.list.call>>["schedule"];
  bucket: string | null;
  /** How backups are encrypted at present, in words. */
  encryption: string;
};

/** When backups are scheduled, how many are kept, and for which keys they are encrypted. */
export function BackupSchedule({ stored, bucket, encryption }: BackupScheduleProps) {
  const [edited, setEdited] = useState(stored);
  const save = useAdminWrite(backups.setSchedule, {
    resource: "backups",
    failure: t`The schedule was not saved`,
    success: t`Schedule saved`,
  });
  const isChanged = JSON.stringify(edited) !== JSON.stringify(stored);
  return (
    <Card title={t`Automatic backups`}>
      <Row
        as="form"
        gap={12}
        align="end"
        wrap
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(edited);
        }}
      >
        <span className={styles.choice}>
          <Switch
            label={t`Make a backup every day`}
            isOn={edited.isEnabled}
            onChange={(isEnabled) => setEdited({ ...edited, isEnabled })}
          />
        </span>
        <HourSelect value={edited.hour} onChange={(hour) => setEdited({ ...edited, hour })} />
        <NumberInput
          className={styles.hour}
          label={term("Keep", "how many backups are kept")}
          min={1}
          max={365}
          value={edited.retainedCount}
          onChange={(value) =>
            setEdited({ ...edited, retainedCount: Math.min(365, Math.max(1, Number(value) || 1)) })
          }
        />
        {bucket !== null && (
          <span className={styles.choice}>
            <Switch
              label={t`Backups hold the files in '${bucket}'`}
              isOn={edited.includesBucket}
              onChange={(includesBucket) => setEdited({ ...edited, includesBucket })}
            />
          </span>
        )}
        <RecipientsField
          initial={stored.recipients}
          description={encryption}
          onChange={(recipients) => setEdited({ ...edited, recipients })}
        />
        <Button type="submit" variant="default" disabled={!isChanged} loading={save.isPending}>
          {t`Save schedule`}
        </Button>
      </Row>
    </Card>
  );
}

const HourSelect = ({ value, onChange }: { value: number; onChange(hour: number): void }) => (
  <NativeSelect
    className={styles.hour}
    label={t`At (UTC)`}
    value={String(value)}
    onChange={({ target }) => onChange(Number(target.value))}
    data={Array.from({ length: 24 }, (_, hour) => ({
      value: String(hour),
      label: `${String(hour).padStart(2, "0")}:05`,
    }))}
  />
);

type RecipientsProps = {
  initial: readonly string[];
  description: string;
  onChange(recipients: string[]): void;
};

/** Public keys with spaces or lines between them. */
function RecipientsField({ initial, description, onChange }: RecipientsProps) {
  const [keys, setKeys] = useState(initial.join("\n"));
  return (
    <Textarea
      className={styles.keys}
      label={t`Encrypt for`}
      description={description}
      placeholder="age1…"
      rows={2}
      spellCheck={false}
      value={keys}
      onChange={({ target }) => {
        setKeys(target.value);
        onChange(target.value.split(/\s+/).filter((key) => key !== ""));
      }}
    />
  );
}
