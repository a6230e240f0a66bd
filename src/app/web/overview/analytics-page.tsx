import { t } from "#i18n/message.ts";
import { Line } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { HeadlineStats } from "../dashboard/headline-stats.tsx";
import { SampleNotice } from "../dashboard/sample-notice.tsx";
import { useFigures } from "../dashboard/use-figures.ts";
import { OverviewPage } from "./overview-page.tsx";

const Charts = laterPart(async () => (await import("./charts.tsx")).Charts, <Line width="60%" />);

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
        <Charts cards={figures?.cards} />
      </Stack>
    </OverviewPage>
  );
}
