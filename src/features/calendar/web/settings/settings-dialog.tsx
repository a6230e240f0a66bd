import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { TabList } from "#ui/display/tabs.tsx";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { WeekdayChoice } from "#ui/inputs/weekday-choice.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { ENDS_TOO_EARLY, usualHours, type WeekdayHours } from "../../hours-model.ts";
import { useWritableCalendars } from "../calendars/use-calendars.ts";
import { planParts } from "../slots.ts";
import { fromTimeInput, toTimeInput } from "../time-input-text.ts";
import { OtherHoursField } from "./other-hours-field.tsx";
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

type Part = "settings" | "planning";
type SettingsDialogProps = { part: Part; onPart(part: Part): void; onClose(): void };

const FORMS: Record<Part, string> = { settings: "calendar-settings", planning: "plan-settings" };

/** How the calendar is shown, and how the person wants to be planned; what was typed stays when the part changes. */
export function SettingsDialog({ part, onPart, onClose }: SettingsDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [hasPlanning, setPlanning] = useState(part === "planning");
  if (part === "planning" && !hasPlanning) setPlanning(true);
  const id = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Calendar settings`}
      size="small"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <BusyButton type="submit" form={FORMS[part]} isBusy={isBusy}>
            {t`Save`}
          </BusyButton>
        </>
      }
    >
      <TabList<Part>
        id={id}
        label={t`Calendar settings`}
        value={part}
        onChange={onPart}
        isFull
        tabs={[
          { value: "settings", label: t`Calendar` },
          { value: "planning", label: term("Planning", "settings of plans of one's days") },
        ]}
      />
      <SettingsPart id={id} value="settings" isShown={part === "settings"}>
        <CalendarForm onBusy={setBusy} onSaved={onClose} />
      </SettingsPart>
      {hasPlanning && (
        <SettingsPart id={id} value="planning" isShown={part === "planning"}>
          <PlanSettingsForm id={FORMS.planning} onBusy={setBusy} onSaved={onClose} />
        </SettingsPart>
      )}
    </Dialog>
  );
}

const PlanSettingsForm = laterPart(
  async () => (await planParts.get()()).PlanSettingsForm,
  <SkeletonText count={6} label={t`Loading`} />,
);

type SettingsPartProps = { id: string; value: Part; isShown: boolean; children: ReactNode };

/** Hidden while another is shown, so that it keeps what was typed. */
const SettingsPart = ({ id, value, isShown, children }: SettingsPartProps) => (
  <Box
    pad="16px 0 0"
    role="tabpanel"
    id={`${id}-panel-${value}`}
    aria-labelledby={`${id}-tab-${value}`}
    hidden={!isShown}
  >
    {children}
  </Box>
);

type FormProps = { onBusy(isBusy: boolean): void; onSaved(): void };

/** Calendar display settings and working hours. */
function CalendarForm({ onBusy, onSaved }: FormProps) {
  const stored = useCalendarSettings();
  const [edits, setEdits] = useState<Partial<EffectiveSettings>>({});
  const settings = { ...stored, ...edits };
  const edit = (fields: Partial<EffectiveSettings>) => setEdits({ ...edits, ...fields });
  const save = useSaveSettings(onSaved);
  const [fault, setFault] = useState(false);
  useEffect(() => onBusy(save.isPending), [onBusy, save.isPending]);
  const writable = useWritableCalendars();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isInvalid =
      settings.workTo <= settings.workFrom || settings.otherHours.some(({ from, to }) => to <= from);
    setFault(isInvalid);
    if (isInvalid) return;
    const { weekStart: _, ...input } = settings;
    save.mutate(input);
  };
  return (
    <Stack as="form" id={FORMS.settings} onSubmit={submit} noValidate>
      {TO_PROFILE}
      <WorkingHours settings={settings} edit={edit} isChecked={fault} />
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
  );
}

type FieldsProps = {
  settings: EffectiveSettings;
  edit(fields: Partial<EffectiveSettings>): void;
  /** What is wrong is said. */
  isChecked: boolean;
};

const WorkingHours = ({ settings, edit, isChecked }: FieldsProps) => (
  <>
    <WeekdayChoice
      label={t`Working days`}
      chosen={settings.workingDays}
      onChange={(workingDays) =>
        edit({
          workingDays,
          otherHours: settings.otherHours.filter(({ weekday }) => workingDays.includes(weekday)),
        })
      }
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
        error={isChecked && settings.workTo <= settings.workFrom && ENDS_TOO_EARLY}
        value={toTimeInput(settings.workTo)}
        onChange={(time) => edit({ workTo: fromTimeInput(time, settings.workTo) })}
      />
    </Grid>
    <OtherHoursField
      hours={settings.otherHours}
      usual={usualHours(settings)}
      isChecked={isChecked}
      onChange={(otherHours) => edit({ otherHours, workingDays: withDaysOf(otherHours, settings) })}
    />
  </>
);

/** A day with hours of its own is a working day. */
const withDaysOf = (otherHours: readonly WeekdayHours[], { workingDays }: EffectiveSettings): number[] => [
  ...new Set([...workingDays, ...otherHours.map(({ weekday }) => weekday)]),
];
