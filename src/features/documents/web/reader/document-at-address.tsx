import { useEffect } from "react";
import { t } from "#i18n/message.ts";
import { useRecordAt } from "#platform/client/use-record-at.ts";
import { focusOn } from "#ui/keyboard/focus-on.ts";
import { RecordGate } from "#ui/record-gate.tsx";
import { documentRecords } from "../records.ts";
import { ALL_DOCUMENTS } from "./content.ts";
import { DocumentReader } from "./document-reader.tsx";

/** The document of this id, once it is read; or that there is none. */
export function DocumentAtAddress({ id }: { id: string }) {
  const at = useRecordAt(documentRecords, id);
  useFocusAfter(id);
  return (
    <RecordGate
      at={at}
      noun="document"
      reason={t`It was deleted, or it is no longer shared with you.`}
      failure={t`Failed to fetch documents`}
      list={ALL_DOCUMENTS}
    >
      {(document) => <DocumentReader document={document} />}
    </RecordGate>
  );
}

/** Back in the list, the document that was open has the focus, however the reader was left. */
function useFocusAfter(id: string): void {
  useEffect(
    () => () => {
      if (window.location.pathname === "/documents") focusOn(`document-${id}`);
    },
    [id],
  );
}
