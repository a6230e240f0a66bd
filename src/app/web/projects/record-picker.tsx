import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search, SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { PickList, PickRow, PickSearch } from "#ui/lists/pick-list.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { LinkKind } from "../../project-links/model.ts";
import { search } from "../api.ts";
import { iconOfRecord, kindOfRecord } from "../record-icons.ts";
import { type Addable, LINK_KINDS } from "./project-links.ts";

type RecordPickerProps = {
  /** Of the project. */
  name: string;
  /** The ids of what is in it already, which is not offered. */
  linked: ReadonlySet<string>;
  onPick(record: Addable): void;
  onClose(): void;
};

const isAddable = <R extends { kind: string }>(record: R): record is R & { kind: LinkKind } =>
  LINK_KINDS.some((kind) => kind === record.kind);

/** Finds one of the person's contacts, emails, events and documents by its words. */
export function RecordPicker({ name, linked, onPick, onClose }: RecordPickerProps) {
  const [typed, setTyped] = useState("");
  const text = useDeferredValue(typed.trim());
  const { data, error, refetch } = useQuery({
    ...search.query.query({ text, kinds: [...LINK_KINDS] }),
    enabled: text !== "",
    placeholderData: keepPreviousData,
  });
  const found = (data?.results ?? []).filter(isAddable).filter(({ id }) => !linked.has(id));
  return (
    <Dialog isOpen title={t`Add to '${name}'`} onClose={onClose}>
      <PickSearch label={t`Search people, emails, events and documents`} typed={typed} onType={setTyped}>
        {text === "" ? (
          <EmptyState icon={Search} title={t`Type a name, a subject or a word`} />
        ) : error ? (
          <ErrorState
            title={t`The search did not work`}
            message={t`Nothing is lost. Please try again.`}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <SkeletonRows count={5} label={t`Searching`} />
        ) : found.length === 0 ? (
          <EmptyState icon={SearchX} title={t`Nothing else has these words`} />
        ) : (
          <PickList label={t`Results`}>
            {found.map((record) => (
              <PickRow
                key={record.id}
                icon={iconOfRecord(record.kind)}
                title={record.title || kindOfRecord(record.kind)}
                facts={record.subtitle ?? kindOfRecord(record.kind)}
                onPick={() => {
                  onPick(record);
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
