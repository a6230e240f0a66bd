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
import { formatAgo } from "#ui/dates.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { NO_LOCATIONS } from "../../model.ts";
import { LOADED, weather } from "../api.ts";
import { InnerLink } from "../inner-link.tsx";
import panel from "../panel.module.css";
import { ReadingBadge } from "../reading-badge.tsx";
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
        <ul className={panel.cards}>
          {data.items.map((reading) => (
            <WeatherCard key={reading.id} reading={reading} />
          ))}
        </ul>
        {data.items.some(({ kind }) => kind !== "simulated") && (
          <p className={panel.faint}>
            Weather data by{" "}
            <a className={panel.link} href="https://open-meteo.com/" target="_blank" rel="noreferrer">
              Open-Meteo.com
            </a>
          </p>
        )}
      </>
    );
  };
  return (
    <div className={panel.panel}>
      <header className={panel.header}>
        <h2 className={panel.heading}>Weather at your locations</h2>
        <RefreshButton label="Refresh Weather" isBusy={isRefreshing} onClick={refresh} />
      </header>
      {cards()}
    </div>
  );
}

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
    <li className={panel.card} aria-label={location}>
      <div className={panel.cardHeader}>
        <h3 className={panel.cardTitle}>{location}</h3>
        <ReadingBadge kind={kind} />
      </div>
      <div className={styles.now}>
        <Icon size={36} strokeWidth={1.5} className={styles.icon} aria-hidden />
        <p className={styles.temperature}>{temperature}°F</p>
        <div className={styles.facts}>
          <p className={styles.condition}>{condition}</p>
          <p className={styles.fact}>
            <Droplets size={14} strokeWidth={1.75} aria-hidden />
            <span className="visually-hidden">Humidity </span>
            {humidity}%
            <Wind size={14} strokeWidth={1.75} aria-hidden />
            <span className="visually-hidden">Wind </span>
            {windSpeed} mph
          </p>
        </div>
      </div>
      <dl className={styles.forecast}>
        {DAYS.map(({ day, label }) => (
          <div key={day} className={styles.day}>
            <dt>{label}</dt>
            <dd className={styles.span}>
              {forecastData[day].high}° <span>{forecastData[day].low}°</span>
            </dd>
            <dd>{forecastData[day].condition}</dd>
          </div>
        ))}
      </dl>
      <p className={panel.faint}>
        Updated <time dateTime={lastUpdated}>{formatAgo(lastUpdated)}</time>
        {note && ` · ${note}`}
      </p>
    </li>
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
