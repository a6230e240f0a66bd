import { Trash2 } from "lucide-react";
import { t } from "#i18n/message.ts";
import { oneOf } from "#platform/client/read-params.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { EMAIL_SORTS, SORT_LABELS } from "../../list-model.ts";
import { STATUS_FILTER, VIEWS } from "../email-labels.ts";
import type { EmailFilter, EmailPageParams } from "../email-page-params.ts";
import { EmailSearch } from "../search/email-search.tsx";
import styles from "./email-toolbar.module.css";
import { selection, useSelection } from "./selection.ts";

type EmailToolbarProps = {
  filter: EmailFilter;
  unread: number | undefined;
  /** The listed emails, for 'select all'. */
  ids: readonly string[];
  change(parts: Partial<EmailPageParams>, options?: { replace?: boolean }): void;
};

const SORTS = EMAIL_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

export function EmailToolbar({ filter, unread, ids, change }: EmailToolbarProps) {
  const views = VIEWS.map((view) =>
    view.value === "unread" && unread ? { ...view, label: t`Unread ${unread}` } : view,
  );
  return (
    <Row pad="0 0 0 13px" wrap className={styles.toolbar}>
      <SelectAll ids={ids} />
      <EmailSearch
        className={styles.search}
        text={filter.search ?? ""}
        onSearch={(search) => change({ search }, { replace: true })}
      />
      <NativeSelect
        aria-label={t`Status`}
        className={styles.select}
        value={filter.status ?? ""}
        onChange={({ target }) =>
          change({ status: (target.value || undefined) as EmailPageParams["status"] })
        }
        data={[...STATUS_FILTER]}
      />
      <NativeSelect
        aria-label={t`Sort by`}
        className={styles.select}
        value={filter.sort}
        onChange={({ target }) => {
          change({ sort: oneOf(EMAIL_SORTS, "created")(target.value) });
        }}
        data={SORTS}
      />
      <span className={styles.space} />
      <SegmentedControl
        label={t`Part of the mailbox`}
        value={filter.view}
        onChange={(view) => change({ view: view === "all" ? undefined : view })}
        options={views}
      />
      <IconButton
        className={styles.trash}
        label={t`Trash`}
        icon={Trash2}
        onClick={() => change({ trash: true })}
      />
    </Row>
  );
}

function SelectAll({ ids }: { ids: readonly string[] }) {
  const ticked = useSelection();
  const isAll = ids.length > 0 && ticked.length === ids.length;
  return (
    <Checkbox
      aria-label={t`Select all emails`}
      disabled={ids.length === 0}
      checked={isAll}
      indeterminate={!isAll && ticked.length > 0}
      onChange={() => (isAll ? selection.clear() : selection.replace(ids.slice(0, MAX_IDS)))}
    />
  );
}

/** The maximum of ids in one call. */
const MAX_IDS = 200;
