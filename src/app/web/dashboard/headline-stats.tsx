import { CircleCheckBig, Clock, Gauge } from "lucide-react";
import { t } from "#i18n/message.ts";
import { formatCount } from "#platform/numbers/format-number.ts";
import { StatCard } from "#ui/display/stat-card.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import type { DashboardFigures, FigureName } from "../api.ts";
import { FigureTrace } from "./figure-trace.tsx";
import { percent } from "./percent.ts";

export function HeadlineStats({ figures }: { figures: DashboardFigures | null | undefined }) {
  const trace = (figure: FigureName) => figures && <FigureTrace figure={figure} figures={figures} />;
  return (
    <Grid as="section" columns={3} aria-label={t`Today in figures`}>
      <StatCard
        label={t`Efficiency`}
        value={figures && percent(figures.efficiency)}
        icon={Gauge}
        definition={trace("efficiency")}
      />
      <StatCard
        label={t`Tasks Done`}
        value={figures ? figures.tasksDone : figures}
        icon={CircleCheckBig}
        definition={trace("tasksDone")}
      />
      <StatCard
        label={t`Saved Today`}
        value={figures && t`${formatCount(figures.hoursSaved)}h`}
        icon={Clock}
        definition={trace("hoursSaved")}
      />
    </Grid>
  );
}
