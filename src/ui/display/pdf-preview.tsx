import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { Spinner } from "../feedback/spinner.tsx";
import type { SearchableText } from "../find/searchable-text.ts";
import { Button } from "../inputs/button.tsx";
import { ScrollBox } from "../layout/scroll-box.tsx";
import { drawPage } from "./pdf-drawing.ts";
import styles from "./pdf-preview.module.css";
import { usePdfPrinting } from "./pdf-printing.ts";
import { numbersTo, PdfText } from "./pdf-text.ts";
import { PdfThumbnails } from "./pdf-thumbnails.tsx";
import { useIsNear } from "./pdf-use-is-near.ts";

/** Limit for a picture on a page, by its declared size; a larger one is not shown. */
const MAX_PIXELS = 40_000_000;

const TEXT_CLASS = styles.text ?? "";

type PdfPreviewProps = {
  url: string;
  /** Opens the worker that parses and decodes the file; it is reused for the next file. */
  openWorker(): Worker;
  failed(retry: () => void): ReactNode;
  /** On a page of its own: as high as its container, with thumbnails, and a text that can be searched. */
  full?: { id: string; onText(text: SearchableText | null): void; onPrint(print: (() => void) | null): void };
};

/** A PDF, one page below the other, at full width. Scripts, forms and links inside it do nothing. */
export function PdfPreview({ failed, ...file }: PdfPreviewProps) {
  const [attempt, setAttempt] = useState(0);
  return <PdfFile key={attempt} {...file} failed={() => failed(() => setAttempt(attempt + 1))} />;
}

type PdfFileProps = Omit<PdfPreviewProps, "failed"> & { failed(): ReactNode };

function PdfFile({ url, openWorker, failed, full }: PdfFileProps) {
  const [state, setState] = useState<PDFDocumentProxy | "failed" | null>(null);
  useEffect(() => {
    GlobalWorkerOptions.workerPort ??= openWorker();
    const loading = getDocument({
      url,
      isEvalSupported: false,
      enableXfa: false,
      useWasm: false,
      maxImageSize: MAX_PIXELS,
      // The browser's own decoder would trust the picture's size; the worker's is limited.
      isImageDecoderSupported: false,
    });
    loading.promise.then(
      (pdf) => setState(pdf.numPages > 0 ? pdf : "failed"),
      () => setState("failed"),
    );
    return () => void loading.destroy();
  }, [url, openWorker]);
  if (state === "failed") return failed();
  if (!state) return <Spinner label={t`Loading the preview`} />;
  return full ? <FullPages pdf={state} {...full} /> : <Pages pdf={state} />;
}

const Pages = ({ pdf }: { pdf: PDFDocumentProxy }) => (
  <ScrollBox className={styles.pages} aria-label={pagesLabel(pdf)}>
    {numbersTo(pdf.numPages).map((number) => (
      <PdfPage key={number} pdf={pdf} number={number} />
    ))}
  </ScrollBox>
);

const pagesLabel = ({ numPages }: PDFDocumentProxy) =>
  plural(numPages, { one: `${numPages} page`, other: `${numPages} pages` });

type FullPagesProps = { pdf: PDFDocumentProxy } & NonNullable<PdfPreviewProps["full"]>;

function FullPages({ pdf, id, onText, onPrint }: FullPagesProps) {
  const box = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(1);
  const text = useMemo(() => new PdfText(pdf, () => box.current), [pdf]);
  const width = useWidth(box);
  const printing = usePdfPrinting(pdf, box, TEXT_CLASS);
  const print = useEffectEvent(printing.print);
  useEffect(() => {
    onPrint(() => print());
    return () => onPrint(null);
  }, [onPrint]);
  useEffect(() => {
    onText(text);
    return () => onText(null);
  }, [text, onText]);
  return (
    <div className={styles.full}>
      {pdf.numPages > 1 && (
        <PdfThumbnails pdf={pdf} current={current} onChoose={(number) => text.scrollTo(number - 1)} />
      )}
      <ScrollBox
        ref={box}
        id={id}
        className={styles.pages}
        data-full
        aria-label={pagesLabel(pdf)}
        onScroll={({ currentTarget }) => setCurrent(pageAt(currentTarget))}
      >
        {numbersTo(pdf.numPages).map((number) => (
          <PdfPage key={number} pdf={pdf} number={number} width={width} text={text} />
        ))}
      </ScrollBox>
      <p className={styles.missing}>
        {t`These are the pages that were open. Use the Print button above the document to print all ${pdf.numPages} pages.`}
      </p>
      <PlaceInFile numPages={pdf.numPages} current={current} {...printing} />
    </div>
  );
}

type PlaceInFileProps = { numPages: number; current: number; ready: number | null; cancel(): void };

/** The page that is read, or how many are ready for the printer. */
function PlaceInFile({ numPages, current, ready, cancel }: PlaceInFileProps) {
  if (ready === null)
    return numPages > 1 && <span className={styles.place}>{t`Page ${current} of ${numPages}`}</span>;
  const number = ready + 1;
  return (
    <span role="status" className={styles.place}>
      {t`Preparing page ${number} of ${numPages} for printing`}
      <Button variant="subtle" size="compact-sm" onClick={cancel}>
        {t`Cancel`}
      </Button>
    </span>
  );
}

/** The page at the upper third of the box. */
function pageAt(box: HTMLElement): number {
  const line = box.scrollTop + box.clientHeight / 3;
  const next = [...box.children].findIndex((page) => page instanceof HTMLElement && page.offsetTop > line);
  return next < 0 ? box.children.length : Math.max(next, 1);
}

/** Zero until it is measured; pages are drawn again where the box has become wider or narrower. */
function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

type PdfPageProps = { pdf: PDFDocumentProxy; number: number; width?: number; text?: PdfText };

/** Rendered when it is near the viewport; until then it takes the space of an upright page. */
function PdfPage({ pdf, number, width, text }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame);
  useEffect(() => {
    const element = frame.current;
    if (!isNear || !element || width === 0) return;
    const drawing = drawPage(pdf, number, element, TEXT_CLASS, (layer) => text?.drawn(layer));
    return () => void drawing.then((stop) => stop());
  }, [isNear, pdf, number, width, text]);
  return <figure ref={frame} className={styles.page} aria-label={t`Page ${number} of ${pdf.numPages}`} />;
}
