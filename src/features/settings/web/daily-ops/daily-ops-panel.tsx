import { Button, NumberInput, TextInput } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Bell, Car, CloudSun, GitMerge, type LucideIcon, Mic, Newspaper, Sunrise } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { WeekdayChoice } from "#ui/inputs/weekday-choice.tsx";
import { EVERY_DAY } from "../../model.ts";
import { profile } from "../api.ts";
import { TimeZoneField } from "../profile/time-zone-field.tsx";
import { zoneLabel } from "../profile/time-zones.ts";
import styles from "./daily-ops-panel.module.css";
import { type StoredSettings, type Toggle, useDailyOpsForm } from "./use-daily-ops-form.ts";

export function DailyOpsPanel({ query }: { query: UseQueryResult<StoredSettings> }) {
  if (query.data) return <DailyOpsForm stored={query.data} />;
  return (
    <ErrorState
      title="These settings could not be loaded"
      message={query.error?.message ?? ""}
      onRetry={() => void query.refetch()}
    />
  );
}

type Area = { toggle: Toggle; title: string; text: string; icon: LucideIcon };

const AREAS: readonly Area[] = [
  {
    toggle: "weatherEnabled",
    title: "Weather Updates",
    text: "The weather at your locations, today and the next two days.",
    icon: CloudSun,
  },
  {
    toggle: "trafficEnabled",
    title: "Traffic Updates",
    text: "Current travel times between your places.",
    icon: Car,
  },
  {
    toggle: "newsEnabled",
    title: "News Updates",
    text: "Articles for your line of work, the relevant ones marked.",
    icon: Newspaper,
  },
  {
    toggle: "voiceCommandsEnabled",
    title: "Voice Commands",
    text: "Say or type what should be done, and it is done.",
    icon: Mic,
  },
  {
    toggle: "smartNotificationsEnabled",
    title: "Smart Notifications",
    text: "All alerts in one list.",
    icon: Bell,
  },
];

function DailyOpsForm({ stored }: { stored: StoredSettings }) {
  const form = useDailyOpsForm(stored);
  const { values } = form;
  const weekdays = values.weekdays ?? EVERY_DAY;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <header className={styles.header}>
        <div>
          <h2 className={styles.title}>Daily Operations Settings</h2>
          <p className={styles.text}>Your morning briefing and your alerts.</p>
        </div>
        <Button type="submit" disabled={form.isSaving || weekdays.length === 0}>
          {form.isSaving ? "Saving..." : "Save Settings"}
        </Button>
      </header>
      {form.isClash && (
        <div className={styles.clash} role="alert">
          <GitMerge size={18} strokeWidth={1.75} aria-hidden />
          <p>
            These settings were changed in another window. What you set here is kept; saving again replaces
            what is stored.
          </p>
          <Button variant="default" size="compact-sm" onClick={form.discard}>
            Use the saved version
          </Button>
        </div>
      )}
      <AreaCard
        icon={Sunrise}
        title="Morning Briefing"
        text="Your tasks, meetings and mail of the day, put together while you are away."
        isOn={values.briefingEnabled}
        onToggle={(on) => form.edit({ briefingEnabled: on })}
      >
        <div className={styles.schedule}>
          <TextInput
            type="time"
            label="Briefing time"
            description={`At this time in ${zoneLabel(values.timezone)}`}
            value={values.briefingTime}
            error={form.errors.briefingTime}
            disabled={!values.briefingEnabled}
            onChange={(event) => form.edit({ briefingTime: event.currentTarget.value })}
          />
          <TimeZoneField
            value={values.timezone}
            error={form.errors.timezone}
            onChange={(timezone) => form.edit({ timezone })}
          />
          <div className={styles.weekdays}>
            <WeekdayChoice
              label="On these days"
              chosen={weekdays.map((day) => day % 7)}
              onChange={(days) => form.edit({ weekdays: days.map((day) => day || 7) })}
              isDisabled={!values.briefingEnabled}
              error={weekdays.length === 0 ? "Choose at least one day" : undefined}
            />
          </div>
          <ProfileZone chosen={values.timezone} onTake={(timezone) => form.edit({ timezone })} />
        </div>
      </AreaCard>
      <div className={styles.areas}>
        {AREAS.map(({ toggle, ...area }) => (
          <AreaCard
            key={toggle}
            {...area}
            isOn={values[toggle]}
            onToggle={(on) => form.edit({ [toggle]: on })}
          >
            {toggle === "voiceCommandsEnabled" && (
              <div className={styles.more}>
                <Switch
                  label="Read results aloud"
                  isOn={values.speakResults ?? false}
                  isDisabled={!values.voiceCommandsEnabled}
                  onChange={(on) => form.edit({ speakResults: on })}
                />
              </div>
            )}
            {toggle === "trafficEnabled" && (
              <NumberInput
                className={styles.buffer}
                label="Leave early by"
                suffix=" min"
                min={0}
                max={240}
                allowDecimal={false}
                value={values.leaveBuffer ?? ""}
                disabled={!values.trafficEnabled}
                onChange={(minutes) => form.edit({ leaveBuffer: Number(minutes) || 0 })}
              />
            )}
          </AreaCard>
        ))}
      </div>
    </form>
  );
}

type AreaCardProps = Omit<Area, "toggle"> & {
  isOn: boolean;
  onToggle(isOn: boolean): void;
  children?: ReactNode;
};

const AreaCard = ({ icon: Icon, title, text, isOn, onToggle, children }: AreaCardProps) => (
  <section className={styles.card} aria-label={title}>
    <header className={styles.area}>
      <span className={styles.icon}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.text}>{text}</p>
      </div>
      <Switch label={`Enable ${title}`} isBare isOn={isOn} onChange={onToggle} />
    </header>
    {children}
  </section>
);

function ProfileZone({ chosen, onTake }: { chosen: string; onTake(zone: string): void }) {
  const { data } = useQuery(profile.get.query({}));
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!data || data.timeZone === chosen || data.timeZone === here) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={styles.offer}
      onClick={() => onTake(data.timeZone)}
    >{`Use the zone of your profile: ${zoneLabel(data.timeZone)}`}</Button>
  );
}
