import { useQuery } from "@tanstack/react-query";
import { formatDate } from "#ui/dates.ts";
import { Line } from "#ui/feedback/skeleton.tsx";
import { type DashboardFigures, dashboard, type FigureName } from "../api.ts";
import styles from "./figure-trace.module.css";
import { ownTimeZone } from "./own-time-zone.ts";

type FigureTraceProps = { figure: FigureName; figures: DashboardFigures };

/** How a figure is made and the newest rows that it counts. */
export function FigureTrace({ figure, figures }: FigureTraceProps) {
  return (
    <>
      <p>{figures.definitions[figure]}</p>
      {figures.sample ? (
        <p>This is a sample figure: your account has nothing to count yet.</p>
      ) : (
        figure !== "briefing" && <NewestRows figure={figure} />
      )}
    </>
  );
}

const SHOWN = 5;

function NewestRows({ figure }: { figure: Exclude<FigureName, "briefing"> }) {
  const { data } = useQuery({
    ...dashboard.rows.query({ figure, timeZone: ownTimeZone(), limit: SHOWN }),
    meta: { failure: "Failed to load what the figure counts" },
  });
  if (!data) return <Line width="60%" />;
  return (
    <ul className={styles.rows}>
      {data.items.map(({ id, title, at, weight }) => (
        <li key={id} className={styles.row}>
          <span className={styles.title}>{title}</span>
          <span className={styles.fact}>{figure === "hoursSaved" ? `${weight} min` : formatDate(at)}</span>
        </li>
      ))}
      {data.nextCursor && <li className={styles.more}>and more</li>}
    </ul>
  );
}
