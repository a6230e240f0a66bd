import { Archive, Forward, Trash2, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { plural, t, term } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Text } from "#ui/layout/text.tsx";
import { archive, deleteMany, markManyFailed } from "../organizing/email-actions.ts";
import { forward } from "../writing/start-draft.ts";
import styles from "./bulk-bar.module.css";
import { selection } from "./selection.ts";

/** Bulk actions for the selected emails (MAIL-08, MAIL-09). */
export function BulkBar({ ids, ticked }: { ids: readonly string[]; ticked: readonly string[] }) {
  // In list order, whatever the order of selection.
  const selectedIds = ids.filter((id) => ticked.includes(id));
  return (
    <div role="toolbar" aria-label={t`Selected emails`} className={styles.bar}>
      <Text as="span" weight="medium" isTabular overflow="nowrap" margin="0 8px 0 0" role="status">
        {plural(ticked.length, { one: `${ticked.length} selected`, other: `${ticked.length} selected` })}
      </Text>
      <Act
        label={term("Archive", "verb: archive an email")}
        icon={<Archive size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => void archive(selectedIds)}
      />
      <Act
        label={t`Mark Failed`}
        icon={<TriangleAlert size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => void markManyFailed(selectedIds)}
      />
      <Act
        label={t`Forward`}
        icon={<Forward size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => void forward(selectedIds)}
      />
      <Act
        label={t`Delete`}
        isDestructive
        icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => void deleteMany(selectedIds)}
      />
      <Text as="span" grow />
      <Act label={t`Clear`} icon={<X size={16} strokeWidth={1.75} aria-hidden />} onClick={selection.clear} />
    </div>
  );
}

type ActProps = { label: string; icon: ReactNode; isDestructive?: boolean; onClick(): void };

const Act = ({ label, icon, isDestructive, onClick }: ActProps) => (
  <Button
    variant="subtle"
    color={isDestructive ? "red" : "gray"}
    leftSection={icon}
    className={styles.act}
    onClick={onClick}
  >
    {label}
  </Button>
);
