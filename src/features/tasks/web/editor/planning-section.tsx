import { Hourglass } from "lucide-react";
import { useId, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { localInstant } from "#platform/time/local-day.ts";
import { formatPaddedDay, formatTime } from "#ui/dates.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { FoldButton } from "#ui/inputs/fold-button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { planningFields } from "./dialog-form.ts";
import type { PlanningProps } from "./planning-fields.tsx";
import type { TaskDraft } from "./task-form.ts";

/** With the code that only those need who plan. */
const PlanningFields = laterPart(
  async () => (await import("./planning-fields.tsx")).PlanningFields,
  <SkeletonRows isBare count={3} height={60} />,
);

/** What a plan needs to know, folded: what is set can be read without opening it. */
export function PlanningSection(props: PlanningProps) {
  const [isWanted, want] = useState(false);
  const id = useId();
  const title = term("Planning", "of a task");
  const isOpen = isWanted || Object.keys(planningFields).some((name) => name in props.faults);
  return (
    <Stack as="section" gap={4} aria-label={title} margin="8px 0 0">
      <div>
        <FoldButton isOpen={isOpen} controls={id} icon={Hourglass} onToggle={() => want(!isOpen)}>
          {title}
          {!isOpen && (
            <Text as="span" tone="ink" weight="medium" margin="0 0 0 8px">
              {summaryOf(props.draft)}
            </Text>
          )}
        </FoldButton>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <PlanningFields {...props} fields={planningFields} />}
      </div>
    </Stack>
  );
}

/** '8:00 AM – 12:00 PM' */
function hoursWords({ from, to }: TaskDraft["hoursOfDay"]): string {
  if (from === "" && to === "") return "";
  const at = (time: string) => formatTime(new Date(localInstant(ANY_DAY, time) ?? ""));
  if (to === "") return t`from ${at(from)}`;
  return from === "" ? t`until ${at(to)}` : `${at(from)} – ${at(to)}`;
}
/** Without a change of the clock. */
const ANY_DAY = "2026-01-01";

/** '1 h 30 min · Focus hours' */
function summaryOf({
  estimateMinutes,
  leastPieceMinutes,
  notBefore,
  hoursOfDay,
  place,
  energy,
}: TaskDraft): string {
  const earliest = localInstant(notBefore.day, notBefore.time);
  return [
    estimateMinutes.trim(),
    leastPieceMinutes.trim() && t`in pieces`,
    earliest && t`not before ${formatPaddedDay(earliest)}`,
    hoursWords(hoursOfDay),
    place.trim(),
    energy !== "any" && planningFields.energy.labels[energy],
  ]
    .filter(Boolean)
    .join(" · ");
}
