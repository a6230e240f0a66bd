import { Button } from "@mantine/core";
import { Card } from "#ui/card.tsx";
import { type Column, DataTable } from "#ui/data-table.tsx";
import { formatAgo } from "#ui/dates.ts";
import { systemHealth } from "./api.ts";
import styles from "./operations.module.css";
import { useAct } from "./use-act.ts";

type Work = Awaited<ReturnType<typeof systemHealth.get.call>>["setAside"][number];

/** Of several ids the last is what was worked on; the ones before say whose it is, a short mark after it says nothing. */
const idIn = (row: string) =>
  row
    .split(" ")
    .filter((word) => word.length > MARK_LENGTH)
    .at(-1);
const MARK_LENGTH = 8;

/** Work on which the program crashed twice, with the button that lets it try again. */
export function SetAside({ work }: { work: Work[] }) {
  const tryAgain = useAct(systemHealth.tryAgain, {
    resource: "systemHealth",
    failure: "It was not tried again",
    success: "It is tried again when it is due",
  });
  const columns: Column<Work>[] = [
    {
      label: "Work",
      isName: true,
      cell: ({ name, row }) => (
        <span className={styles.work}>
          {name}
          <code>{idIn(row)}</code>
        </span>
      ),
    },
    { label: "Last crash", isTight: true, cell: ({ lastAt }) => formatAgo(lastAt) },
    { label: "What went wrong", cell: ({ problem }) => problem },
    {
      label: "Actions",
      isEnd: true,
      cell: ({ id, name }) => (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Try ${name} again`}
          onClick={() => tryAgain.mutate({ id })}
        >
          Try again
        </Button>
      ),
    },
  ];
  return (
    <Card title="Set aside after crashes">
      <DataTable label="Set aside after crashes" columns={columns} rows={work} />
    </Card>
  );
}
