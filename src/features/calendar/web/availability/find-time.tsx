import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural, t, term } from "#i18n/message.ts";
import { splitByCommas } from "#platform/fields/field-kinds.ts";
import { localInstant } from "#platform/time/local-day.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatTime } from "#ui/dates.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListRow } from "#ui/lists/list-row.tsx";
import { freeTimes } from "../api.ts";
import { dayAt } from "../days.ts";
import { draftAt, type EventDraft } from "../events/event-draft.ts";
import { formatDayAndTimes } from "../format-time-range.ts";
import styles from "./find-time.module.css";

const DAYS = 86_400_000;

/** Times at which the chosen workspace members are free; shows nothing else of their calendars. */
export function FindTime({ draft, onChange }: { draft: EventDraft; onChange(draft: EventDraft): void }) {
  const { data: people, isError } = useQuery({ ...freeTimes.people.query({}), retry: false });
  const [me, ...others] = people?.items ?? [];
  const typed = splitByCommas(draft.attendees).map((address) => address.toLowerCase());
  const chosen = others.filter(({ email }) => typed.includes(email.toLowerCase()));
  const choose = (email: string, isChosen: boolean) => {
    const rest = splitByCommas(draft.attendees).filter((each) => each.toLowerCase() !== email.toLowerCase());
    onChange({ ...draft, attendees: (isChosen ? [...rest, email] : rest).join(", ") });
  };
  if (isError)
    return (
      <Text size="list" tone="soft">
        {t`The people of your workspaces could not be read`}
      </Text>
    );
  if (!people) return <SkeletonRows count={3} label={t`Loading people`} />;
  return (
    <Stack as="section" gap={12} surface="card" pad={14} aria-label={t`Find a time`}>
      {others.length === 0 && (
        <Text size="list" tone="soft">
          {t`Nobody else is in your workspaces yet. People you invite under Team can be selected here. For now, these are your own free times.`}
        </Text>
      )}
      {others.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{t`Who else needs to be free`}</legend>
          {others.map(({ userId, fullName, email, timeZone }) => (
            <ListRow
              key={userId}
              as="label"
              leading={
                <input
                  type="checkbox"
                  checked={typed.includes(email.toLowerCase())}
                  onChange={({ target }) => choose(email, target.checked)}
                />
              }
              title={fullName}
              detail={
                timeZone !== readerTimeZone() && (
                  <Text as="span" tone="soft">
                    {t`${formatTime(new Date(), undefined, timeZone)} there now`}
                  </Text>
                )
              }
            />
          ))}
        </fieldset>
      )}
      {me && <Suggestions draft={draft} onChange={onChange} people={[me, ...chosen]} />}
    </Stack>
  );
}

type PersonOnWire = Awaited<ReturnType<typeof freeTimes.people.call>>["items"][number];
type SuggestionsProps = {
  draft: EventDraft;
  onChange(draft: EventDraft): void;
  people: readonly PersonOnWire[];
};

function Suggestions({ draft, onChange, people }: SuggestionsProps) {
  const [minutes, setMinutes] = useState(() => minutesOf(draft));
  const [first, setFirst] = useState(() => firstDay(draft));
  const from = new Date(first).toISOString();
  const to = new Date(Date.parse(from) + 14 * DAYS).toISOString();
  const { data, isError } = useQuery({
    ...freeTimes.find.query({ userIds: people.map(({ userId }) => userId), minutes, from, to }),
    retry: false,
    staleTime: 0,
  });
  const names = new Map(
    people.map(({ userId, fullName }, index) => [
      userId,
      index === 0 ? term("you", "in a list of names") : fullName,
    ]),
  );
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? "").join(", ");
  return (
    <>
      <NativeSelect
        label={term("For", "how long a meeting is")}
        value={String(minutes)}
        onChange={({ target }) => setMinutes(Number(target.value))}
        data={[...new Set([15, 30, 45, 60, 90, 120, minutes])]
          .sort((a, b) => a - b)
          .map((count) => ({
            value: String(count),
            label: plural(count, { one: `${count} minute`, other: `${count} minutes` }),
          }))}
      />
      {isError && (
        <Text size="list" tone="soft" role="alert">
          {t`The free times could not be read`}
        </Text>
      )}
      {!data && !isError && <SkeletonRows count={3} label={t`Finding times`} />}
      {data?.suggestions.length === 0 && (
        <Text size="list" tone="soft" role="status">
          {t`No common free time in these two weeks.`}
        </Text>
      )}
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{term("Times", "a choice of times for a meeting")}</legend>
        {data?.suggestions.slice(0, 6).map((suggestion) => (
          <SuggestedTime
            key={suggestion.startTime}
            suggestion={suggestion}
            note={availabilityNote(suggestion, named)}
            {...{ draft, onChange }}
          />
        ))}
      </fieldset>
      <Button variant="default" onClick={() => setFirst(Date.parse(to))}>
        {t`Next two weeks`}
      </Button>
    </>
  );
}

type Suggestion = Awaited<ReturnType<typeof freeTimes.find.call>>["suggestions"][number];
const EVERYONE_FREE = t`Everyone is free`;

function availabilityNote(
  { busy, outsideHours }: Suggestion,
  named: (ids: readonly string[]) => string,
): string {
  if (busy.length > 0) return t`Busy: ${named(busy)}`;
  return outsideHours.length > 0 ? t`Outside working hours: ${named(outsideHours)}` : EVERYONE_FREE;
}

type SuggestedTimeProps = Pick<SuggestionsProps, "draft" | "onChange"> & {
  suggestion: Suggestion;
  note: string;
};

function SuggestedTime({ suggestion, note, draft, onChange }: SuggestedTimeProps) {
  const { startTime, endTime } = suggestion;
  const times = draftAt({ isAllDay: false, startTime, endTime });
  return (
    <ListRow
      as="label"
      leading={
        <input
          type="radio"
          name="time"
          checked={draft.start === times.start && draft.end === times.end}
          onChange={() => onChange({ ...draft, start: times.start, end: times.end })}
        />
      }
      title={formatDayAndTimes({ startTime, endTime })}
      detail={
        <Text as="span" tone={note === EVERYONE_FREE ? "good" : "soft"}>
          {note}
        </Text>
      }
    />
  );
}

/** Searches from the day of the draft on, never in the past. */
function firstDay({ start }: EventDraft): number {
  const day = start.slice(0, 10) || dayAt(new Date());
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  return Math.max(Date.parse(localInstant(day, "") ?? "") || hour, hour);
}

function minutesOf({ start, end }: EventDraft): number {
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
  return minutes >= 15 && minutes <= 480 ? minutes : 60;
}
