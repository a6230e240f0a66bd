import { useQuery } from "@tanstack/react-query";
import { t, term } from "#i18n/message.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Card } from "#ui/display/card.tsx";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Grid, Stack } from "#ui/layout/stack.tsx";
import { FAILED_TO_LOAD } from "../accounts/counters.tsx";
import { systemDatabase } from "../api.ts";
import { ConnectionTest } from "../settings/connection-test.tsx";
import styles from "./database-panel.module.css";
import { formatBytes } from "./format-bytes.ts";

type Facts = Awaited<ReturnType<typeof systemDatabase.facts.call>>;
type Table = Facts["tables"][number] & { id: string };

const COLUMNS: readonly Column<Table>[] = [
  { label: term("Table", "of a database"), isName: true, cell: ({ name }) => name },
  { label: t`Rows (estimate)`, isEnd: true, cell: ({ rows }) => formatNumber(rows) },
  { label: t`Size`, isEnd: true, cell: ({ size }) => formatBytes(size) },
];

/** The instance's own database, read-only. */
export function DatabasePanel() {
  const facts = useQuery({
    ...systemDatabase.facts.query({}),
    meta: { failure: FAILED_TO_LOAD },
  });
  return (
    <QueryContent query={facts} failure={FAILED_TO_LOAD} rows={6}>
      {(data) => <Loaded facts={data} />}
    </QueryContent>
  );
}

function Loaded({ facts }: { facts: Facts }) {
  return (
    <Stack>
      <Card title={t`This instance's database`}>
        <Grid as="dl" columns="9rem" gap={16} margin="0 0 20px" className={styles.facts}>
          {factsOf(facts).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Grid>
        <ConnectionTest target="Database" edits={{}} />
      </Card>
      <Card title={t`Largest tables`}>
        <DataTable
          label={t`Largest tables`}
          columns={COLUMNS}
          rows={facts.tables.map((table) => ({ ...table, id: table.name }))}
        />
      </Card>
    </Stack>
  );
}

const factsOf = (facts: Facts): [name: string, value: string][] => [
  [t`Server`, t`PostgreSQL ${facts.version}`],
  [t`Database`, facts.name],
  [t`Size`, formatBytes(facts.size)],
  [t`Running since`, `${formatDate(facts.startedAt)}, ${formatTime(new Date(facts.startedAt))}`],
  [t`Connections`, t`${facts.connections} of ${facts.maxConnections}`],
];
