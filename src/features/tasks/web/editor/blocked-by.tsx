import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { useRecords } from "#platform/client/use-records.ts";
import { SearchSelect } from "#ui/fields/search-select.tsx";
import { useTypedSearch } from "#ui/inputs/use-typed-search.ts";
import { Text } from "#ui/layout/text.tsx";
import { tasks } from "../api.ts";
import { IconAction } from "../list/icon-action.tsx";
import { taskRecords } from "../records.ts";
import { OPEN_STATUSES } from "../task-source.ts";
import styles from "./blocked-by.module.css";

type BlockedByProps = {
  /** Absent for a new task. */
  taskId?: string;
  ids: readonly string[];
  refused: string | undefined;
  onChange(ids: string[]): void;
};

const MAX_FOUND = 50;
const SEARCH_DELAY_MS = 200;

/** The tasks that this one waits for. Saved with the form. */
export function BlockedBy({ taskId, ids, refused, onChange }: BlockedByProps) {
  const named = useNamedTasks(taskId, ids);
  const field = useRef<HTMLDivElement>(null);
  const { items, nothingFound, search } = useOpenTasks();
  const found = items.filter(({ id }) => id !== taskId && !ids.includes(id));
  const add = (id: string) => {
    taskRecords.receive(items);
    search("");
    onChange([...ids, id]);
  };
  const remove = (id: string, place: number) => {
    const buttons = field.current?.querySelectorAll<HTMLElement>("li button");
    (buttons?.[place + 1] ?? field.current?.querySelector("input"))?.focus();
    onChange(ids.filter((other) => other !== id));
  };
  return (
    <div ref={field} className={styles.field}>
      <SearchSelect
        label={t`Blocked by`}
        error={refused}
        placeholder={t`Find the task that has to be done first`}
        nothingFound={nothingFound}
        value=""
        options={found.map(({ id, title }) => ({ value: id, label: title }))}
        matches={() => true}
        onSearch={search}
        onChange={add}
      />
      <ul aria-label={t`Blocked by`}>
        {named.map(({ id, title, isDone }, place) => (
          <li key={id} className={styles.blocker} data-done={isDone || undefined}>
            <Text as="span" overflow="break" grow className={styles.title}>
              {title}
            </Text>
            <IconAction
              label={t`Remove '${title}' from Blocked by`}
              icon={X}
              onClick={() => remove(id, place)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Searched from the moment that the field is opened; none while that goes on, so that none of before is chosen. */
function useOpenTasks() {
  const [isOpened, setOpened] = useState(false);
  const [text, setText] = useState("");
  const [typed, setTyped] = useTypedSearch({ text, delayMs: () => SEARCH_DELAY_MS, onSearch: setText });
  const { data, isFetching, error } = useQuery({
    ...tasks.list.query({
      status: [...OPEN_STATUSES],
      sort: "due",
      includeSubtasks: true,
      limit: MAX_FOUND,
      ...(text && { text }),
    }),
    enabled: isOpened,
  });
  const isSearching = isFetching || typed.trim() !== text;
  const search = (words: string) => {
    setOpened(true);
    setTyped(words);
  };
  const nothing = isSearching ? t`Searching` : t`No open task has this title`;
  return {
    items: isSearching ? [] : (data?.items ?? []),
    nothingFound: error ? t`Failed to fetch tasks` : nothing,
    search,
  };
}

/** As this page knows them, and those that no list has brought as the server does. */
function useNamedTasks(taskId: string | undefined, ids: readonly string[]) {
  const known = useRecords(taskRecords, ids);
  const { data } = useQuery({
    ...tasks.get.query({ id: taskId ?? "" }),
    enabled: taskId !== undefined && known.length < ids.length,
  });
  return ids.flatMap((id) => {
    const task = known.find((each) => each.id === id);
    if (task) return [{ id, title: task.title, isDone: task.status === "completed" }];
    return data?.blockers.filter((each) => each.id === id) ?? [];
  });
}
