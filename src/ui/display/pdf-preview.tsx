import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Spinner } from "../feedback/spinner.tsx";
import { ScrollBox } from "../layout/scroll-box.tsx";
import styles from "./pdf-preview.module.css";

/** Of a picture on a page, by the size that it claims; a larger one is left out. */
const MOST_PIXELS = 40_000_000;

type PdfPreviewProps = {
  url: string;
  /** What reads and decodes the file; it stays for the next one. */
  openWorker(): Worker;
  failed(retry: () => void): ReactNode;
};

/** A PDF, page under page, as wide as there is room. Scripts, forms and links inside it do nothing. */
export function PdfPreview({ url, openWorker, failed }: PdfPreviewProps) {
  const [attempt, setAttempt] = useState(0);
  const shown = { url, openWorker, failed: () => failed(() => setAttempt(attempt + 1)) };
  return <PdfPages key={attempt} {...shown} />;
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
      maxImageSize: MOST_PIXELS,
      // The browser's own decoder would take the picture at its word; the worker's is bounded.
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

/** Drawn when it comes near; until then it keeps the room of an upright page. */
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

/** Resolves with what stops it and takes the page away again. */
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
  // Both reject when the page is left and they are cancelled.
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
