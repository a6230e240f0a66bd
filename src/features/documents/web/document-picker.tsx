import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FileText, SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { formatDate } from "#ui/dates.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { moveAmongStops } from "#ui/keyboard/move-focus.ts";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { type DocumentOnWire, formatSize } from "../model.ts";
import { documents } from "./api.ts";
import styles from "./document-picker.module.css";

type DocumentPickerProps = { onPick(document: DocumentOnWire): void; onClose(): void };

/** Documents that the writer may read, the newest or those with the words. */
export function DocumentPicker({ onPick, onClose }: DocumentPickerProps) {
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed.trim());
  const { data, error, refetch } = useQuery({
    ...documents.list.query({ limit: 20, ...(text && { text }) }),
    placeholderData: (before) => before,
  });
  const found = data?.items ?? [];
  return (
    <Dialog isOpen title="Attach a document" onClose={onClose}>
      <search className={styles.picker} onKeyDown={moveAmongStops}>
        <TextInput
          data-autofocus
          aria-label="Search documents"
          placeholder="Search documents"
          value={typed}
          maxLength={200}
          onChange={({ target }) => setTyped(target.value)}
        />
        {!data && error ? (
          <ErrorState title="Your documents cannot be read right now" onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows count={5} label="Your documents are on their way" />
        ) : found.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={text ? "No document has these words" : "There are no documents yet"}
          />
        ) : (
          <ul className={styles.list} aria-label="Documents">
            {found.map((document) => (
              <li key={document.id}>
                <button
                  type="button"
                  data-stop
                  className={styles.document}
                  onClick={() => {
                    onPick(document);
                    onClose();
                  }}
                >
                  <FileText size={18} strokeWidth={1.75} aria-hidden />
                  <span className={styles.title}>{document.title}</span>
                  <span className={styles.facts}>
                    {formatSize(document.fileSize)} · {formatDate(document.updatedAt)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </search>
    </Dialog>
  );
}
