import { GitMerge } from "lucide-react";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { EventOnWire } from "../../model.ts";
import { describeDaysAndTimes, titleOf } from "../format-events.ts";
import styles from "./event-dialog.module.css";
import { changeBetween, type EventFields } from "./event-draft.ts";

const LABELS: Record<Exclude<keyof EventFields, "startTime" | "endTime" | "calendarId">, string> = {
  title: "Title",
  description: "Description",
  isAllDay: "Time",
  location: "Location",
  meetingLink: "Meeting link",
  attendees: "Attendees",
  category: "Category",
  reminderSettings: "Reminder",
  rrule: "Repeat",
};

/** Someone else was faster: what they changed, before the person saves what they themselves changed. */
export function EditConflictNotice({ base, theirs }: { base: EventOnWire; theirs: EventOnWire }) {
  const changed = Object.keys(changeBetween(base, theirs)).filter((field) => field in LABELS);
  return (
    <Stack as="section" gap={8} surface="warn" pad="12px 14px" className={styles.notice} role="alert">
      <Row as="h3">
        <GitMerge size={18} strokeWidth={1.75} aria-hidden />
        This event was changed elsewhere while you were editing
      </Row>
      <Text tone="soft">
        Save again to keep your changes. Fields you did not edit keep the other version.
      </Text>
      <Stack as="dl" gap={4}>
        {changed.map((field) => (
          <Row key={field} align="baseline">
            <Text as="dt" tone="soft" className={styles.field}>
              {LABELS[field as keyof typeof LABELS]}
            </Text>
            <Text as="dd" overflow="break" shrink>
              {describe(field as keyof typeof LABELS, theirs)}
            </Text>
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}

function describe(field: keyof typeof LABELS, event: EventOnWire): string {
  if (field === "title") return titleOf(event);
  if (field === "isAllDay") return describeDaysAndTimes(event);
  if (field === "attendees") return event.attendees.join(", ") || "None";
  if (field === "reminderSettings")
    return event.reminderSettings.minutesBefore?.map((minutes) => `${minutes} min`).join(", ") || "None";
  return event[field] ?? "None";
}
