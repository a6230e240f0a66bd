import type { DashboardFigures } from "../api.ts";
import styles from "./charts.module.css";
import { ProductivityCharts } from "./productivity-charts.tsx";
import { RecordsChart } from "./records-chart.tsx";
import { WeekCharts } from "./week-charts.tsx";
import { WorkCharts } from "./work-charts.tsx";

/** What is to come, what was done, and what there is. */
export const Charts = ({ cards }: { cards: DashboardFigures["cards"] | undefined }) => (
  <div className={styles.charts}>
    <WeekCharts />
    <ProductivityCharts />
    <WorkCharts />
    {cards && <RecordsChart cards={cards} />}
  </div>
);
