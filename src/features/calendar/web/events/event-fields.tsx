import { UsersRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { END_AFTER_START } from "../../model.ts";
import { useWritableCalendars } from "../calendars/use-calendars.ts";
import { REMINDERS } from "../format-events.ts";
import { RepeatField } from "../series/repeat-field.tsx";
import { type EventDraft, ruleOf, withAllDay, withStart } from "./event-draft.ts";
import { OverlapWarning } from "./overlap-warning.tsx";
import { TravelWarning } from "./travel-warning.tsx";

/** Fetched when it is opened. */
const FindTime = lazy(async () => ({ default: (await import("../availability/find-time.tsx")).FindTime }));

type EventFieldsProps = {
  draft: EventDraft;
  onChange(draft: EventDraft): void;
  /** The event that is edited. */
  id?: string;
  /** One occurrence that was changed by itself: how often it takes place is its series' matter. */
  isException?: boolean;
  isRequired?: boolean;
  /** Why it could not be created. */
  problem?: string | null;
  /** The search for a time is open from the start. */
  findsTime?: boolean | undefined;
};

export function EventFields({
  draft,
  onChange,
  id,
  isException,
  isRequired,
  problem,
  findsTime = false,
}: EventFieldsProps) {
  const [isFinding, setFinding] = useState(findsTime);
  const writable = useWritableCalendars();
  const set = <F extends keyof EventDraft>(field: F, value: EventDraft[F]) =>
    onChange({ ...draft, [field]: value });
  const type = draft.isAllDay ? "date" : "datetime-local";
  const latest = draft.isAllDay ? "2199-12-31" : "2199-12-31T23:59";
  const lacks = (value: string) => Boolean(problem) && value.trim() === "";
  return (
    <Stack gap={14}>
      <TextInput
        data-autofocus
        label="Title"
        placeholder="What is it about?"
        withAsterisk={isRequired ?? false}
        aria-required={isRequired}
        error={lacks(draft.title)}
        maxLength={500}
        autoComplete="off"
        value={draft.title}
        onChange={({ target }) => set("title", target.value)}
      />
      <Checkbox
        label="All day"
        checked={draft.isAllDay}
        onChange={({ target }) => onChange(withAllDay(draft, target.checked))}
      />
      <Grid columns="14rem" gap={14}>
        <TextInput
          type={type}
          label={draft.isAllDay ? "Start Date" : "Start Time"}
          withAsterisk={isRequired ?? false}
          aria-required={isRequired}
          error={lacks(draft.start)}
          max={latest}
          value={draft.start}
          onChange={({ target }) => onChange(withStart(draft, target.value))}
        />
        <TextInput
          type={type}
          label={draft.isAllDay ? "End Date" : "End Time"}
          withAsterisk={isRequired ?? false}
          aria-required={isRequired}
          error={lacks(draft.end) || (problem === END_AFTER_START && END_AFTER_START)}
          max={latest}
          value={draft.end}
          onChange={({ target }) => set("end", target.value)}
        />
      </Grid>
      {!isException && !isBlankDay(draft.start) && (
        <RepeatField
          rule={draft.repeat}
          start={draft.start.slice(0, 10)}
          write={(rule) => ruleOf(rule, draft)}
          onChange={(repeat) => set("repeat", repeat)}
        />
      )}
      {!draft.isAllDay && (
        <div>
          <Button
            variant="default"
            aria-expanded={isFinding}
            leftSection={<UsersRound size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => setFinding(!isFinding)}
          >
            Find a time
          </Button>
        </div>
      )}
      {isFinding && !draft.isAllDay && (
        <Suspense>
          <FindTime draft={draft} onChange={onChange} />
        </Suspense>
      )}
      <OverlapWarning draft={draft} id={id} />
      <Grid columns="14rem" gap={14}>
        <TextInput
          label="Location"
          maxLength={500}
          autoComplete="off"
          value={draft.location}
          onChange={({ target }) => set("location", target.value)}
        />
        <TextInput
          type="url"
          label="Meeting Link"
          placeholder="https://"
          maxLength={2000}
          autoComplete="off"
          value={draft.meetingLink}
          onChange={({ target }) => set("meetingLink", target.value)}
        />
      </Grid>
      <TravelWarning draft={draft} id={id} />
      <TextInput
        label="Attendees (comma-separated emails)"
        placeholder="anna@example.com, ben@example.com"
        autoComplete="off"
        value={draft.attendees}
        onChange={({ target }) => set("attendees", target.value)}
      />
      <Grid columns="14rem" gap={14}>
        <TextInput
          label="Category"
          maxLength={500}
          autoComplete="off"
          value={draft.category}
          onChange={({ target }) => set("category", target.value)}
        />
        <NativeSelect
          label="Reminder"
          value={draft.reminder}
          onChange={({ target }) => set("reminder", target.value)}
          data={remindersFor(draft.reminder)}
        />
      </Grid>
      {id === undefined && writable.length > 0 && (
        <NativeSelect
          label="Calendar"
          value={draft.calendarId}
          onChange={({ target }) => set("calendarId", target.value)}
          data={[
            { value: "", label: "My calendar" },
            ...writable.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <Textarea
        label="Description"
        autosize={false}
        rows={3}
        maxLength={20_000}
        value={draft.description}
        onChange={({ target }) => set("description", target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
        }}
      />
    </Stack>
  );
}

const isBlankDay = (start: string) => Number.isNaN(Date.parse(start.slice(0, 10)));

/** What another program set is shown as well. */
function remindersFor(chosen: string) {
  if (REMINDERS.some(({ value }) => value === chosen)) return REMINDERS;
  const label = chosen === "several" ? "Several" : `${chosen} minutes before`;
  return [...REMINDERS, { value: chosen, label }];
}
