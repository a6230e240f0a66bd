import { useCallback, useEffect, useState } from "react";
import { t } from "#i18n/message.ts";
import { FindBar } from "#ui/find/find-bar.tsx";
import type { SearchableText } from "#ui/find/searchable-text.ts";
import { focusOn } from "#ui/keyboard/focus-on.ts";
import { useMedia } from "#ui/layout/use-media.ts";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { useDocumentTitle } from "#ui/page.tsx";
import { useWayBack } from "#ui/use-way-back.ts";
import type { DocumentOnWire } from "../../model.ts";
import { DocumentDialogs } from "../document-dialogs.tsx";
import { UploadTray } from "../uploads/upload-tray.tsx";
import { ALL_DOCUMENTS, CONTENT } from "./content.ts";
import { DetailsPanel } from "./details-panel.tsx";
import styles from "./document-reader.module.css";
import { Preview } from "./preview.tsx";
import { ReaderHeader } from "./reader-header.tsx";
import { isPanelStored, storePanel } from "./stored-panel.ts";
import { FindKey, PrintKey, useReaderKeys } from "./use-reader-keys.ts";

/** From here on the details have room beside the document. */
const WIDE = "(min-width: 64em)";
const FIND = "find-in-document";

/** A document as large as the screen allows, and its details beside it; on a narrow screen they are a sheet. */
export function DocumentReader({ document }: { document: DocumentOnWire }) {
  const [text, setText] = useState<SearchableText | null>(null);
  const [print, setPrint] = useState<(() => void) | null>(null);
  const [isFinding, setFinding] = useState(false);
  const details = useDetails();
  const { list, leave } = useWayBack(ALL_DOCUMENTS);
  const find = () => {
    setFinding(true);
    focusOn(FIND);
  };
  const endFinding = () => {
    setFinding(false);
    focusOn(CONTENT);
  };
  const receivePrint = useCallback((next: (() => void) | null) => setPrint(() => next), []);
  useDocumentTitle(document.title);
  useEffect(() => focusOn(CONTENT), []);
  useReaderKeys(document, {
    onDetails: details.toggle,
    onLeave: isFinding ? endFinding : leave,
    onGone: leave,
  });
  return (
    <div className={styles.reader}>
      <ReaderHeader
        document={document}
        list={list}
        hasDetails={details.isBeside || details.isSheet}
        onDetails={details.toggle}
        onPrint={print ?? (() => window.print())}
        onFind={text ? find : null}
        onLeave={leave}
      />
      <div className={styles.body}>
        <div className={styles.main}>
          {text && <FindKey onFind={find} />}
          {print && <PrintKey onPrint={print} />}
          {text && isFinding && (
            <div className={styles.find}>
              <FindBar id={FIND} text={text} label={t`Find in this document`} onClose={endFinding} />
            </div>
          )}
          <div className={styles.content}>
            <Preview document={document} onText={setText} onPrint={receivePrint} />
          </div>
        </div>
        {details.isBeside && (
          <aside className={styles.panel} aria-label={t`Details`}>
            <DetailsPanel document={document} />
          </aside>
        )}
      </div>
      <Dialog isOpen={details.isSheet} onClose={details.close} title={t`Details`}>
        <DetailsPanel document={document} onLeave={details.close} />
      </Dialog>
      <UploadTray />
      <DocumentDialogs />
    </div>
  );
}

/** Where the details are shown: beside the document, as chosen last, or on a narrow screen as a sheet until it is closed. */
function useDetails() {
  const isWide = useMedia(WIDE);
  const [isStored, setStored] = useState(isPanelStored);
  const [isOpen, setOpen] = useState(false);
  const toggle = () => {
    if (!isWide) return setOpen(!isOpen);
    storePanel(!isStored);
    setStored(!isStored);
  };
  return {
    isBeside: isWide && isStored,
    isSheet: !isWide && isOpen,
    toggle,
    close: () => setOpen(false),
  };
}
