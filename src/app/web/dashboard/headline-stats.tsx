import { CircleCheckBig, Clock, Gauge } from "lucide-react";
import { StatCard } from "#ui/stat-card.tsx";
import type { DashboardFigures } from "../api.ts";
import styles from "./headline-stats.module.css";
import { percent } from "./percent.ts";

export function HeadlineStats({ figures }: { figures: DashboardFigures | undefined }) {
  const { efficiency, tasksDone, hoursSaved } = figures?.definitions ?? {};
  return (
    <section className={styles.stats} aria-label="Today in figures">
      <StatCard
        label="Efficiency"
        value={figures && percent(figures.efficiency)}
        icon={Gauge}
        definition={efficiency}
      />
      <StatCard label="Tasks Done" value={figures?.tasksDone} icon={CircleCheckBig} definition={tasksDone} />
      <StatCard
        label="Saved Today"
        value={figures && `${figures.hoursSaved}h`}
        icon={Clock}
        definition={hoursSaved}
      />
    </section>
  );
}
