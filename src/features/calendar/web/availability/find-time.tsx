import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { parseAttendees } from "../../model.ts";
import { freeTimes } from "../api.ts";
import { dayAt } from "../days.ts";
import { draftAt, type EventDraft } from "../events/event-draft.ts";
import { formatTimeRange } from "../format-time-range.ts";
import styles from "./find-time.module.css";

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const DAYS = 86_400_000;

/** Times at which the chosen people of one's workspaces are free; what they do otherwise is nobody's to see. */
export function FindTime({ draft, onChange }: { draft: EventDraft; onChange(draft: EventDraft): void }) {
  const { data: people, isError } = useQuery({ ...freeTimes.people.query({}), retry: false });
  const [me, ...others] = people?.items ?? [];
  const typed = parseAttendees(draft.attendees).map((address) => address.toLowerCase());
  const chosen = others.filter(({ email }) => typed.includes(email.toLowerCase()));
  const choose = (email: string, isChosen: boolean) => {
    const rest = parseAttendees(draft.attendees).filter((each) => each.toLowerCase() !== email.toLowerCase());
    onChange({ ...draft, attendees: (isChosen ? [...rest, email] : rest).join(", ") });
  };
  if (isError) return <p className={styles.words}>The people of your workspaces could not be read</p>;
  if (!people) return <SkeletonRows count={3} label="Loading people" />;
  return (
    <section className={styles.finder} aria-label="Find a time">
      {others.length === 0 && (
        <p className={styles.words}>
          Nobody else is in your workspaces yet. People you invite under Team can be selected here. For now,
          these are your own free times.
        </p>
      )}
      {others.length > 0 && (
        <fieldset className={styles.people}>
          <legend>Who else needs to be free</legend>
          {others.map(({ userId, fullName, email, timeZone }) => (
            <label key={userId} className={styles.person}>
              <input
                type="checkbox"
                checked={typed.includes(email.toLowerCase())}
                onChange={({ target }) => choose(email, target.checked)}
              />
              <span>{fullName}</span>
              {timeZone !== HERE && <span className={styles.words}>{clockIn(timeZone)} there now</span>}
            </label>
          ))}
        </fieldset>
      )}
      {me && <Suggestions draft={draft} onChange={onChange} people={[me, ...chosen]} />}
    </section>
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
    people.map(({ userId, fullName }, index) => [userId, index === 0 ? "you" : fullName]),
  );
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? "").join(", ");
  return (
    <>
      <NativeSelect
        label="For"
        value={String(minutes)}
        onChange={({ target }) => setMinutes(Number(target.value))}
        data={[...new Set([15, 30, 45, 60, 90, 120, minutes])]
          .sort((a, b) => a - b)
          .map((count) => ({ value: String(count), label: `${count} minutes` }))}
      />
      {isError && (
        <p className={styles.words} role="alert">
          The free times could not be read
        </p>
      )}
      {!data && !isError && <SkeletonRows count={3} label="Finding times" />}
      {data?.suggestions.length === 0 && (
        <p className={styles.words} role="status">
          No common free time in these two weeks.
        </p>
      )}
      <fieldset className={styles.times}>
        <legend className="visually-hidden">Times</legend>
        {data?.suggestions.slice(0, 6).map(({ startTime, endTime, taken, outsideHours }) => {
          const times = draftAt({ isAllDay: false, startTime, endTime });
          const note =
            taken.length > 0
              ? `Busy: ${named(taken)}`
              : outsideHours.length > 0
                ? `Outside working hours: ${named(outsideHours)}`
                : "Everyone is free";
          return (
            <label
              key={startTime}
              className={styles.time}
              data-good={note === "Everyone is free" || undefined}
            >
              <input
                type="radio"
                name="time"
                checked={draft.start === times.start && draft.end === times.end}
                onChange={() => onChange({ ...draft, start: times.start, end: times.end })}
              />
              <span>
                {formatTimeRange({ startTime, endTime }, HERE).replace(`, ${HERE.replaceAll("_", " ")}`, "")}
              </span>
              <span className={styles.words}>{note}</span>
            </label>
          );
        })}
      </fieldset>
      <Button variant="default" onClick={() => setFirst(Date.parse(to))}>
        Next two weeks
      </Button>
    </>
  );
}

const clockIn = (timeZone: string) =>
  new Date().toLocaleTimeString(undefined, { hour: "numeric", minute: "2-digit", timeZone });

/** From the day of the draft on, and never in the past. */
function firstDay({ start }: EventDraft): number {
  const day = start.slice(0, 10) || dayAt(new Date());
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  return Math.max(new Date(`${day}T00:00`).getTime() || hour, hour);
}

function minutesOf({ start, end }: EventDraft): number {
  const minutes = Math.round((Date.parse(end) - Date.parse(start)) / 60_000);
  return minutes >= 15 && minutes <= 480 ? minutes : 60;
}
