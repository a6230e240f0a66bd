import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ListOfRecords, useRecordList } from "#platform/client/use-records.ts";
import { tasks } from "../api.ts";
import { filtersSet, type TaskFilter } from "../filters/task-address.ts";
import { taskRecords } from "../records.ts";
import { taskSource } from "../task-source.ts";

/** The completed tasks of a filter, which are folded until they are wanted. */
export type DoneTasks = {
  list: ListOfRecords;
  isOpen: boolean;
  isLoading: boolean;
  /** Undefined if there are more than are loaded and nothing has counted them. */
  count: number | undefined;
  toggle(): void;
};

export function useDoneTasks(filter: TaskFilter): DoneTasks {
  const [chosen, choose] = useState<boolean>();
  const isFiltered = filter.search !== undefined || filtersSet(filter) > 0;
  // Who searches wants what is found.
  const isOpen = chosen ?? filter.search !== undefined;
  const { key, source } = taskSource({ ...filter, status: ["completed"], sort: "completed" });
  const isRead = isOpen || isFiltered;
  const list = useRecordList(taskRecords, key, source, isRead);
  const counts = useQuery({ ...tasks.counts.query({}), enabled: !isFiltered });
  const isComplete = list.phase === "ready" && !list.hasMore;
  return {
    list,
    isOpen,
    isLoading: isFiltered ? list.phase === "loading" && list.ids.length === 0 : counts.isPending,
    count: isComplete ? list.ids.length : isFiltered ? undefined : counts.data?.byStatus.completed,
    toggle: () => choose(!isOpen),
  };
}
