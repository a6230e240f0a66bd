import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { WeekdayChoice } from "#ui/inputs/weekday-choice.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { useWritableCalendars } from "../calendars/use-calendars.ts";
import { fromTimeInput, toTimeInput } from "../time-input-text.ts";
import { TIME_ZONES } from "./time-zones.ts";
import { type EffectiveSettings, useCalendarSettings, useSaveSettings } from "./use-calendar-settings.ts";

const TO_PROFILE = (
  <Text tone="soft" size="list">
    {rich(
      t`Your time zone, 12 or 24 hours and the first day of the week are in <0>your profile</0>.`,
      (words) => (
        <Link to="/settings" search={{ tab: "profile" }}>
          {words}
        </Link>
      ),
    )}
  </Text>
);

/** Calendar display settings and working hours. */
export function SettingsDialog({ onClose }: { onClose(): void }) {
  const stored = useCalendarSettings();
  const [edits, setEdits] = useState<Partial<EffectiveSettings>>({});
  const settings = { ...stored, ...edits };
  const edit = (fields: Partial<EffectiveSettings>) => setEdits({ ...edits, ...fields });
  const save = useSaveSettings(onClose);
  const writable = useWritableCalendars();
  const submit = () => {
    if (settings.workTo <= settings.workFrom)
      return void toast.failure(t`The working day must end after it begins`);
    const { weekStart: _, ...input } = settings;
    save.mutate(input);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Calendar settings`}
      size="small"
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <BusyButton type="submit" isBusy={save.isPending}>
            {t`Save`}
          </BusyButton>
        </>
      }
    >
      <Stack>
        {TO_PROFILE}
        <WorkingHours settings={settings} edit={edit} />
        <NativeSelect
          label={t`Second time zone`}
          description={t`Shown next to your time in week and day view`}
          value={settings.secondTimeZone ?? ""}
          onChange={({ target }) => edit({ secondTimeZone: target.value || null })}
          data={[{ value: "", label: term("None", "no second time zone") }, ...TIME_ZONES]}
        />
        {writable.length > 0 && (
          <NativeSelect
            label={t`New events go to`}
            value={settings.defaultCalendarId ?? ""}
            onChange={({ target }) => edit({ defaultCalendarId: target.value || null })}
            data={[
              { value: "", label: t`My calendar` },
              ...writable.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </Stack>
    </Dialog>
  );
}

type FieldsProps = { settings: EffectiveSettings; edit(fields: Partial<EffectiveSettings>): void };

const WorkingHours = ({ settings, edit }: FieldsProps) => (
  <>
    <WeekdayChoice
      label={t`Working days`}
      chosen={settings.workingDays}
      onChange={(workingDays) => edit({ workingDays })}
    />
    <Grid columns={2} gap={14}>
      <WhenInput
        kind="time"
        label={t`Work begins`}
        value={toTimeInput(settings.workFrom)}
        onChange={(time) => edit({ workFrom: fromTimeInput(time, settings.workFrom) })}
      />
      <WhenInput
        kind="time"
        label={t`Work ends`}
        value={toTimeInput(settings.workTo)}
        onChange={(time) => edit({ workTo: fromTimeInput(time, settings.workTo) })}
      />
    </Grid>
  </>
);
