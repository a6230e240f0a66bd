import { Repeat } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { NumberInput } from "#ui/fields/number-input.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { WeekdayChoice } from "#ui/inputs/weekday-choice.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import {
  describeDayOfMonth,
  describeSimpleRule,
  EVERY_WEEK,
  firstDays,
  parseSimpleRule,
  type SimpleRule,
  type Unit,
} from "../../series/simple-rule.ts";
import { daysFrom } from "../days.ts";
import { formatDay, formatWeekday } from "../format-events.ts";

type RepeatFieldProps = {
  /** A rule of RFC 5545; empty where the event does not repeat. */
  rule: string;
  /** The day on which the event begins. */
  start: string;
  write(rule: SimpleRule): string;
  onChange(rule: string): void;
};

const NEVER = { kind: "never" } as const;
const WORKDAYS = [1, 2, 3, 4, 5];
const UNITS: Record<Unit, string> = {
  day: term("days", "after a number: every 2 days"),
  week: term("weeks", "after a number: every 2 weeks"),
  month: term("months", "after a number: every 2 months"),
  year: term("years", "after a number: every 2 years"),
};

/** How often an event takes place: the everyday answers in a list, the rest behind 'Custom'. */
export function RepeatField({ rule, start, write, onChange }: RepeatFieldProps) {
  const read = rule === "" ? null : parseSimpleRule(rule, start);
  const presets = presetsFor(start);
  const preset = presets.find((each) => write(each) === rule);
  const [isCustom, setCustom] = useState(read !== null && !preset);
  const value = rule === "" ? "" : preset && !isCustom ? write(preset) : read ? "custom" : "kept";
  const choose = (chosen: string) => {
    setCustom(chosen === "custom");
    if (chosen === "custom") onChange(write(read ?? EVERY_WEEK));
    else if (chosen !== "kept") onChange(chosen);
  };
  return (
    <Stack gap={12}>
      <NativeSelect
        label={term("Repeat", "how often an event takes place")}
        value={value}
        onChange={({ target }) => choose(target.value)}
        data={[
          { value: "", label: t`Does not repeat` },
          ...presets.map((each) => ({ value: write(each), label: describeSimpleRule(each, start) })),
          { value: "custom", label: term("Custom", "another way to repeat an event") },
          ...(value === "kept" ? [{ value: "kept", label: t`Custom rule from another calendar` }] : []),
        ]}
      />
      {isCustom && read && (
        <CustomRule rule={read} start={start} onChange={(next) => onChange(write(next))} />
      )}
      {rule !== "" && (
        <IconText icon={Repeat} iconTone="faint" size="list" role="status">
          {read ? describeSimpleRule(read, start) : rule}
          {read && <NextDays rule={read} start={start} />}
        </IconText>
      )}
    </Stack>
  );
}

const NextDays = ({ rule, start }: { rule: SimpleRule; start: string }) => {
  const days = firstDays(rule, start, 4);
  return (
    <Text as="span" size="label" tone="soft" isTabular display="block">
      {days.length === 0
        ? t`No occurrences: the end is before the first one`
        : days.map((day) => `${formatWeekday(day)} ${formatDay(day)}`).join(" · ")}
    </Text>
  );
};

function presetsFor(start: string): SimpleRule[] {
  const plain = { ...EVERY_WEEK, end: NEVER };
  const isWorkday = ![0, 6].includes(new Date(`${start}T00:00:00Z`).getUTCDay());
  return [
    { ...plain, unit: "day" },
    ...(isWorkday ? [{ ...plain, weekdays: WORKDAYS }] : []),
    plain,
    { ...plain, every: 2 },
    { ...plain, unit: "month" },
    { ...plain, unit: "month", monthly: "weekday" },
    { ...plain, unit: "year" },
  ];
}

type CustomRuleProps = { rule: SimpleRule; start: string; onChange(rule: SimpleRule): void };

function CustomRule({ rule, start, onChange }: CustomRuleProps) {
  const set = (fields: Partial<SimpleRule>) => onChange({ ...rule, ...fields });
  const { end } = rule;
  return (
    <Stack gap={12} surface="outline" pad={14}>
      <Grid columns={2} gap={14}>
        <NumberInput
          label={term("Every", "before a number: every 2 weeks")}
          min={1}
          max={99}
          value={rule.every}
          onChange={(every) => set({ every: Math.max(1, Math.min(99, Number(every) || 1)) })}
        />
        <NativeSelect
          label={t`Unit`}
          value={rule.unit}
          onChange={({ target }) => set({ unit: target.value as Unit })}
          data={Object.entries(UNITS).map(([value, label]) => ({ value, label }))}
        />
      </Grid>
      {rule.unit === "week" && (
        <WeekdayChoice
          label={term("On", "on which days an event repeats")}
          chosen={rule.weekdays.length > 0 ? rule.weekdays : [new Date(`${start}T00:00:00Z`).getUTCDay()]}
          onChange={(weekdays) => set({ weekdays })}
        />
      )}
      {rule.unit === "month" && (
        <NativeSelect
          label={term("On", "on which day of the month an event repeats")}
          value={rule.monthly}
          onChange={({ target }) => set({ monthly: target.value as SimpleRule["monthly"] })}
          data={(["date", "weekday"] as const).map((monthly) => ({
            value: monthly,
            label: describeDayOfMonth(monthly, start),
          }))}
        />
      )}
      <RuleEnd end={end} start={start} onChange={(next) => set({ end: next })} />
    </Stack>
  );
}

type RuleEndProps = { end: SimpleRule["end"]; start: string; onChange(end: SimpleRule["end"]): void };

const RuleEnd = ({ end, start, onChange }: RuleEndProps) => (
  <Grid columns={2} gap={14}>
    <NativeSelect
      label={term("Ends", "when a repeating event ends")}
      value={end.kind}
      onChange={({ target }) => onChange(ENDS[target.value as typeof end.kind](start))}
      data={[
        { value: "never", label: t`Never` },
        { value: "on", label: t`On a day` },
        { value: "after", label: t`After a number of occurrences` },
      ]}
    />
    {end.kind === "on" && (
      <WhenInput
        kind="day"
        label={t`Last day`}
        min={start}
        max="2199-12-31"
        value={end.day}
        onChange={(day) => day && onChange({ kind: "on", day })}
      />
    )}
    {end.kind === "after" && (
      <NumberInput
        label={term("Times", "how many times an event repeats")}
        min={1}
        max={999}
        value={end.count}
        onChange={(count) => onChange({ kind: "after", count: Math.max(1, Number(count) || 1) })}
      />
    )}
  </Grid>
);

const ENDS: Record<SimpleRule["end"]["kind"], (start: string) => SimpleRule["end"]> = {
  never: () => NEVER,
  on: (start) => ({ kind: "on", day: daysFrom(start, 92).at(-1) ?? start }),
  after: () => ({ kind: "after", count: 10 }),
};
