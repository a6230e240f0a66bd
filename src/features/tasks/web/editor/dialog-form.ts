import { t, term } from "#i18n/message.ts";
import { formOf } from "#platform/fields/field-form.ts";
import { formatDuration, parseDuration } from "#platform/time/durations.ts";
import { taskFields } from "../../fields.ts";

/** The form of the task dialog: lengths are typed and shown in words. */
export const dialogForm = formOf({
  ...taskFields,
  estimateMinutes: {
    ...taskFields.estimateMinutes,
    label: t`Estimate`,
    placeholder: t`45, 1h30 or 2 hours`,
    missing: t`Enter 45, 1h30 or 2 hours`,
    draft: durationBetween(taskFields.estimateMinutes),
  },
  leastPieceMinutes: {
    ...taskFields.leastPieceMinutes,
    label: t`Pieces of at least`,
    placeholder: t`Done in one go`,
    missing: t`Enter at least 5 minutes`,
    draft: durationBetween(taskFields.leastPieceMinutes),
  },
  place: { ...taskFields.place, placeholder: t`Office, phone, workshop` },
  energy: { ...taskFields.energy, label: term("Best hours", "when a task is worked on") },
});

const { estimateMinutes, leastPieceMinutes, notBefore, hoursOfDay, place, energy, ...mainFields } =
  dialogForm.fields;

/** What a plan needs to know of a task, in a section of its own; and all other fields. */
export const planningFields = { estimateMinutes, leastPieceMinutes, notBefore, hoursOfDay, place, energy };
export { mainFields };

function durationBetween({ min, max }: { min: number; max: number }) {
  return {
    blank: "",
    from: (value: number | null): string => (value === null ? "" : formatDuration(value)),
    to: (typed: string): number | null | undefined => {
      if (typed.trim() === "") return null;
      const minutes = parseDuration(typed);
      return minutes !== null && minutes >= min && minutes <= max ? minutes : undefined;
    },
  };
}
