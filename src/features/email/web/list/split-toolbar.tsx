import { BookmarkPlus, Trash2 } from "lucide-react";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import type { EmailFilter, EmailPageParams } from "../email-page-params.ts";
import { openSearch } from "../open-dialog.ts";
import { EmailSearch } from "../search/email-search.tsx";
import { FolderMenu } from "./folder-menu.tsx";

type SplitToolbarProps = {
  filter: EmailFilter;
  unread: number | undefined;
  change(parts: Partial<EmailPageParams>, options?: { replace?: boolean }): void;
};

/** The part of the mailbox and the search in it, which can be saved as a tab of the inbox. */
export function SplitToolbar({ filter, unread, change }: SplitToolbarProps) {
  const { search } = filter;
  return (
    <Row gap={4} pad={8} line="below">
      <FolderMenu filter={filter} unread={unread} change={change} />
      <EmailSearch text={search ?? ""} onSearch={(next) => change({ search: next }, { replace: true })} />
      {search && (
        <IconButton
          label="Save this search as a tab"
          icon={BookmarkPlus}
          onClick={() => openSearch({ query: search })}
        />
      )}
      <IconButton label="Trash" icon={Trash2} onClick={() => change({ trash: true, email: undefined })} />
    </Row>
  );
}
