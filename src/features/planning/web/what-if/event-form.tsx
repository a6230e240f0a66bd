import { useState } from "react";
import type { WhatIfPanelProps } from "#features/calendar/web/slots.ts";
import { t } from "#i18n/message.ts";
import { localClock, localDay, localMoment } from "#platform/time/local-day.ts";
import { SearchSelect } from "#ui/fields/search-select.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type ChangeFormProps, FormFrame } from "./form-frame.tsx";
import { whenOf } from "./what-if-words.ts";

type Event = WhatIfPanelProps["events"][number];

/** An event at another time of the same length, or not at all. */
export function EventForm({ day, events, about, onAdd, onCancel }: ChangeFormProps) {
  const coming = comingEvents(events, about);
  const [id, setId] = useState(about?.id ?? "");
  const [does, setDoes] = useState<"move" | "drop">("move");
  const event = coming.find((each) => each.id === id);
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<{ event?: string; start?: string }>({});
  const kind = event?.isAllDay ? "day" : "moment";
  const start = typed ?? (event ? startOf(event) : `${day}T09:00`);
  const submit = () => {
    if (!event) return setFault({ event: t`Choose an event` });
    if (does === "drop") return onAdd([{ kind: "dropEvent", event }]);
    const times = timesFrom(event, start);
    if (!times) return setFault({ start: t`Choose when it starts` });
    if (times.startTime === new Date(event.startTime).toISOString())
      return setFault({ start: t`It is at this time now` });
    onAdd([{ kind: "moveEvent", event, times }]);
  };
  return (
    <FormFrame label={t`Move or drop`} onSubmit={submit} onCancel={onCancel}>
      <EventChoice
        events={coming}
        id={id}
        error={fault.event}
        onChange={(next) => {
          setId(next);
          setTyped(undefined);
          setFault({});
        }}
      />
      <SegmentedControl<"move" | "drop">
        label={t`What happens to it`}
        value={does}
        onChange={setDoes}
        options={[
          { value: "move", label: t`It moves` },
          { value: "drop", label: t`It does not take place` },
        ]}
      />
      {does === "move" && (
        <WhenInput
          kind={kind}
          label={t`New time`}
          autoFocus={about !== null}
          value={start}
          error={fault.start}
          onChange={setTyped}
        />
      )}
      {event?.seriesId && (
        <Text size="label" tone="soft">
          {t`Only this one of the series.`}
        </Text>
      )}
    </FormFrame>
  );
}

type EventChoiceProps = {
  events: readonly Event[];
  id: string;
  error: string | undefined;
  onChange(id: string): void;
};

/** One of the coming events, by its title or its day. */
function EventChoice({ events, id, error, onChange }: EventChoiceProps) {
  const names = new Map(events.map((event) => [event.id, nameOf(event)]));
  return (
    <SearchSelect
      label={t`Event`}
      placeholder={t`Search events`}
      nothingFound={t`No such event in the next weeks`}
      value={id}
      options={[...names].map(([value, label]) => ({ value, label }))}
      matches={(value, search) => names.get(value)?.toLowerCase().includes(search.toLowerCase()) ?? false}
      error={error}
      onChange={onChange}
    />
  );
}

const nameOf = (event: Event): string => `${event.title || t`(No title)`}, ${whenOf(event)}`;

/** Those that are not over, and the one that is asked about. */
function comingEvents(events: readonly Event[], about: Event | null): Event[] {
  const now = new Date().toISOString();
  const coming = events.filter(({ endTime }) => new Date(endTime).toISOString() > now);
  return about && coming.every(({ id }) => id !== about.id) ? [about, ...coming] : coming;
}

const startOf = ({ startTime, isAllDay }: Event): string =>
  isAllDay ? startTime.slice(0, 10) : `${localDay(startTime)}T${localClock(startTime)}`;

/** Of the length that the event has; null if nothing valid is typed. */
function timesFrom({ startTime, endTime, isAllDay }: Event, start: string) {
  const length = Date.parse(endTime) - Date.parse(startTime);
  const from = isAllDay ? `${start.slice(0, 10)}T00:00:00.000Z` : localMoment(start);
  if (from === null || Number.isNaN(Date.parse(from))) return null;
  const begins = Date.parse(from);
  return {
    isAllDay,
    startTime: new Date(begins).toISOString(),
    endTime: new Date(begins + length).toISOString(),
  };
}
