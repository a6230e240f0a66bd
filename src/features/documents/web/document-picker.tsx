import { useQuery } from "@tanstack/react-query";
import { FileText, SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { PickList, PickRow, PickSearch } from "#ui/lists/pick-list.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { type DocumentOnWire, formatSize } from "../model.ts";
import { documents } from "./api.ts";

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
    <Dialog isOpen title={t`Attach a document`} onClose={onClose}>
      <PickSearch label={t`Search documents`} typed={typed} onType={setTyped}>
        {!data && error ? (
          <ErrorState
            title={t`Your documents cannot be read right now`}
            message={t`Nothing is lost. Please try again.`}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <SkeletonRows count={5} label={t`Your documents are on their way`} />
        ) : found.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={text ? t`No document has these words` : t`There are no documents yet`}
          />
        ) : (
          <PickList label={t`Documents`}>
            {found.map((document) => (
              <PickRow
                key={document.id}
                icon={FileText}
                title={document.title}
                facts={`${formatSize(document.fileSize)} · ${formatDate(document.updatedAt)}`}
                onPick={() => {
                  onPick(document);
                  onClose();
                }}
              />
            ))}
          </PickList>
        )}
      </PickSearch>
    </Dialog>
  );
}
