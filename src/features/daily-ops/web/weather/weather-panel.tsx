import { useQuery } from "@tanstack/react-query";
import {
  Cloud,
  CloudFog,
  CloudLightning,
  CloudRain,
  CloudSnow,
  CloudSun,
  Droplets,
  type LucideIcon,
  Sun,
  Wind,
} from "lucide-react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { NO_LOCATIONS } from "../../model.ts";
import { LOADED, weather } from "../api.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import { ReadingCard } from "../reading-card.tsx";
import { RefreshButton } from "../refresh-button.tsx";
import { useRefresh } from "../use-refresh.ts";
import styles from "./weather-panel.module.css";

const LIST = weather.list.query({});
type Reading = Awaited<ReturnType<typeof weather.list.call>>["items"][number];

export function WeatherPanel() {
  const { data, error, refetch } = useQuery({ ...LIST, ...LOADED });
  const { refresh, isRefreshing } = useRefresh({
    label: "Refresh weather",
    queryKey: LIST.queryKey,
    act: () => weather.refresh.call({}),
    failure: "Failed to refresh weather data",
    missing: { sentence: NO_LOCATIONS, title: "No Locations" },
  });
  const cards = () => {
    if (!data && error)
      return (
        <ErrorState
          title="The weather could not be loaded"
          message={error.message}
          onRetry={() => void refetch()}
        />
      );
    if (!data) return <SkeletonCards count={3} label="Loading weather" />;
    if (data.items.length === 0)
      return (
        <EmptyState
          icon={CloudSun}
          title="The weather at your places appears here"
          message="Add locations in Settings, then refresh."
          action={
            <InnerLink href="/settings" className={panel.link}>
              Open your locations
            </InnerLink>
          }
        />
      );
    return (
      <>
        <Grid as="ul" columns="20rem" gap={16}>
          {data.items.map((reading) => (
            <WeatherCard key={reading.id} reading={reading} />
          ))}
        </Grid>
        {data.items.some(({ kind }) => kind !== "simulated") && <Credit />}
      </>
    );
  };
  return (
    <Stack>
      <Row as="header" gap={16} lineGap={8} justify="space-between" wrap className={panel.header}>
        <Text as="h2" size="section">
          Weather at your locations
        </Text>
        <RefreshButton label="Refresh Weather" isBusy={isRefreshing} onClick={refresh} />
      </Row>
      {cards()}
    </Stack>
  );
}

const Credit = () => (
  <Text tone="faint" size="label">
    Weather data by{" "}
    <a className={panel.link} href="https://open-meteo.com/" target="_blank" rel="noreferrer">
      Open-Meteo.com
    </a>
  </Text>
);

const DAYS = [
  { day: "today", label: "Today" },
  { day: "tomorrow", label: "Tomorrow" },
  { day: "dayAfter", label: "Day after" },
] as const;

function WeatherCard({ reading }: { reading: Reading }) {
  const { location, temperature, condition, humidity, windSpeed, forecastData, kind, note, lastUpdated } =
    reading;
  const Icon = iconOf(condition);
  return (
    <ReadingCard
      title={location}
      kind={kind}
      note={note}
      lastUpdated={lastUpdated}
      figure={
        <>
          <Icon size={36} strokeWidth={1.5} aria-hidden />
          <strong>{temperature}°F</strong>
          <Text as="div" shrink>
            <Text weight="medium">{condition}</Text>
            <Row as="p" gap={4} wrap size="list" tone="soft" className={styles.fact}>
              <Droplets size={14} strokeWidth={1.75} aria-hidden />
              <span className="visually-hidden">Humidity </span>
              {humidity}%
              <Wind size={14} strokeWidth={1.75} aria-hidden />
              <span className="visually-hidden">Wind </span>
              {windSpeed} mph
            </Row>
          </Text>
        </>
      }
    >
      <Grid as="dl" columns={3} gap={0} className={panel.foot}>
        {DAYS.map(({ day, label }) => (
          <Text as="div" size="label" tone="soft" shrink key={day} className={styles.day}>
            <dt>{label}</dt>
            <Text as="dd" size="body" tone="ink" weight="medium" className={styles.span}>
              {forecastData[day].high}° <span>{forecastData[day].low}°</span>
            </Text>
            <dd>{forecastData[day].condition}</dd>
          </Text>
        ))}
      </Grid>
    </ReadingCard>
  );
}

function iconOf(condition: string): LucideIcon {
  if (/snow/i.test(condition)) return CloudSnow;
  if (/thunder/i.test(condition)) return CloudLightning;
  if (/fog/i.test(condition)) return CloudFog;
  if (/rain|shower|drizzle|storm/i.test(condition)) return CloudRain;
  if (/partly/i.test(condition)) return CloudSun;
  return /sun|clear/i.test(condition) ? Sun : Cloud;
}
