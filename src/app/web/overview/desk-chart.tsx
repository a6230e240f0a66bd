import { BarList } from "#ui/bar-list.tsx";
import { Card } from "#ui/card.tsx";
import type { DashboardFigures } from "../api.ts";

export function DeskChart({ cards }: { cards: DashboardFigures["cards"] }) {
  return (
    <Card title="On the desk">
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
