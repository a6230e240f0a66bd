import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Spinner } from "../feedback/spinner.tsx";
import { ScrollBox } from "../layout/scroll-box.tsx";
import styles from "./pdf-preview.module.css";

/** Limit for a picture on a page, by its declared size; a larger one is not shown. */
const MAX_PIXELS = 40_000_000;

type PdfPreviewProps = {
  url: string;
  /** Opens the worker that parses and decodes the file; it is reused for the next file. */
  openWorker(): Worker;
  failed(retry: () => void): ReactNode;
};

/** A PDF, one page below the other, at full width. Scripts, forms and links inside it do nothing. */
export function PdfPreview({ url, openWorker, failed }: PdfPreviewProps) {
  const [attempt, setAttempt] = useState(0);
  const pagesProps = { url, openWorker, failed: () => failed(() => setAttempt(attempt + 1)) };
  return <PdfPages key={attempt} {...pagesProps} />;
}

type PdfPagesProps = Pick<PdfPreviewProps, "url" | "openWorker"> & { failed(): ReactNode };

function PdfPages({ url, openWorker, failed }: PdfPagesProps) {
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
  if (!state) return <Spinner label="Loading the preview" />;
  return (
    <ScrollBox className={styles.pages} aria-label={`${state.numPages} pages`}>
      {numbers(state.numPages).map((number) => (
        <PdfPage key={number} pdf={state} number={number} />
      ))}
    </ScrollBox>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Rendered when it is near the viewport; until then it takes the space of an upright page. */
function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame);
  useEffect(() => {
    const element = frame.current;
    if (!isNear || !element) return;
    const drawing = drawPage(pdf, number, element);
    return () => void drawing.then((stop) => stop());
  }, [isNear, pdf, number]);
  return <figure ref={frame} className={styles.page} aria-label={`Page ${number} of ${pdf.numPages}`} />;
}

/** Resolves with a function that stops rendering and removes the page. */
async function drawPage(pdf: PDFDocumentProxy, number: number, frame: HTMLElement): Promise<() => void> {
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
  text.render().catch(() => undefined);
  return () => {
    rendering.cancel();
    text.cancel();
    frame.replaceChildren();
  };
}

function useIsNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: "100% 0px",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
