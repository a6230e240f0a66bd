import {
  ArrowDownUp,
  Check,
  LayoutGrid,
  ListFilter,
  List as ListIcon,
  SquareKanban,
  Trash2,
  X,
} from "lucide-react";
import { useEffect, useState } from "react";
import { fetchAfterPage } from "#platform/client/fetch-after-page.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { Popover, usePopover } from "#ui/overlays/popover.tsx";
import { PRIORITY_LABELS, STATUS_LABELS } from "../../fields.ts";
import type { TaskSort } from "../../model.ts";
import { projectRecords } from "../records.ts";
import { DUE_LABELS } from "../wording.ts";
import {
  filterOf,
  filtersSet,
  type TaskAddress,
  type TaskView,
  toggled,
  unfiltered,
} from "./task-address.ts";
import styles from "./task-toolbar.module.css";

type ToolbarProps = {
  address: TaskAddress;
  view: TaskView;
  change(parts: Partial<TaskAddress>, options?: { replace?: boolean }): void;
};

const FilterFields = laterPart(async () => (await import("./filter-fields.tsx")).FilterFields);

const VIEWS = [
  { value: "grid", label: "Grid", icon: LayoutGrid },
  { value: "list", label: "List", icon: ListIcon },
  { value: "board", label: "Board", icon: SquareKanban },
] as const;

const SORT_LABELS: Record<Exclude<TaskSort, "position">, string> = {
  created: "Newest first",
  due: "Due date",
  priority: "Priority",
  title: "Title",
};

export function TaskToolbar({ address, view, change }: ToolbarProps) {
  return (
    <Stack gap={10}>
      <Row wrap>
        <SearchField
          label="Search tasks"
          text={address.search ?? ""}
          onSearch={(search) => change({ search }, { replace: true })}
        />
        <FilterButton address={address} change={change} />
        {view !== "board" && <SortButton address={address} change={change} />}
        <Text as="span" grow />
        <SegmentedControl
          label="View"
          iconsOnly
          value={view}
          onChange={(next) => change({ view: next })}
          options={VIEWS}
        />
        <PlainButton shape="quiet" aria-label="Trash" title="Trash" onClick={() => change({ trash: true })}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </PlainButton>
      </Row>
      <ActiveFilters address={address} change={change} />
    </Stack>
  );
}

/** A popover at its button on wide screens, a sheet on a phone. */
function FilterButton({ address, change }: Omit<ToolbarProps, "view">) {
  const popover = usePopover();
  useEffect(() => fetchAfterPage(FilterFields), []);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const count = filtersSet(filterOf(address));
  const content = (
    <>
      <ListFilter size={16} strokeWidth={1.75} aria-hidden />
      <span>Filter</span>
      {count > 0 && <span className={styles.count}>{count}</span>}
    </>
  );
  return (
    <>
      <PlainButton shape="quiet" className={styles.onDesktop} aria-label="Filter" {...popover.triggerProps}>
        {content}
      </PlainButton>
      <Popover popover={popover} label="Filter tasks" className={styles.filters}>
        <FilterFields address={address} change={change} />
      </Popover>
      <PlainButton
        shape="quiet"
        className={styles.onPhone}
        aria-label="Filter"
        onClick={() => setSheetOpen(true)}
      >
        {content}
      </PlainButton>
      <Dialog
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        title="Filter tasks"
        footer={
          <>
            <Button variant="default" onClick={() => change(unfiltered)}>
              Clear
            </Button>
            <Button onClick={() => setSheetOpen(false)}>Show tasks</Button>
          </>
        }
      >
        <FilterFields address={address} change={change} />
      </Dialog>
    </>
  );
}

function SortButton({ address, change }: Omit<ToolbarProps, "view">) {
  const current = address.sort ?? "created";
  const sorts = ["created", "due", "priority", "title"] as const;
  return (
    <Menu
      label="Sort tasks"
      items={sorts.map((sort) => ({
        label: SORT_LABELS[sort],
        ...(sort === current ? { icon: Check } : {}),
        onSelect: () => change({ sort: sort === "created" ? undefined : sort }),
      }))}
      trigger={(props) => (
        <PlainButton shape="quiet" aria-label={`Sort: ${SORT_LABELS[current]}`} {...props}>
          <ArrowDownUp size={16} strokeWidth={1.75} aria-hidden />
          <span className={styles.sort}>{SORT_LABELS[current]}</span>
        </PlainButton>
      )}
    />
  );
}

/** The active filters, each with a button to remove it. */
function ActiveFilters({ address, change }: Omit<ToolbarProps, "view">) {
  const { status, priority, project, tag, due } = filterOf(address);
  const projectName = useRecord(projectRecords, project ?? "")?.name ?? "Project";
  const chips = [
    ...status.map((value) => chip(STATUS_LABELS[value], { status: toggled(address.status, value) })),
    ...priority.map((value) => chip(PRIORITY_LABELS[value], { priority: toggled(address.priority, value) })),
    ...(project ? [chip(projectName, { project: undefined })] : []),
    ...(tag ? [chip(`#${tag}`, { tag: undefined })] : []),
    ...(due ? [chip(DUE_LABELS[due], { due: undefined })] : []),
  ];
  if (chips.length === 0) return null;
  return (
    <Row as="ul" gap={4} lineGap={2} wrap aria-label="Filters">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <PlainButton
            className={styles.chip}
            aria-label={`Remove filter ${label}`}
            onClick={() => change(without)}
          >
            <Badge tone="accent">
              {label}
              <X size={12} strokeWidth={2} aria-hidden />
            </Badge>
          </PlainButton>
        </li>
      ))}
      <li>
        <PlainButton
          className={styles.clear}
          onClick={() => change({ ...unfiltered, search: address.search })}
        >
          Clear all
        </PlainButton>
      </li>
    </Row>
  );
}

const chip = (label: string, without: Partial<TaskAddress>) => ({ label, without });
