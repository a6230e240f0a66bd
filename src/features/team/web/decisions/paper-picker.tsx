import { useQuery } from "@tanstack/react-query";
import { documents } from "#features/documents/web/api.ts";
import { t } from "#i18n/message.ts";
import { SearchSelect } from "#ui/fields/search-select.tsx";

type PaperPickerProps = {
  workspaceName: string | undefined;
  isAttached(documentId: string): boolean;
  onPick(document: { id: string; title: string }): void;
};

/** The reader's newest 200 documents. States what attaching does before it is done. */
export function PaperPicker({ workspaceName, isAttached, onPick }: PaperPickerProps) {
  const { data } = useQuery(documents.list.query({ limit: 200 }));
  const available = (data?.items ?? []).filter(({ id }) => !isAttached(id));
  const titleOf = (id: string) => available.find((each) => each.id === id)?.title ?? "";
  return (
    <SearchSelect
      label={t`Attach a paper`}
      description={
        workspaceName
          ? t`It is shared with everyone in '${workspaceName}'`
          : t`It is shared with everyone in the workspace`
      }
      placeholder={t`One of your documents`}
      nothingFound={t`No document of yours has this title`}
      value=""
      options={available.map(({ id, title }) => ({ value: id, label: title }))}
      matches={(id, text) => titleOf(id).toLowerCase().includes(text.toLowerCase())}
      onChange={(id) => onPick({ id, title: titleOf(id) })}
    />
  );
}
