import { GitMerge } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { describeValue } from "#ui/forms/describe-value.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { eventFields } from "../../fields.ts";
import type { EventOnWire } from "../../model.ts";
import { describeDaysAndTimes, titleOf } from "../format-events.ts";
import styles from "./event-dialog.module.css";
import { changeBetween } from "./event-draft.ts";

/** The event's fields, all-day (which stands for the times), and the rule. */
type ComparedField = keyof typeof eventFields | "isAllDay" | "rrule";
const COMPARED_FIELDS = new Set<string>([...Object.keys(eventFields), "isAllDay", "rrule"]);

/** The event was changed by someone else: shows their changes before the user saves. */
export function EditConflictNotice({ base, current }: { base: EventOnWire; current: EventOnWire }) {
  const changed = Object.keys(changeBetween(base, current)).filter((field) =>
    COMPARED_FIELDS.has(field),
  ) as ComparedField[];
  return (
    <Stack as="section" gap={8} surface="warn" pad="12px 14px" size="list" margin="0 0 16px" role="alert">
      <Row as="h3">
        <GitMerge size={18} strokeWidth={1.75} aria-hidden />
        {t`This event was changed elsewhere while you were editing`}
      </Row>
      <Text tone="soft">
        {t`Save again to keep your changes. Fields you did not edit keep the other version.`}
      </Text>
      <Stack as="dl" gap={4}>
        {changed.map((field) => (
          <Row key={field} align="baseline">
            <Text as="dt" tone="soft" className={styles.field}>
              {labelOf(field)}
            </Text>
            <Text as="dd" overflow="break" shrink>
              {describe(field, current)}
            </Text>
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}

function labelOf(field: ComparedField): string {
  if (field === "isAllDay") return t`Time`;
  return field === "rrule" ? term("Repeat", "how often an event takes place") : eventFields[field].label;
}

function describe(field: ComparedField, event: EventOnWire): string {
  if (field === "title") return titleOf(event);
  if (field === "isAllDay") return describeDaysAndTimes(event);
  if (field === "rrule") return event.rrule ?? term("None", "an event does not repeat");
  if (field === "reminderSettings")
    return (
      event.reminderSettings.minutesBefore?.map((minutes) => t`${minutes} min`).join(", ") ||
      term("None", "no reminder")
    );
  return describeValue(eventFields[field], event[field]);
}
