import { CalendarClock, CircleCheck, Plug, RefreshCw } from "lucide-react";
import { plural, t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { StatCard } from "#ui/display/stat-card.tsx";
import { successRate } from "../model.ts";
import type { Integration, IntegrationStats } from "./api.ts";

type StatCardsProps = {
  items: readonly Integration[] | undefined;
  stats: readonly IntegrationStats[] | undefined;
  isError: boolean;
};

export function StatCards({ items, stats, isError }: StatCardsProps) {
  const connected = items?.filter(({ status }) => status === "connected");
  const lastSyncs = items?.flatMap(({ lastSync }) => lastSync ?? []).toSorted();
  const lastSync = lastSyncs && (lastSyncs.at(-1) ?? null);
  const unknown = isError ? null : undefined;
  return (
    <>
      <StatCard
        label={t`Total Integrations`}
        icon={Plug}
        value={items?.length ?? unknown}
        note={
          connected &&
          plural(connected.length, {
            one: `${connected.length} connected`,
            other: `${connected.length} connected`,
          })
        }
      />
      <StatCard
        label={t`Active Syncs`}
        icon={RefreshCw}
        value={connected?.filter(({ autoSync }) => autoSync).length ?? unknown}
        note={t`Connected, with auto sync on`}
      />
      <StatCard
        label={t`Last Sync`}
        icon={CalendarClock}
        value={lastSync === undefined ? unknown : lastSync ? formatDate(lastSync) : t`Never`}
        note={t`Across all accounts`}
      />
      <StatCard
        label={t`Success Rate`}
        icon={CircleCheck}
        value={items ? successRate(stats ?? []) : unknown}
        note={stats?.length === 0 ? t`No syncs yet` : t`Across all syncs`}
      />
    </>
  );
}
