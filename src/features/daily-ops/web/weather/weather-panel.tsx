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
import { t, term } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { Grid, Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { NO_LOCATIONS } from "../../model.ts";
import { LOADED, weather } from "../api.ts";
import panel from "../panel.module.css";
import { ReadingCard } from "../reading-card.tsx";
import { Readings } from "../readings.tsx";
import styles from "./weather-panel.module.css";

type Reading = Awaited<ReturnType<typeof weather.list.call>>["items"][number];

const LIST = weather.list.query({});

export const WeatherPanel = () => (
  <Readings<Reading>
    query={useQuery({ ...LIST, ...LOADED })}
    queryKey={LIST.queryKey}
    refresh={() => weather.refresh.call({})}
    name="weather"
    title={t`Weather at your locations`}
    tooFewMessage={NO_LOCATIONS}
    empty={{
      icon: CloudSun,
      title: t`The weather at your places appears here`,
      message: t`Add locations in Settings, then refresh.`,
    }}
    renderCard={(reading) => <WeatherCard key={reading.id} reading={reading} />}
    renderBelow={(readings) => readings.some(({ kind }) => kind !== "simulated") && <Credit />}
  />
);

const Credit = () => (
  <Text tone="faint" size="label">
    {rich(t`Weather data by <0/>`, () => (
      <a className={panel.link} href="https://open-meteo.com/" target="_blank" rel="noreferrer">
        {"Open-Meteo.com"}
      </a>
    ))}
  </Text>
);

const DAYS = [
  { day: "today", label: t`Today` },
  { day: "tomorrow", label: t`Tomorrow` },
  { day: "dayAfter", label: t`Day after` },
] as const;

const hidden = (words: string) => <span className="visually-hidden">{words}</span>;

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
          <Icon size="2.25rem" strokeWidth={1.5} aria-hidden />
          <strong>{temperature}°F</strong>
          <Text as="div" shrink>
            <Text weight="medium">{describeCondition(condition)}</Text>
            <Row as="p" gap={4} wrap size="list" tone="soft" className={styles.fact}>
              <Droplets size={14} strokeWidth={1.75} aria-hidden />
              {rich(t`<0>Humidity </0>${humidity}%`, hidden)}
              <Wind size={14} strokeWidth={1.75} aria-hidden />
              {rich(t`<0>Wind </0>${windSpeed} mph`, hidden)}
            </Row>
          </Text>
        </>
      }
    >
      <Grid as="dl" columns={3} gap={0} line="above" pad="12px 0 0">
        {DAYS.map(({ day, label }) => (
          <Text as="div" size="label" tone="soft" shrink key={day} className={styles.day}>
            <dt>{label}</dt>
            <Text as="dd" size="body" tone="ink" weight="medium" className={styles.span}>
              {forecastData[day].high}° <span>{forecastData[day].low}°</span>
            </Text>
            <dd>{describeCondition(forecastData[day].condition)}</dd>
          </Text>
        ))}
      </Grid>
    </ReadingCard>
  );
}

/** As the services of weather name them. */
const CONDITIONS: Record<string, string> = {
  Sunny: t`Sunny`,
  "Partly Cloudy": t`Partly Cloudy`,
  Cloudy: t`Cloudy`,
  Fog: t`Fog`,
  Drizzle: t`Drizzle`,
  "Light Rain": t`Light Rain`,
  Rain: t`Rain`,
  Snow: t`Snow`,
  "Rain Showers": t`Rain Showers`,
  "Snow Showers": t`Snow Showers`,
  Thunderstorm: t`Thunderstorm`,
  Unknown: term("Unknown", "weather"),
};
const describeCondition = (condition: string): string => CONDITIONS[condition] ?? condition;

function iconOf(condition: string): LucideIcon {
  if (/snow/i.test(condition)) return CloudSnow;
  if (/thunder/i.test(condition)) return CloudLightning;
  if (/fog/i.test(condition)) return CloudFog;
  if (/rain|shower|drizzle|storm/i.test(condition)) return CloudRain;
  if (/partly/i.test(condition)) return CloudSun;
  return /sun|clear/i.test(condition) ? Sun : Cloud;
}
