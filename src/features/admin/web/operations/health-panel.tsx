import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { Card } from "#ui/display/card.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { FAILED_TO_LOAD } from "../accounts/counters.tsx";
import { systemHealth } from "../api.ts";
import facts from "./database-panel.module.css";
import { formatBytes } from "./format-bytes.ts";
import styles from "./operations.module.css";
import { SuspendedWork } from "./suspended-work.tsx";

type Health = Awaited<ReturnType<typeof systemHealth.get.call>>;

export function HealthPanel() {
  const health = useQuery({
    ...systemHealth.get.query({}),
    refetchInterval: 60_000,
    meta: { failure: FAILED_TO_LOAD },
  });
  return (
    <Stack>
      <QueryContent query={health} failure={FAILED_TO_LOAD} rows={6}>
        {(data) => <Loaded health={data} />}
      </QueryContent>
    </Stack>
  );
}

function Loaded({ health }: { health: Health }) {
  const { hints, suspendedWork } = health;
  return (
    <>
      <Card title={hints.length === 0 ? t`Everything works` : t`To do`}>
        <Stack as="ul" gap={8} className={styles.hints}>
          {hints.length === 0 && (
            <li>
              <CircleCheck size={18} strokeWidth={1.75} aria-hidden />
              {t`Nothing to do.`}
            </li>
          )}
          {hints.map((hint) => (
            <li key={hint}>
              <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
              {hint}
            </li>
          ))}
        </Stack>
      </Card>
      {suspendedWork.length > 0 && <SuspendedWork work={suspendedWork} />}
      <Card title={t`Status`}>
        <Grid as="dl" columns="9rem" gap={16} margin="0 0 20px" className={facts.facts}>
          {factsOf(health).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Grid>
      </Card>
    </>
  );
}

const when = (at: string | null) => (at ? formatAgo(at) : t`Never`);

const counted = (all: number, failing: number) =>
  all === 0
    ? term("None", "no accounts or mailboxes")
    : failing === 0
      ? t`${all}, all in order`
      : t`${all}, ${failing} in trouble`;

const factsOf = (health: Health): [name: string, value: string][] => [
  [t`Database`, health.databaseMode === "embedded" ? t`Embedded` : t`Given by DATABASE_URL`],
  [t`Servers`, String(health.processes)],
  [t`Files`, health.filePlaces.join("; ") || t`Unknown`],
  [t`Jobs`, t`${health.waiting} due, ${health.active} at work, ${health.failed} failed`],
  [t`Oldest pending job`, health.oldestWaiting ? formatAgo(health.oldestWaiting) : term("None", "no job")],
  [t`Mailboxes`, counted(health.mailAccounts, health.mailFailing)],
  [t`Stalest mailbox`, when(health.mailSyncedAt)],
  [t`System mail`, health.mailUncertain === 0 ? t`In order` : t`${health.mailUncertain} uncertain`],
  [t`Connected accounts`, counted(health.connections, health.connectionsFailing)],
  [t`Stalest account`, when(health.connectionSyncedAt)],
  [t`Disk`, t`${formatBytes(health.diskFree)} free of ${formatBytes(health.diskTotal)}`],
  [t`Last backup`, when(health.lastBackupAt)],
  [t`Last verified by a restore`, when(health.lastVerifiedAt)],
];
