import { t } from "#i18n/message.ts";
import { BarList } from "#ui/display/bar-list.tsx";
import { Card } from "#ui/display/card.tsx";
import type { DashboardFigures } from "../api.ts";

export function RecordsChart({ cards }: { cards: DashboardFigures["cards"] }) {
  return (
    <Card title={t`Your records`}>
      <BarList
        caption={t`Records by area`}
        bars={[
          { label: t`Unread emails`, value: cards.unreadEmails },
          { label: t`Meetings`, value: cards.meetings },
          { label: t`Active tasks`, value: cards.activeTasks },
          { label: t`Documents`, value: cards.documents },
          { label: t`Active chats`, value: cards.activeChats },
        ]}
      />
    </Card>
  );
}
