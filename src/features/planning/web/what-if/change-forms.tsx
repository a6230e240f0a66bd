import { useState } from "react";
import { PeoplePicker } from "#features/email/web/public/people-picker.tsx";
import { splitAddresses } from "#features/email/web/public/split-addresses.ts";
import { t, term } from "#i18n/message.ts";
import { localMoment } from "#platform/time/local-day.ts";
import { NumberInput } from "#ui/fields/number-input.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { type Days, DaysFields, faultsOfDays } from "./days-fields.tsx";
import { type ChangeFormProps, FormFrame } from "./form-frame.tsx";

type Faults = Partial<Record<string, string>>;

/** A day, or several, without work. */
export function DaysForm({ day, onAdd, onCancel }: ChangeFormProps) {
  const [days, setDays] = useState<Days>({ from: day, to: day });
  const [faults, setFaults] = useState<Faults>({});
  const submit = () => {
    const found = faultsOfDays(days);
    setFaults(found);
    if (isFine(found)) onAdd([{ kind: "dayOff", ...days }]);
  };
  return (
    <FormFrame label={t`Days off`} onSubmit={submit} onCancel={onCancel}>
      <DaysFields days={days} faults={faults} isFirst onChange={setDays} />
    </FormFrame>
  );
}

const MOST_TRAVEL = 1440;

/** A place for some days, and how long the way is. */
export function TripForm({ day, onAdd, onCancel }: ChangeFormProps) {
  const [days, setDays] = useState<Days>({ from: day, to: day });
  const [place, setPlace] = useState("");
  const [travel, setTravel] = useState<number | "">("");
  const [faults, setFaults] = useState<Faults>({});
  const submit = () => {
    const found: Faults = {
      ...faultsOfDays(days),
      ...(place.trim() === "" && { place: t`Enter where you go` }),
      ...(travel !== "" &&
        (travel < 0 || travel > MOST_TRAVEL) && { travel: t`Enter 0 to ${MOST_TRAVEL} minutes` }),
    };
    setFaults(found);
    if (!isFine(found)) return;
    onAdd([{ kind: "trip", ...days, place: place.trim(), travelMinutes: travel === "" ? null : travel }]);
  };
  return (
    <FormFrame label={t`Trip`} onSubmit={submit} onCancel={onCancel}>
      <TextInput
        label={t`Where to`}
        autoFocus
        maxLength={200}
        value={place}
        error={faults.place}
        onChange={({ target }) => setPlace(target.value)}
      />
      <DaysFields days={days} faults={faults} onChange={setDays} />
      <NumberInput
        label={t`Way, in each direction`}
        min={0}
        max={MOST_TRAVEL}
        suffix={term("min", "minutes, behind their number")}
        value={travel}
        error={faults.travel}
        onChange={setTravel}
      />
    </FormFrame>
  );
}

/** People who are missing for some days. */
export function PersonForm({ day, onAdd, onCancel }: ChangeFormProps) {
  const [days, setDays] = useState<Days>({ from: day, to: day });
  const [people, setPeople] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const submit = () => {
    const addresses = splitAddresses(people);
    const found: Faults = {
      ...faultsOfDays(days),
      ...(addresses.length === 0 && { people: t`Say who is missing` }),
    };
    setFaults(found);
    if (isFine(found)) onAdd(addresses.map((email) => ({ kind: "withoutPerson", email, ...days })));
  };
  return (
    <FormFrame label={t`Someone is missing`} onSubmit={submit} onCancel={onCancel}>
      <PeoplePicker label={t`Who`} value={people} onChange={setPeople} />
      {faults.people && (
        <Text size="label" tone="bad" role="alert">
          {faults.people}
        </Text>
      )}
      <DaysFields days={days} faults={faults} onChange={setDays} />
    </FormFrame>
  );
}

const HOUR = 60;
const MOST_MINUTES = 1440;

/** One more meeting. */
export function MeetingForm({ day, onAdd, onCancel }: ChangeFormProps) {
  const [title, setTitle] = useState("");
  const [start, setStart] = useState(`${day}T10:00`);
  const [minutes, setMinutes] = useState<number | "">(HOUR);
  const [faults, setFaults] = useState<Faults>({});
  const submit = () => {
    const startTime = localMoment(start);
    const isLength = minutes !== "" && minutes > 0 && minutes <= MOST_MINUTES;
    const found: Faults = {
      ...(startTime === null && { start: t`Choose when it starts` }),
      ...(!isLength && { minutes: t`Enter 1 to ${MOST_MINUTES} minutes` }),
    };
    setFaults(found);
    if (startTime === null || !isLength) return;
    const endTime = new Date(Date.parse(startTime) + minutes * 60_000).toISOString();
    onAdd([{ kind: "newEvent", title: title.trim(), times: { startTime, endTime, isAllDay: false } }]);
  };
  return (
    <FormFrame label={t`New meeting`} onSubmit={submit} onCancel={onCancel}>
      <TextInput
        label={t`Title`}
        autoFocus
        maxLength={500}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <WhenInput kind="moment" label={t`Start Time`} value={start} error={faults.start} onChange={setStart} />
      <Grid columns={2} gap={8}>
        <NumberInput
          label={t`Length`}
          min={1}
          max={MOST_MINUTES}
          suffix={term("min", "minutes, behind their number")}
          value={minutes}
          error={faults.minutes}
          onChange={setMinutes}
        />
      </Grid>
    </FormFrame>
  );
}

const isFine = (faults: Faults): boolean => Object.values(faults).every((fault) => fault === undefined);
