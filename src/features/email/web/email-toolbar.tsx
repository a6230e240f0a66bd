import { Checkbox, NativeSelect } from "@mantine/core";
import { Search, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { SegmentedControl } from "#ui/segmented-control.tsx";
import { useShortcut } from "#ui/shortcuts.ts";
import { EmailSort, SORT_LABELS } from "../model.ts";
import type { EmailAddress, EmailFilter } from "./email-address.ts";
import styles from "./email-toolbar.module.css";
import { selection, useSelection } from "./selection.ts";
import { STATUS_FILTER, VIEWS } from "./wording.ts";

type EmailToolbarProps = {
  filter: EmailFilter;
  unread: number | undefined;
  /** What is listed, for 'select all'. */
  ids: readonly string[];
  change(parts: Partial<EmailAddress>, options?: { replace?: boolean }): void;
};

const SORTS = EmailSort.options.map((value) => ({ value, label: SORT_LABELS[value] }));

export function EmailToolbar({ filter, unread, ids, change }: EmailToolbarProps) {
  const views = VIEWS.map((view) =>
    view.value === "unread" && unread ? { ...view, label: `Unread ${unread}` } : view,
  );
  return (
    <div className={styles.toolbar}>
      <SelectAll ids={ids} />
      <SearchField text={filter.search ?? ""} onSearch={(search) => change({ search }, { replace: true })} />
      <NativeSelect
        aria-label="Status"
        className={styles.select}
        value={filter.status ?? ""}
        onChange={({ target }) => change({ status: (target.value || undefined) as EmailAddress["status"] })}
        data={[...STATUS_FILTER]}
      />
      <NativeSelect
        aria-label="Sort by"
        className={styles.select}
        value={filter.sort}
        onChange={({ target }) => {
          const sort = EmailSort.parse(target.value);
          change({ sort: sort === "created" ? undefined : sort });
        }}
        data={SORTS}
      />
      <span className={styles.space} />
      <SegmentedControl
        label="Part of the mailbox"
        value={filter.view}
        onChange={(view) => change({ view: view === "all" ? undefined : view })}
        options={views}
      />
      <IconButton
        className={styles.trash}
        label="Trash"
        icon={Trash2}
        onClick={() => change({ trash: true })}
      />
    </div>
  );
}

function SelectAll({ ids }: { ids: readonly string[] }) {
  const ticked = useSelection();
  const isAll = ids.length > 0 && ticked.length === ids.length;
  return (
    <Checkbox
      aria-label="Select all emails"
      disabled={ids.length === 0}
      checked={isAll}
      indeterminate={!isAll && ticked.length > 0}
      onChange={() => (isAll ? selection.clear() : selection.replace(ids.slice(0, MOST)))}
    />
  );
}

/** As many as one call may name. */
const MOST = 200;
/** Milliseconds without a key after which the search begins. */
const PATIENCE = 200;

function SearchField({ text, onSearch }: { text: string; onSearch(text: string | undefined): void }) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  useShortcut("/", "Search emails", "Email", () => field.current?.focus());
  if (text !== known) {
    setKnown(text);
    if (text !== typed.trim()) setTyped(text);
  }
  const search = useEffectEvent(() => {
    if (typed.trim() !== text) onSearch(typed.trim() || undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => search(), PATIENCE);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className={styles.search}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label="Search emails"
        placeholder="Search emails..."
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
    </label>
  );
}
