import { t } from "#i18n/message.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { HeadlineStats } from "../dashboard/headline-stats.tsx";
import { SampleNotice } from "../dashboard/sample-notice.tsx";
import { useFigures } from "../dashboard/use-figures.ts";
import styles from "./analytics-page.module.css";
import { OverviewPage } from "./overview-page.tsx";
import { ProductivityCharts } from "./productivity-charts.tsx";
import { RecordsChart } from "./records-chart.tsx";
import { WorkCharts } from "./work-charts.tsx";

export function AnalyticsPage() {
  const figures = useFigures();
  return (
    <OverviewPage
      title={t`Analytics`}
      subtitle={t`Productivity from your own work`}
      actions={figures?.sample && <SampleNotice />}
    >
      <Stack>
        <HeadlineStats figures={figures} />
        <div className={styles.charts}>
          <ProductivityCharts />
          <WorkCharts />
          {figures && (
            <div className={styles.wide}>
              <RecordsChart cards={figures.cards} />
            </div>
          )}
        </div>
      </Stack>
    </OverviewPage>
  );
}
