import { t } from "#i18n/message.ts";
import { localDay } from "#platform/time/local-day.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Row } from "#ui/layout/stack.tsx";
import styles from "./compose-dialog.module.css";
import type { ComposeDraft } from "./compose-draft.ts";

type ScheduleProps = {
  draft: ComposeDraft;
  fault: string | undefined;
  set(parts: Partial<ComposeDraft>): void;
};

/** 'Schedule send', with a day and a time (MAIL-31). */
export const Schedule = ({ draft, fault, set }: ScheduleProps) => (
  <Row gap={14} lineGap={8} wrap className={styles.schedule}>
    <Checkbox
      label={t`Schedule send`}
      checked={draft.isScheduled}
      onChange={({ target }) =>
        set({
          isScheduled: target.checked,
          ...(target.checked && draft.day === "" && { day: localDay(tomorrow()) }),
        })
      }
    />
    {draft.isScheduled && (
      <>
        <WhenInput
          kind="day"
          aria-label={t`Date of sending`}
          max="9999-12-31"
          error={fault}
          value={draft.day}
          onChange={(day, time) => set({ day, ...(time && { time }) })}
        />
        <WhenInput
          kind="time"
          aria-label={t`Time of sending`}
          value={draft.time}
          onChange={(time) => set({ time })}
        />
      </>
    )}
  </Row>
);

const tomorrow = () => new Date(Date.now() + 86_400_000);
