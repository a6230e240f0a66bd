import { UsersRound } from "lucide-react";
import { useState } from "react";
import { PeoplePicker } from "#features/email/web/public/people-picker.tsx";
import { t, term } from "#i18n/message.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import type { PartProps } from "#ui/forms/form-parts.tsx";
import { RecordForm } from "#ui/forms/record-form.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { eventFields } from "../../fields.ts";
import { END_AFTER_START } from "../../model.ts";
import { useWritableCalendars } from "../calendars/use-calendars.ts";
import { minutesBefore, REMINDERS } from "../format-events.ts";
import { RepeatField } from "../series/repeat-field.tsx";
import { type EventDraft, eventForm, ruleOf, withAllDay, withStart } from "./event-draft.ts";
import { OverlapWarning } from "./overlap-warning.tsx";
import { TravelWarning } from "./travel-warning.tsx";

/** Fetched when it is opened. */
const FindTime = laterPart(async () => (await import("../availability/find-time.tsx")).FindTime);

type EventFieldsProps = {
  draft: EventDraft;
  onChange(draft: EventDraft): void;
  /** The event that is edited. */
  id?: string;
  /** An exception: its recurrence belongs to the series. */
  isException?: boolean;
  isRequired?: boolean;
  /** Why it could not be created. */
  problem?: string | null;
  /** The search for a time is open at first. */
  findsTime?: boolean | undefined;
};

export function EventFields(props: EventFieldsProps) {
  const { draft, onChange, id, isRequired, problem } = props;
  return (
    <RecordForm
      fields={eventForm.fields}
      draft={draft}
      onChange={onChange}
      parts={{ attendees: AttendeesPart, reminderSettings: ReminderPart, visibility: VisibilityPart }}
      faults={problem && draft.title.trim() === "" ? { title: t`Give the event a title` } : {}}
      marksRequired={isRequired}
      after={{
        title: <TimeFields {...props} />,
        meetingLink: <TravelWarning draft={draft} id={id} />,
        reminderSettings: id === undefined && <CalendarField draft={draft} onChange={onChange} />,
      }}
    />
  );
}

const isMissing = (time: string, problem: string | null | undefined) =>
  Boolean(problem) && time.trim() === "";

/** When it takes place, and how often. */
function TimeFields(props: EventFieldsProps) {
  const { draft, onChange, id, isException, findsTime = false } = props;
  return (
    <>
      <Checkbox
        label={t`All day`}
        checked={draft.isAllDay}
        onChange={({ target }) => onChange(withAllDay(draft, target.checked))}
      />
      <StartAndEnd {...props} />
      {!isException && !isBlankDay(draft.start) && (
        <RepeatField
          rule={draft.repeat}
          start={draft.start.slice(0, 10)}
          write={(rule) => ruleOf(rule, draft)}
          onChange={(repeat) => onChange({ ...draft, repeat })}
        />
      )}
      <TimeFinder draft={draft} onChange={onChange} isOpenAtFirst={findsTime} />
      <OverlapWarning draft={draft} id={id} />
    </>
  );
}

function StartAndEnd({ draft, onChange, isRequired, problem }: EventFieldsProps) {
  const kind = draft.isAllDay ? "day" : "moment";
  const latest = draft.isAllDay ? "2199-12-31" : "2199-12-31T23:59";
  return (
    <Grid columns="14rem" gap={14}>
      <WhenInput
        kind={kind}
        label={draft.isAllDay ? t`Start Date` : t`Start Time`}
        withAsterisk={isRequired ?? false}
        aria-required={isRequired}
        error={isMissing(draft.start, problem) && t`Choose when it begins`}
        max={latest}
        value={draft.start}
        onChange={(start) => onChange(withStart(draft, start))}
      />
      <WhenInput
        kind={kind}
        label={draft.isAllDay ? t`End Date` : t`End Time`}
        withAsterisk={isRequired ?? false}
        aria-required={isRequired}
        error={
          (isMissing(draft.end, problem) && t`Choose when it ends`) ||
          (problem === END_AFTER_START && END_AFTER_START)
        }
        max={latest}
        value={draft.end}
        onChange={(end) => onChange({ ...draft, end })}
      />
    </Grid>
  );
}

type TimeFinderProps = Pick<EventFieldsProps, "draft" | "onChange"> & { isOpenAtFirst: boolean };

/** A search for a time that suits everybody; a whole day has none. */
function TimeFinder({ draft, onChange, isOpenAtFirst }: TimeFinderProps) {
  const [isFinding, setFinding] = useState(isOpenAtFirst);
  if (draft.isAllDay) return null;
  return (
    <>
      <div>
        <Button
          variant="default"
          aria-expanded={isFinding}
          leftSection={<UsersRound size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setFinding(!isFinding)}
        >
          {t`Find a time`}
        </Button>
      </div>
      {isFinding && <FindTime draft={draft} onChange={onChange} />}
    </>
  );
}

/** The calendar of a new event; an existing event cannot change its calendar here. */
function CalendarField({ draft, onChange }: Pick<EventFieldsProps, "draft" | "onChange">) {
  const writable = useWritableCalendars();
  return writable.length === 0 ? null : (
    <NativeSelect
      label={t`Calendar`}
      value={draft.calendarId}
      onChange={({ target }) => onChange({ ...draft, calendarId: target.value })}
      data={[
        { value: "", label: t`My calendar` },
        ...writable.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

const isBlankDay = (start: string) => Number.isNaN(Date.parse(start.slice(0, 10)));

const AttendeesPart = ({ field, value, onChange }: PartProps<string>) => (
  <PeoplePicker label={field.label} placeholder={field.placeholder} value={value} onChange={onChange} />
);

/** Reminders set by another program are shown too, and kept if no other option is chosen. */
function ReminderPart({ field, value, onChange }: PartProps<EventDraft["reminderSettings"]>) {
  const { minutesBefore = [] } = value;
  const chosen = minutesBefore.length > 1 ? "several" : String(minutesBefore[0] ?? "");
  return (
    <NativeSelect
      label={field.label}
      value={chosen}
      onChange={({ target }) =>
        onChange(target.value === "" ? {} : { minutesBefore: [Number(target.value)] })
      }
      data={remindersFor(chosen)}
    />
  );
}

/** 'Confidential' is offered only where another program chose it: for others it is the same as private. */
function VisibilityPart({ field, value, onChange }: PartProps<EventDraft["visibility"]>) {
  const offered = eventFields.visibility.values.filter((one) => one !== "confidential" || one === value);
  return (
    <NativeSelect
      label={field.label}
      description={value === "public" ? undefined : t`Others see only 'Busy'`}
      value={value}
      onChange={({ target }) => onChange(offered.find((one) => one === target.value) ?? "public")}
      data={offered.map((one) => ({ value: one, label: eventFields.visibility.labels[one] }))}
    />
  );
}

function remindersFor(chosen: string) {
  if (REMINDERS.some(({ value }) => value === chosen)) return REMINDERS;
  const label = chosen === "several" ? term("Several", "several reminders") : minutesBefore(Number(chosen));
  return [...REMINDERS, { value: chosen, label }];
}
