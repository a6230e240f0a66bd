import { Archive, FolderInput, Forward, MailOpen, Trash2, X } from "lucide-react";
import { plural, t, term } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { openMove } from "../open-dialog.ts";
import { archiveThreads, deleteThreads, markAllRead } from "../organizing/email-actions.ts";
import { emailRecords } from "../records.ts";
import { forward } from "../writing/start-draft.ts";
import { selection } from "./selection.ts";
import styles from "./selection-bar.module.css";

/** Actions for the conversations selected with X. */
export function SelectionBar({ ids, ticked }: { ids: readonly string[]; ticked: readonly string[] }) {
  const selectedIds = ids.filter((id) => ticked.includes(id));
  const known = () => selectedIds.flatMap((id) => emailRecords.get(id) ?? []);
  return (
    <Row
      role="toolbar"
      aria-label={t`Selected conversations`}
      gap={2}
      pad="4px 8px 4px 14px"
      line="below"
      className={styles.bar}
    >
      <Text as="span" role="status" size="list" weight="medium" isTabular grow>
        {plural(ticked.length, { one: `${ticked.length} selected`, other: `${ticked.length} selected` })}
      </Text>
      <IconButton
        label={term("Archive", "verb: archive an email")}
        icon={Archive}
        onClick={() => void archiveThreads(selectedIds)}
      />
      <IconButton
        label={t`Move to folder`}
        icon={FolderInput}
        onClick={() => openMove(known(), { threads: true })}
      />
      <IconButton label={t`Mark as Read`} icon={MailOpen} onClick={() => void markAllRead(known())} />
      <IconButton label={t`Forward`} icon={Forward} onClick={() => void forward(selectedIds)} />
      <IconButton label={t`Delete`} icon={Trash2} onClick={() => void deleteThreads(selectedIds)} />
      <IconButton label={t`Clear`} icon={X} onClick={selection.clear} />
    </Row>
  );
}
