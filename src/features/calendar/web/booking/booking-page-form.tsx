import { type FormEvent, useState } from "react";
import { plural, t, term } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { WeekdayChoice } from "#ui/inputs/weekday-choice.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { bookingPages } from "../api.ts";
import styles from "../calendars/calendars-dialog.module.css";
import { useCalendars } from "../calendars/use-calendars.ts";
import { fromTimeInput, toTimeInput } from "../time-input-text.ts";

export type BookingPageOnWire = Awaited<ReturnType<typeof bookingPages.list.call>>["items"][number];
type Draft = Omit<BookingPageOnWire, "id" | "createdAt" | "version">;

type BookingPageFormProps = {
  page: BookingPageOnWire | null;
  onClose(): void;
  onSave(save: () => Promise<unknown>): Promise<boolean>;
};

const NEW: Draft = {
  ...{ slug: "", title: "", description: null, location: null, meetingLink: null },
  ...{ minutes: 30, slotMinutes: 30, bufferBefore: 0, bufferAfter: 0, noticeMinutes: 240, daysAhead: 30 },
  ...{ maxPerDay: null, days: null, fromMinute: null, toMinute: null, calendarId: null, isOpen: true },
};

/** What a booking page offers and when. */
export function BookingPageForm({ page, onClose, onSave }: BookingPageFormProps) {
  const [draft, setDraft] = useState<Draft>(() => (page ? fieldsOf(page) : NEW));
  const [isBusy, setBusy] = useState(false);
  const set = (fields: Partial<Draft>) => setDraft({ ...draft, ...fields });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const isSaved = await onSave(() =>
      page
        ? bookingPages.update.call({ ...draft, id: page.id, version: page.version })
        : bookingPages.create.call(draft),
    );
    setBusy(false);
    if (isSaved) onClose();
  };
  return (
    <Stack
      as="form"
      gap={12}
      className={styles.wide}
      aria-label={t`Booking page`}
      onSubmit={(event) => void submit(event)}
    >
      <PageFields draft={draft} set={set} />
      <LimitFields draft={draft} set={set} />
      <HourFields draft={draft} set={set} />
      <PlaceFields draft={draft} set={set} />
      <Row align="stretch" justify="end">
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <BusyButton type="submit" isBusy={isBusy}>
          {page ? t`Save` : t`Create booking page`}
        </BusyButton>
      </Row>
    </Stack>
  );
}

type FieldsProps = { draft: Draft; set(fields: Partial<Draft>): void };

const PageFields = ({ draft, set }: FieldsProps) => (
  <>
    <TextInput
      label={t`Title`}
      placeholder={t`30 minutes with me`}
      required
      maxLength={200}
      value={draft.title}
      onChange={({ target }) => set({ title: target.value })}
    />
    <TextInput
      label={term("Address", "of a web page")}
      description={`${location.origin}/book/…`}
      placeholder="ada-half-hour"
      required
      minLength={3}
      maxLength={60}
      pattern="[A-Za-z0-9][A-Za-z0-9\-]+[A-Za-z0-9]"
      title={t`Letters, digits and hyphens`}
      autoComplete="off"
      value={draft.slug}
      onChange={({ target }) => set({ slug: target.value })}
    />
  </>
);

/** How long a booking is, how early and how often it can be made, and the calendar that it goes to. */
function LimitFields({ draft, set }: FieldsProps) {
  const { data } = useCalendars();
  const choice = (label: string, field: keyof Draft, data: readonly (readonly [number, string])[]) => (
    <NativeSelect
      label={label}
      value={String(draft[field])}
      onChange={({ target }) => set({ [field]: Number(target.value) })}
      data={data.map(([value, text]) => ({ value: String(value), label: text }))}
    />
  );
  return (
    <Grid columns={2}>
      {choice(term("Length", "of a booking, in minutes"), "minutes", LENGTHS)}
      {choice(t`Start times every`, "slotMinutes", LENGTHS)}
      {choice(t`Buffer before`, "bufferBefore", BUFFERS)}
      {choice(t`Buffer after`, "bufferAfter", BUFFERS)}
      {choice(term("Notice", "how long before it starts a booking must be made"), "noticeMinutes", NOTICES)}
      {choice(term("Open for", "how far ahead bookings can be made"), "daysAhead", DAYS_AHEAD_OPTIONS)}
      <NativeSelect
        label={t`Maximum per day`}
        value={draft.maxPerDay ?? ""}
        onChange={({ target }) => set({ maxPerDay: target.value === "" ? null : Number(target.value) })}
        data={[{ value: "", label: t`No limit` }, ...[1, 2, 3, 4, 5, 6, 8, 10].map((n) => String(n))]}
      />
      <NativeSelect
        label={t`Calendar`}
        value={draft.calendarId ?? ""}
        onChange={({ target }) => set({ calendarId: target.value || null })}
        data={[
          { value: "", label: t`My calendar` },
          ...(data?.items ?? [])
            .filter(({ isReadOnly }) => !isReadOnly)
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Grid>
  );
}

/** The working hours of the owner, or hours of this page alone. */
function HourFields({ draft, set }: FieldsProps) {
  const hasOwnHours = draft.days !== null;
  return (
    <>
      <NativeSelect
        label={t`Hours`}
        value={hasOwnHours ? "own" : "mine"}
        onChange={({ target }) =>
          set(
            target.value === "own"
              ? { days: [1, 2, 3, 4, 5], fromMinute: 540, toMinute: 1020 }
              : { days: null, fromMinute: null, toMinute: null },
          )
        }
        data={[
          { value: "mine", label: t`My working hours` },
          { value: "own", label: t`Other hours` },
        ]}
      />
      {hasOwnHours && (
        <>
          <WeekdayChoice
            label={t`Days`}
            chosen={draft.days ?? []}
            onChange={(days) => set({ days: days.length > 0 ? days : draft.days })}
          />
          <Grid columns={2}>
            <WhenInput
              kind="time"
              label={term("From", "time of day")}
              value={toTimeInput(draft.fromMinute ?? 540)}
              onChange={(time) => set({ fromMinute: fromTimeInput(time, draft.fromMinute ?? 540) })}
            />
            <WhenInput
              kind="time"
              label={term("To", "time of day")}
              value={toTimeInput(draft.toMinute ?? 1020)}
              onChange={(time) => set({ toMinute: fromTimeInput(time, draft.toMinute ?? 1020) })}
            />
          </Grid>
        </>
      )}
    </>
  );
}

/** Where it takes place, and what the visitor should know. */
const PlaceFields = ({ draft, set }: FieldsProps) => (
  <>
    <TextInput
      label={t`Location`}
      placeholder=""
      maxLength={500}
      value={draft.location ?? ""}
      onChange={({ target }) => set({ location: target.value || null })}
    />
    <TextInput
      label={t`Meeting Link`}
      placeholder="https://"
      maxLength={2000}
      value={draft.meetingLink ?? ""}
      onChange={({ target }) => set({ meetingLink: target.value || null })}
    />
    <Textarea
      label={t`Description`}
      rows={2}
      maxLength={2000}
      value={draft.description ?? ""}
      onChange={({ target }) => set({ description: target.value || null })}
    />
  </>
);

const minutes = (count: number) =>
  [count, plural(count, { one: `${count} minute`, other: `${count} minutes` })] as const;
const LENGTHS = [10, 15, 20, 30, 45, 60, 90, 120].map(minutes);
const BUFFERS = [
  [0, term("Nothing", "no time between bookings")] as const,
  ...[5, 10, 15, 30, 60].map(minutes),
];
const NOTICES = [
  [0, term("None", "a booking may start at once")],
  [60, t`1 hour`],
  [240, t`4 hours`],
  [1440, t`1 day`],
  [2880, t`2 days`],
  [10_080, t`1 week`],
] as const;
const DAYS_AHEAD_OPTIONS = [
  [7, t`1 week`],
  [14, t`2 weeks`],
  [30, t`30 days`],
  [60, t`60 days`],
  [90, t`90 days`],
  [365, t`1 year`],
] as const;

function fieldsOf({ id: _, createdAt: __, version: ___, ...fields }: BookingPageOnWire): Draft {
  return fields;
}
