import { BarList } from "#ui/display/bar-list.tsx";
import { Card } from "#ui/display/card.tsx";
import type { DashboardFigures } from "../api.ts";

export function RecordsChart({ cards }: { cards: DashboardFigures["cards"] }) {
  return (
    <Card title="Your records">
      <BarList
        caption="Records by area"
        bars={[
          { label: "Unread emails", value: cards.unreadEmails },
          { label: "Meetings", value: cards.meetings },
          { label: "Active tasks", value: cards.activeTasks },
          { label: "Documents", value: cards.documents },
          { label: "Active chats", value: cards.activeChats },
        ]}
      />
    </Card>
  );
}
