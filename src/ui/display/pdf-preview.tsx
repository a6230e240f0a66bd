import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { Spinner } from "../feedback/spinner.tsx";
import type { SearchableText } from "../find/searchable-text.ts";
import { ScrollBox } from "../layout/scroll-box.tsx";
import styles from "./pdf-preview.module.css";
import { numbersTo, PdfText } from "./pdf-text.ts";
import { PdfThumbnails } from "./pdf-thumbnails.tsx";
import { useIsNear } from "./pdf-use-is-near.ts";

/** Limit for a picture on a page, by its declared size; a larger one is not shown. */
const MAX_PIXELS = 40_000_000;

type PdfPreviewProps = {
  url: string;
  /** Opens the worker that parses and decodes the file; it is reused for the next file. */
  openWorker(): Worker;
  failed(retry: () => void): ReactNode;
  /** On a page of its own: as high as its container, with thumbnails, and a text that can be searched. */
  full?: { id: string; onText(text: SearchableText | null): void };
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
    loading.promise.then(setState, () => setState("failed"));
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

function FullPages({ pdf, id, onText }: FullPagesProps) {
  const box = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(1);
  const text = useMemo(() => new PdfText(pdf, () => box.current), [pdf]);
  const width = useWidth(box);
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
        {t`These are the pages that were open. All ${pdf.numPages} pages are in the file: download it to print them.`}
      </p>
      {pdf.numPages > 1 && <span className={styles.place}>{t`Page ${current} of ${pdf.numPages}`}</span>}
    </div>
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
    const drawing = drawPage(pdf, number, element, (layer) => text?.drawn(layer));
    return () => void drawing.then((stop) => stop());
  }, [isNear, pdf, number, width, text]);
  return <figure ref={frame} className={styles.page} aria-label={t`Page ${number} of ${pdf.numPages}`} />;
}

/** Resolves with a function that stops rendering and removes the page. */
async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  frame: HTMLElement,
  onText: (layer: HTMLElement) => void,
): Promise<() => void> {
  const page = await pdf.getPage(number);
  const scale = frame.clientWidth / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const density = Math.min(window.devicePixelRatio || 1, 2);
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const words = document.createElement("div");
  words.className = styles.text ?? "";
  words.style.setProperty("--total-scale-factor", String(scale));
  frame.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
  frame.replaceChildren(canvas, words);
  const rendering = page.render({
    canvas,
    viewport,
    ...(density !== 1 && { transform: [density, 0, 0, density, 0, 0] }),
  });
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  // Both reject when they are cancelled because the page is unmounted.
  rendering.promise.catch(() => undefined);
  // As above.
  text.render().then(
    () => onText(words),
    () => undefined,
  );
  return () => {
    rendering.cancel();
    text.cancel();
    frame.replaceChildren();
  };
}
