import { BarList } from "#ui/bar-list.tsx";
import { Card } from "#ui/card.tsx";
import { SkeletonCards } from "#ui/skeleton.tsx";
import type { DashboardFigures } from "../api.ts";
import { HeadlineStats } from "../dashboard/headline-stats.tsx";
import { percent } from "../dashboard/percent.ts";
import { SampleNotice } from "../dashboard/sample-notice.tsx";
import { useFigures } from "../dashboard/use-figures.ts";
import styles from "./analytics-page.module.css";
import { OverviewPage } from "./overview-page.tsx";

export function AnalyticsPage() {
  const figures = useFigures();
  return (
    <OverviewPage title="Analytics" subtitle="Productivity from your own work">
      <div className={styles.page}>
        <HeadlineStats figures={figures} />
        {figures ? <Charts figures={figures} /> : <SkeletonCards count={2} />}
        {figures?.sample && <SampleNotice />}
      </div>
    </OverviewPage>
  );
}

function Charts({ figures }: { figures: DashboardFigures }) {
  const { cards, efficiency, tasksDone } = figures;
  const share = (label: string, value: number | null) => ({ label, value: value ?? 0, text: percent(value) });
  return (
    <div className={styles.charts}>
      <Card title="How well it goes">
        <BarList
          caption="Efficiency and productivity in percent"
          maximum={100}
          bars={[share("Efficiency", efficiency), share("Productivity", cards.productivity)]}
        />
      </Card>
      <Card title="Tasks">
        <BarList
          caption="Tasks done and active"
          bars={[
            { label: "Done", value: tasksDone },
            { label: "Active", value: cards.activeTasks },
          ]}
        />
      </Card>
      <Card title="What is on the desk">
        <BarList
          caption="Records by area"
          bars={[
            { label: "Unread emails", value: cards.unreadEmails },
            { label: "Meetings", value: cards.meetings },
            { label: "Documents", value: cards.documents },
            { label: "Active chats", value: cards.activeChats },
            { label: "Team members", value: cards.teamMembers },
          ]}
        />
      </Card>
    </div>
  );
}
