import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { splitByCommas } from "#platform/fields/field-kinds.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import type { PartProps } from "#ui/forms/form-parts.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { lengthGuess } from "../slots.ts";
import type { planningFields } from "./dialog-form.ts";
import type { TaskDraft } from "./task-form.ts";

export type PlanningProps = {
  draft: TaskDraft;
  onChange(draft: TaskDraft): void;
  faults: { [K in keyof TaskDraft]?: string };
};
type PlanningFieldsProps = PlanningProps & { fields: typeof planningFields };

/** How long it takes, and where and when it can be done. Without an estimate it says what a plan assumes. */
export function PlanningFields({ fields, draft, onChange, faults }: PlanningFieldsProps) {
  const isEstimated = draft.estimateMinutes.trim() !== "";
  const guess = useGuess(draft, isEstimated);
  const about = guess && { placeholder: t`about ${formatDuration(guess.minutes)}` };
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={section}>
      <RecordForm
        fields={{ ...fields, estimateMinutes: { ...fields.estimateMinutes, ...about } }}
        parts={{ estimateMinutes: DurationPart, leastPieceMinutes: DurationPart, hoursOfDay: HoursPart }}
        descriptions={{
          estimateMinutes: isEstimated ? undefined : (guess?.text ?? t`Without one, plans guess it`),
          leastPieceMinutes: t`If it may be divided`,
        }}
        {...{ draft, onChange, faults }}
      />
    </div>
  );
}

const DurationPart = ({ field, value, onChange, error, description }: PartProps<string>) => (
  <TextInput
    label={field.label}
    {...(field.placeholder && { placeholder: field.placeholder })}
    description={description}
    error={error}
    autoComplete="off"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);

type Hours = { from: string; to: string };

const HoursPart = ({ value, onChange, error }: PartProps<Hours>) => (
  <Grid columns={2} gap={14}>
    <WhenInput
      kind="time"
      label={t`Each day from`}
      description={t`If it can only be done at some hours`}
      value={value.from}
      onChange={(from) => onChange({ ...value, from })}
    />
    <WhenInput
      kind="time"
      label={t`Each day until`}
      error={error}
      value={value.to}
      onChange={(to) => onChange({ ...value, to })}
    />
  </Grid>
);

const TYPING_MS = 400;

/** For the task as it is typed, once nobody types. */
function useGuess({ title, tags, projectId }: TaskDraft, isEstimated: boolean) {
  const described = { title: title.trim(), tags: splitByCommas(tags), projectId: projectId || null };
  const typed = JSON.stringify(described);
  const [asked, ask] = useState({ typed, described });
  useEffect(() => {
    const timer = setTimeout(() => ask({ typed, described: JSON.parse(typed) }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    ...lengthGuess.get().query(asked.described),
    ...{ placeholderData: keepPreviousData, retry: false },
    enabled: !isEstimated && asked.described.title !== "",
  });
  return title.trim() === "" || isEstimated ? undefined : data;
}
