import { t, term } from "#i18n/message.ts";
import { formatWeekday } from "#ui/dates.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import type { ProfileFields } from "./profile-edits.ts";

type Hours = NonNullable<ProfileFields["hourCycle"]>;

export const HOURS: readonly { value: Hours; label: string }[] = [
  { value: "h12", label: t`1 to 12, with AM and PM` },
  { value: "h23", label: t`0 to 23` },
];

/** 0 is Sunday; null is what the language of the browser has. */
export const weekdayName = (weekday: number | null): string =>
  weekday === null
    ? t`As my browser has it`
    : formatWeekday(new Date(Date.UTC(2023, 0, 1 + weekday)), undefined, "UTC");

type ClockFieldsProps = {
  values: Pick<ProfileFields, "hourCycle" | "firstWeekday">;
  onHours(hours: Hours): void;
  onFirstWeekday(weekday: number | null): void;
};

/** How clocks and weeks are written on every page. */
export const ClockFields = ({ values, onHours, onFirstWeekday }: ClockFieldsProps) => (
  <Grid columns="14rem" gap={14}>
    <NativeSelect
      label={term("Hours", "how the time of day is written")}
      value={values.hourCycle ?? ""}
      onChange={({ target }) => onHours(target.value as Hours)}
      data={[...(values.hourCycle ? [] : [{ value: "", label: t`As my browser has it` }]), ...HOURS]}
    />
    <NativeSelect
      label={t`Week starts on`}
      value={values.firstWeekday ?? ""}
      onChange={({ target }) => onFirstWeekday(target.value === "" ? null : Number(target.value))}
      data={[
        { value: "", label: weekdayName(null) },
        ...[1, 0, 6].map((weekday) => ({ value: String(weekday), label: weekdayName(weekday) })),
      ]}
    />
  </Grid>
);
