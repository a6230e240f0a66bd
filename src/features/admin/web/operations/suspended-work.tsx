import { t, term } from "#i18n/message.ts";
import { formatAgo } from "#ui/dates.ts";
import { Card } from "#ui/display/card.tsx";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { systemHealth } from "../api.ts";
import { useAdminWrite } from "../use-admin-write.ts";
import styles from "./operations.module.css";

type Work = Awaited<ReturnType<typeof systemHealth.get.call>>["suspendedWork"][number];

/** The last long word is the id of the record; earlier ids are of its owner, and a short suffix is no id. */
const idIn = (row: string) =>
  row
    .split(" ")
    .filter((word) => word.length > MARK_LENGTH)
    .at(-1);
const MARK_LENGTH = 8;

/** Work on which the program crashed twice, with the button that lets it try again. */
export function SuspendedWork({ work }: { work: Work[] }) {
  const tryAgain = useAdminWrite(systemHealth.retry, {
    resource: "systemHealth",
    failure: t`It was not retried`,
    success: t`It runs again when it is due`,
  });
  const columns: Column<Work>[] = [
    {
      label: term("Work", "what the program was doing"),
      isName: true,
      cell: ({ name, row }) => (
        <Stack as="span" gap={2} className={styles.work}>
          {name}
          <code>{idIn(row)}</code>
        </Stack>
      ),
    },
    { label: t`Last crash`, isTight: true, cell: ({ lastAt }) => formatAgo(lastAt) },
    { label: t`What went wrong`, cell: ({ problem }) => problem },
    {
      label: t`Actions`,
      isEnd: true,
      cell: ({ id, name }) => (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t`Try ${name} again`}
          onClick={() => tryAgain.mutate({ id })}
        >
          {t`Try again`}
        </Button>
      ),
    },
  ];
  return (
    <Card title={t`Suspended after crashes`}>
      <DataTable label={t`Suspended after crashes`} columns={columns} rows={work} />
    </Card>
  );
}
