import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { fieldErrorsOf } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { NumberInput } from "#ui/fields/number-input.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { planSettings } from "./plan-settings-client.ts";
import {
  draftOf,
  type Faults,
  faultsOf,
  MOST,
  type SettingsDraft,
  type StoredSettings,
  settingsOf,
} from "./plan-settings-draft.ts";
import { StretchesField } from "./stretches-field.tsx";

type FormProps = { id: string; onBusy(isBusy: boolean): void; onSaved(): void };

const STORED = planSettings.get.query({});

/** How a person wants to be planned. Its button is outside of it. */
export function PlanSettingsForm(props: FormProps) {
  const query = useQuery(STORED);
  return (
    <QueryContent query={query} failure={t`These settings could not be loaded`} rows={6}>
      {(stored) => <StoredForm {...props} stored={stored} />}
    </QueryContent>
  );
}

function StoredForm({ id, onBusy, onSaved, stored }: FormProps & { stored: StoredSettings }) {
  const [edits, setEdits] = useState<Partial<SettingsDraft>>({});
  const [faults, setFaults] = useState<Faults>({});
  const draft = { ...draftOf(stored), ...edits, version: stored.version };
  const save = useWrite({
    send: (settings: StoredSettings) => planSettings.save.call(settings),
    stores: STORED.queryKey,
    done: t`Planning settings saved`,
    failed: t`Failed to save planning settings`,
    // A proposal that is open is another one now.
    invalidates: [["plan"]],
    onDone: onSaved,
    onFailed: (error) => setFaults(fieldErrorsOf(error)),
  });
  useEffect(() => onBusy(save.isPending), [onBusy, save.isPending]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate(settingsOf(draft));
  };
  const edit = (fields: Partial<SettingsDraft>) => setEdits({ ...edits, ...fields });
  return (
    <Stack as="form" id={id} onSubmit={submit} noValidate>
      <StretchesField
        name="focus"
        title={t`Focus hours`}
        description={t`For tasks that need concentration, on every working day`}
        add={t`Add focus hours`}
        stretches={draft.focus}
        faults={faults}
        onChange={(focus) => edit({ focus })}
      />
      <StretchesField
        name="breaks"
        title={t`Breaks`}
        description={t`Nothing is planned then`}
        add={t`Add a break`}
        stretches={draft.breaks}
        faults={faults}
        onChange={(breaks) => edit({ breaks })}
      />
      <Limits draft={draft} faults={faults} edit={edit} />
      <Rules draft={draft} edit={edit} />
    </Stack>
  );
}

type RulesProps = { draft: SettingsDraft; edit(fields: Partial<SettingsDraft>): void };

const Rules = ({ draft, edit }: RulesProps) => (
  <>
    <Switch
      label={t`I can work on trains and planes`}
      description={t`Plans use events such as “Train to Munich” or “Flight LH 1170”, but not for calls or what needs a place`}
      isOn={draft.worksOnRides}
      onChange={(worksOnRides) => edit({ worksOnRides })}
    />
    <Switch
      label={t`Defend focus hours`}
      description={t`Booking pages and colleagues see them as taken, and for an invitation in them you can propose another time`}
      isOn={draft.defendsFocus === "propose"}
      onChange={(isOn) => edit({ defendsFocus: isOn ? "propose" : "off" })}
    />
    <Switch
      label={t`Move blocks by themselves`}
      description={t`When an event is put on a block, it moves to another time and you are notified`}
      isOn={draft.movesByItself}
      onChange={(movesByItself) => edit({ movesByItself })}
    />
  </>
);

type LimitsProps = RulesProps & { faults: Faults };

function Limits({ draft, faults, edit }: LimitsProps) {
  const fieldOf = (name: keyof typeof MOST) => ({
    ...{ min: 0, max: MOST[name], value: draft[name], error: faults[name] },
    suffix: term("min", "minutes, behind their number"),
    onChange: (minutes: number | "") => edit({ [name]: minutes }),
  });
  return (
    <Grid columns={2} gap={14}>
      <NumberInput {...fieldOf("mostPlannedMinutes")} label={t`Planned a day, at most`} />
      <NumberInput
        {...fieldOf("mostMeetingMinutes")}
        label={t`Meetings a day, at most`}
        placeholder={t`No limit`}
      />
      <NumberInput {...fieldOf("pauseMinutes")} label={t`Pause between blocks`} />
      <NumberInput {...fieldOf("preparationMinutes")} label={t`To prepare a meeting`} />
    </Grid>
  );
}
