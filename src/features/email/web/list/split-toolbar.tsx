import { BookmarkPlus, Trash2 } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { type EmailFilter, type EmailPageParams, isFiltered } from "../email-page-params.ts";
import { openSearch } from "../open-dialog.ts";
import { EmailSearch } from "../search/email-search.tsx";
import { FolderMenu } from "./folder-menu.tsx";

type SplitToolbarProps = {
  /** The open part of the mailbox, and what is searched. */
  part: EmailFilter;
  /** The search is limited to that part. */
  isHere: boolean;
  unread: number | undefined;
  change(parts: Partial<EmailPageParams>, options?: { replace?: boolean }): void;
};

/** The part of the mailbox, and the search in all mail or only there, which can be saved as a tab of the inbox. */
export function SplitToolbar({ part, isHere, unread, change }: SplitToolbarProps) {
  const { search } = part;
  return (
    <>
      <Row gap={4} pad="4px 8px" line="below">
        <FolderMenu filter={part} unread={unread} change={change} />
        <EmailSearch text={search ?? ""} onSearch={(next) => change({ search: next }, { replace: true })} />
        {search && (
          <IconButton
            label={t`Save this search as a tab`}
            icon={BookmarkPlus}
            onClick={() => openSearch({ query: search })}
          />
        )}
        <IconButton
          label={t`Trash`}
          icon={Trash2}
          onClick={() => change({ trash: true, email: undefined })}
        />
      </Row>
      {search && isFiltered({ ...part, search: undefined }) && (
        <Row pad="4px 8px" line="below">
          <SegmentedControl
            label={t`Search in`}
            value={isHere ? "here" : "all"}
            onChange={(next) => change({ here: next === "here" || undefined }, { replace: true })}
            options={SCOPES}
          />
        </Row>
      )}
    </>
  );
}

const SCOPES = [
  { value: "all", label: t`All mail` },
  { value: "here", label: t`In this folder` },
] as const;
