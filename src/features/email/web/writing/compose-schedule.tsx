import { Checkbox, TextInput } from "@mantine/core";
import { formatDateInput } from "#ui/dates.ts";
import styles from "./compose-dialog.module.css";
import type { ComposeDraft } from "./compose-draft.ts";

type ScheduleProps = { draft: ComposeDraft; set(parts: Partial<ComposeDraft>): void };

/** 'Schedule send', with a day and a time (MAIL-31). */
export const Schedule = ({ draft, set }: ScheduleProps) => (
  <div className={styles.schedule}>
    <Checkbox
      label="Schedule send"
      checked={draft.isScheduled}
      onChange={({ target }) =>
        set({
          isScheduled: target.checked,
          ...(target.checked && draft.day === "" && { day: formatDateInput(tomorrow()) }),
        })
      }
    />
    {draft.isScheduled && (
      <>
        <TextInput
          type="date"
          aria-label="Date of sending"
          max="9999-12-31"
          value={draft.day}
          onChange={({ target }) => set({ day: target.value })}
        />
        <TextInput
          type="time"
          aria-label="Time of sending"
          value={draft.time}
          onChange={({ target }) => set({ time: target.value })}
        />
      </>
    )}
  </div>
);

const tomorrow = () => new Date(Date.now() + 86_400_000);
