import { FileQuestion } from "lucide-react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import type { DocumentOnWire } from "../../model.ts";
import { typeNameOf } from "../list/file-icon.tsx";
import styles from "./office-preview.module.css";

/** The HTML preview of an Office file, in a frame without scripts and network access. */
export function OfficePreview({ document }: { document: DocumentOnWire }) {
  const { fileName, fileUrl, fileVersion, readState, readFailure, hasPreview } = document;
  if (readState === "waiting") return <Spinner label="The document is being read" />;
  if (!hasPreview)
    return (
      <EmptyState
        icon={FileQuestion}
        title={`There is no preview of this ${typeNameOf(fileName)} file`}
        message={`${readFailure ? `${readFailure}. ` : ""}Download it to open it in its own program.`}
      />
    );
  return (
    <iframe
      className={styles.frame}
      sandbox=""
      src={`${fileUrl}/preview?version=${fileVersion}`}
      title={`Preview of ${fileName}`}
    />
  );
}
