import { useRef } from "react";
import type { ListOfRecords } from "#platform/client/use-records.ts";
import { KeyArea } from "#ui/keyboard/key-area.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { useColumns } from "#ui/layout/use-columns.ts";
import { PageRows } from "#ui/lists/virtual-rows.tsx";
import { DocumentCard } from "./document-card.tsx";
import styles from "./document-grid.module.css";
import { useDocumentKeys } from "./use-document-keys.ts";

const CARD_HEIGHT = 200;
const GAP = 16;
const NARROWEST_CARD = 300;

type DocumentsProps = { list: ListOfRecords; onView(id: string): void };

/** Cards beside each other, as many as fit. */
export function DocumentGrid({ list, onView }: DocumentsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const columns = useColumns(frame, { least: NARROWEST_CARD, gap: GAP });
  const { ids } = list;
  const { activeId, scroller, onKeyDown, onFocus } = useDocumentKeys(ids, Math.max(columns, 1), onView);
  return (
    <KeyArea ref={frame} onKeyDown={onKeyDown} onFocus={onFocus}>
      {columns > 0 && (
        <PageRows
          count={Math.ceil(ids.length / columns)}
          rowHeight={CARD_HEIGHT + GAP}
          onNearEnd={list.more}
          scroller={scroller}
          renderRow={(row) => (
            <Grid columns={columns} gap={16} className={styles.row}>
              {ids.slice(row * columns, (row + 1) * columns).map((id) => (
                <DocumentCard key={id} id={id} isActive={id === activeId} onView={onView} />
              ))}
            </Grid>
          )}
        />
      )}
    </KeyArea>
  );
}
