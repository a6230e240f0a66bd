import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { readerInstant, readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatDate } from "#ui/dates.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Line } from "#ui/feedback/skeleton.tsx";
import { dashboard, type Work } from "../api.ts";
import styles from "./charts.module.css";

/** Days that all charts of the page cover. */
export const DAYS = 30;

/** Mail, meetings, focus time and decisions of these days, and the definitions of all figures; loaded once. */
export const useWork = () => useQuery(dashboard.work.query({ timeZone: readerTimeZone(), days: DAYS }));

export const hours = (minutes: number) => t`${Math.round(minutes / 6) / 10} h`;

/** The noon of a day: a date alone would be the day before on clocks west of Greenwich. */
export function noonOf(date: string): Date {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return readerInstant({ year, month, day, hour: 12, minute: 0 });
}

/** While it loads, the height of a chart: nothing moves when it is there. */
export const ChartPlace = () => <div className={styles.place} role="status" aria-label={t`Loading`} />;

type Figure = keyof Work["definitions"];

/** What a figure counts and, when it is opened, the records themselves. */
export function FigureRecords({ definition, figure }: { definition: string | undefined; figure: Figure }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t`What this counts`}</summary>
      <p>{definition}</p>
      {isOpen && <Records figure={figure} />}
    </details>
  );
}

function Records({ figure }: { figure: Figure }) {
  const { data, isError, refetch } = useQuery({
    ...dashboard.workRows.query({ figure, timeZone: readerTimeZone(), days: DAYS }),
    meta: { failure: t`Failed to load what the figure counts` },
  });
  if (isError && !data)
    return (
      <ErrorState
        title={t`The records could not be loaded`}
        message={t`Nothing is lost. Please try again.`}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Line width="60%" />;
  return (
    <ul className={styles.records} aria-label={t`Records`}>
      {data.items.map(({ id, title, at, minutes, href }) => (
        <li key={id}>
          <Link to={href}>{title}</Link>
          <span>{minutes === null ? formatDate(at) : t`${formatDate(at)}, ${minutes} min`}</span>
        </li>
      ))}
    </ul>
  );
}
