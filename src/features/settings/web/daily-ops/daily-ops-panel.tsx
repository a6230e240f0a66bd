import type { UseQueryResult } from "@tanstack/react-query";
import { Bell, Car, CloudSun, GitMerge, type LucideIcon, Mic, Newspaper, Sunrise } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { t, term } from "#i18n/message.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { NumberInput } from "#ui/fields/number-input.tsx";
import { WhenInput } from "#ui/fields/when-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { WeekdayChoice } from "#ui/inputs/weekday-choice.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { EVERY_DAY } from "../../model.ts";
import { TimeZoneField } from "../profile/time-zone-field.tsx";
import { zoneLabel } from "../profile/time-zones.ts";
import styles from "./daily-ops-panel.module.css";
import { type StoredSettings, type Toggle, useDailyOpsForm } from "./use-daily-ops-form.ts";

export function DailyOpsPanel({ query }: { query: UseQueryResult<StoredSettings> }) {
  return (
    <QueryContent query={query} failure={t`These settings could not be loaded`}>
      {(stored) => <DailyOpsForm stored={stored} />}
    </QueryContent>
  );
}

type Area = { toggle: Toggle; title: string; text: string; icon: LucideIcon };

const AREAS: readonly Area[] = [
  {
    toggle: "weatherEnabled",
    title: t`Weather Updates`,
    text: t`The weather at your locations, today and the next two days.`,
    icon: CloudSun,
  },
  {
    toggle: "trafficEnabled",
    title: t`Traffic Updates`,
    text: t`Current travel times between your places.`,
    icon: Car,
  },
  {
    toggle: "newsEnabled",
    title: t`News Updates`,
    text: t`Articles for your line of work, the relevant ones marked.`,
    icon: Newspaper,
  },
  {
    toggle: "voiceCommandsEnabled",
    title: t`Voice Commands`,
    text: t`Say or type what should be done, and it is done.`,
    icon: Mic,
  },
  {
    toggle: "smartNotificationsEnabled",
    title: t`Smart Notifications`,
    text: t`All alerts in one list.`,
    icon: Bell,
  },
];

type Form = ReturnType<typeof useDailyOpsForm>;

function DailyOpsForm({ stored }: { stored: StoredSettings }) {
  const form = useDailyOpsForm(stored);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <Stack as="form" pad="4px 0 0" maxWidth="64rem" onSubmit={submit} noValidate>
      <FormHead form={form} />
      {form.isClash && (
        <Row gap={12} lineGap={8} wrap surface="alert" pad="12px 14px" className={styles.clash} role="alert">
          <GitMerge size={18} strokeWidth={1.75} color="var(--warn)" aria-hidden />
          <p>
            {t`These settings were changed in another window. What you set here is kept; saving again replaces what is stored.`}
          </p>
          <Button variant="default" size="compact-sm" onClick={form.discard}>
            {t`Use the saved version`}
          </Button>
        </Row>
      )}
      <BriefingCard form={form} />
      <Grid columns="22rem" gap={16}>
        {AREAS.map(({ toggle, ...area }) => (
          <AreaCard
            key={toggle}
            {...area}
            isOn={form.values[toggle]}
            onToggle={(on) => form.edit({ [toggle]: on })}
          >
            {toggle === "voiceCommandsEnabled" && <ReadAloudSwitch form={form} />}
            {toggle === "trafficEnabled" && <LeaveBuffer form={form} />}
          </AreaCard>
        ))}
      </Grid>
    </Stack>
  );
}

const weekdaysOf = ({ values }: Form) => values.weekdays ?? EVERY_DAY;

const FormHead = ({ form }: { form: Form }) => (
  <Row as="header" gap={24} lineGap={12} align="end" justify="space-between" wrap className={styles.header}>
    <div>
      <Text as="h2" size="section">
        {t`Daily Operations Settings`}
      </Text>
      <Text size="list" tone="soft" textWrap="pretty" className={styles.text}>
        {t`Your morning briefing and your alerts.`}
      </Text>
    </div>
    <Button type="submit" disabled={form.isSaving || weekdaysOf(form).length === 0}>
      {form.isSaving ? t`Saving...` : t`Save Settings`}
    </Button>
  </Row>
);

function BriefingCard({ form }: { form: Form }) {
  const { values } = form;
  const weekdays = weekdaysOf(form);
  return (
    <AreaCard
      icon={Sunrise}
      title={t`Morning Briefing`}
      text={t`Your tasks, meetings and mail of the day, put together while you are away.`}
      isOn={values.briefingEnabled}
      onToggle={(on) => form.edit({ briefingEnabled: on })}
    >
      <div className={styles.schedule}>
        <WhenInput
          kind="time"
          label={t`Briefing time`}
          description={t`At this time in ${zoneLabel(values.timezone)}`}
          value={values.briefingTime}
          error={form.errors.briefingTime}
          disabled={!values.briefingEnabled}
          onChange={(briefingTime) => form.edit({ briefingTime })}
        />
        <TimeZoneField
          value={values.timezone}
          error={form.errors.timezone}
          onChange={(timezone) => form.edit({ timezone })}
        />
        <div className={styles.weekdays}>
          <WeekdayChoice
            label={t`On these days`}
            chosen={weekdays.map((day) => day % 7)}
            onChange={(days) => form.edit({ weekdays: days.map((day) => day || 7) })}
            isDisabled={!values.briefingEnabled}
            error={weekdays.length === 0 ? t`Choose at least one day` : undefined}
          />
        </div>
      </div>
    </AreaCard>
  );
}

const ReadAloudSwitch = ({ form: { values, edit } }: { form: Form }) => (
  <Box margin="-4px 16px 16px 64px">
    <Switch
      label={t`Read results aloud`}
      isOn={values.speakResults ?? false}
      isDisabled={!values.voiceCommandsEnabled}
      onChange={(on) => edit({ speakResults: on })}
    />
  </Box>
);

const LeaveBuffer = ({ form: { values, edit } }: { form: Form }) => (
  <NumberInput
    className={styles.buffer}
    label={t`Leave early by`}
    suffix={` ${term("min", "minutes, behind their number")}`}
    min={0}
    max={240}
    value={values.leaveBuffer ?? ""}
    disabled={!values.trafficEnabled}
    onChange={(minutes) => edit({ leaveBuffer: Number(minutes) || 0 })}
  />
);

type AreaCardProps = Omit<Area, "toggle"> & {
  isOn: boolean;
  onToggle(isOn: boolean): void;
  children?: ReactNode;
};

const AreaCard = ({ icon: Icon, title, text, isOn, onToggle, children }: AreaCardProps) => (
  <Box as="section" surface="card" aria-label={title}>
    <Row as="header" gap={12} align="start" pad={16}>
      <span className={styles.icon}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <Text as="div" grow>
        <Text as="h3" size="body" weight="medium">
          {title}
        </Text>
        <Text size="list" tone="soft" textWrap="pretty" className={styles.text}>
          {text}
        </Text>
      </Text>
      <Switch label={t`Enable ${title}`} isBare isOn={isOn} onChange={onToggle} />
    </Row>
    {children}
  </Box>
);
