import { ArrowDownUp, Check, ListFilter } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { Button } from "#ui/inputs/button.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { SearchField } from "#ui/inputs/search-field.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { Popover, usePopover } from "#ui/overlays/popover.tsx";
import type { TaskSort } from "../../model.ts";
import {
  DEFAULT_SORTS,
  filterOf,
  filtersSet,
  type TaskAddress,
  type TaskView,
  unfiltered,
} from "./task-address.ts";
import styles from "./task-toolbar.module.css";

type ToolbarProps = {
  address: TaskAddress;
  view: TaskView;
  change(parts: Partial<TaskAddress>, options?: { replace?: boolean }): void;
};

const ActiveFilters = laterPart(
  async () => (await import("./active-filters.tsx")).ActiveFilters,
  <div className={styles.chips} />,
);
const FilterFields = laterPart(async () => (await import("./filter-fields.tsx")).FilterFields);

const SORT_LABELS: Record<Exclude<TaskSort, "completed" | "position">, string> = {
  due: t`Due date`,
  created: t`Newest first`,
  priority: t`Priority`,
  title: t`Title`,
};

export function TaskToolbar({ address, view, change }: ToolbarProps) {
  return (
    <Stack gap={10}>
      <Row className={styles.line}>
        <SearchField
          label={t`Search tasks`}
          text={address.search ?? ""}
          onSearch={(search) => change({ search }, { replace: true })}
        />
        <FilterButton address={address} change={change} />
        {view !== "board" && <SortButton address={address} view={view} change={change} />}
      </Row>
      {filtersSet(filterOf(address)) > 0 && <ActiveFilters address={address} change={change} />}
    </Stack>
  );
}

/** A popover at its button on wide screens, a sheet on a phone. */
function FilterButton({ address, change }: Omit<ToolbarProps, "view">) {
  const popover = usePopover();
  useFetchAfterPage(FilterFields, ActiveFilters);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const count = filtersSet(filterOf(address));
  const content = (
    <>
      <ListFilter size={16} strokeWidth={1.75} aria-hidden />
      <span>{t`Filter`}</span>
      {count > 0 && <span className={styles.count}>{count}</span>}
    </>
  );
  return (
    <>
      <PlainButton
        shape="quiet"
        className={styles.onDesktop}
        aria-label={t`Filter`}
        {...popover.triggerProps}
      >
        {content}
      </PlainButton>
      <Popover popover={popover} label={t`Filter tasks`} className={styles.filters}>
        <FilterFields address={address} change={change} />
      </Popover>
      <PlainButton
        shape="quiet"
        className={styles.onPhone}
        aria-label={t`Filter`}
        onClick={() => setSheetOpen(true)}
      >
        {content}
      </PlainButton>
      <Dialog
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        title={t`Filter tasks`}
        footer={
          <>
            <Button variant="default" onClick={() => change(unfiltered)}>
              {term("Clear", "button: remove all filters")}
            </Button>
            <Button onClick={() => setSheetOpen(false)}>{t`Show tasks`}</Button>
          </>
        }
      >
        <FilterFields address={address} change={change} />
      </Dialog>
    </>
  );
}

function SortButton({ address, view, change }: ToolbarProps & { view: Exclude<TaskView, "board"> }) {
  const current = address.sort ?? DEFAULT_SORTS[view];
  const sorts = ["due", "created", "priority", "title"] as const;
  return (
    <Menu
      label={t`Sort tasks`}
      items={sorts.map((sort) => ({
        label: SORT_LABELS[sort],
        ...(sort === current ? { icon: Check } : {}),
        onSelect: () => change({ sort: sort === DEFAULT_SORTS[view] ? undefined : sort }),
      }))}
      trigger={(props) => (
        <PlainButton shape="quiet" aria-label={t`Sort: ${SORT_LABELS[current]}`} {...props}>
          <ArrowDownUp size={16} strokeWidth={1.75} aria-hidden />
          <span className={styles.sort}>{SORT_LABELS[current]}</span>
        </PlainButton>
      )}
    />
  );
}
