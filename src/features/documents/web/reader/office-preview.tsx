import { FileQuestion } from "lucide-react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { t } from "#i18n/message.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { shownText } from "#ui/find/searchable-text.ts";
import { usePrinting } from "#ui/layout/use-printing.ts";
import type { DocumentOnWire } from "../../model.ts";
import { typeNameOf } from "../list/file-icon.tsx";
import type { OnText } from "./content.ts";
import styles from "./office-preview.module.css";

type OfficePreviewProps = { document: DocumentOnWire; onText: OnText };

/** The HTML preview of an Office file, in a frame without scripts and network access. */
export function OfficePreview({ document, onText }: OfficePreviewProps) {
  const { fileName, fileUrl, fileVersion, readState, readFailure, hasPreview } = document;
  if (readState === "waiting") return <Spinner label={t`The document is being read`} />;
  if (!hasPreview)
    return (
      <EmptyState
        icon={FileQuestion}
        title={t`There is no preview of this ${typeNameOf(fileName)} file`}
        message={`${readFailure ? `${readFailure}. ` : ""}${t`Download it to open it in its own program.`}`}
      />
    );
  const url = `${fileUrl}/preview?version=${fileVersion}`;
  return <Frame key={url} url={url} title={t`Preview of ${fileName}`} onText={onText} />;
}

type FrameProps = { url: string; title: string; onText: OnText };

/** Of this origin, so that its text can be searched from here; it runs no script, loads nothing and opens nothing. */
function Frame({ url, title, onText }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useWholeLength(frame);
  useEffect(() => () => onText(null), [onText]);
  const receive = () => {
    const page = frame.current?.contentDocument;
    if (!page?.scrollingElement) return;
    onText(shownText(page.body, page.scrollingElement));
    page.addEventListener("keydown", forwardKey);
  };
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      sandbox="allow-same-origin"
      src={url}
      title={title}
      onLoad={receive}
    />
  );
}

/** A frame is as high as its box; on paper nothing scrolls, so that it becomes as high as its page. */
function useWholeLength(frame: React.RefObject<HTMLIFrameElement | null>): void {
  const isPrinting = usePrinting();
  useLayoutEffect(() => {
    const element = frame.current;
    if (!isPrinting || !element) return;
    element.style.width = "178mm";
    element.style.height = `${element.contentDocument?.documentElement.scrollHeight ?? 0}px`;
    return () => {
      element.style.width = "";
      element.style.height = "";
    };
  }, [isPrinting, frame]);
}

/** Keys pressed inside the frame are shortcuts of the page, too. */
function forwardKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const same = { key, ctrlKey, metaKey, shiftKey, altKey, cancelable: true };
  const isUnused = window.dispatchEvent(new KeyboardEvent("keydown", same));
  if (!isUnused) event.preventDefault();
}
