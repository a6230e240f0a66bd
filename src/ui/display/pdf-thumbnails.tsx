import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef } from "react";
import { t } from "#i18n/message.ts";
import { densityFor } from "./pdf-drawing.ts";
import { numbersTo } from "./pdf-text.ts";
import styles from "./pdf-thumbnails.module.css";
import { useIsNear } from "./pdf-use-is-near.ts";

type PdfThumbnailsProps = { pdf: PDFDocumentProxy; current: number; onChoose(number: number): void };

/** The pages in small, each a button that scrolls to it. */
export const PdfThumbnails = ({ pdf, current, onChoose }: PdfThumbnailsProps) => (
  <nav className={styles.pages} aria-label={t`Pages`}>
    {numbersTo(pdf.numPages).map((number) => (
      <Thumbnail
        key={number}
        pdf={pdf}
        number={number}
        isCurrent={number === current}
        onChoose={() => onChoose(number)}
      />
    ))}
  </nav>
);

type ThumbnailProps = { pdf: PDFDocumentProxy; number: number; isCurrent: boolean; onChoose(): void };

function Thumbnail({ pdf, number, isCurrent, onChoose }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(button);
  useEffect(() => {
    const element = canvas.current;
    if (!isNear || !element) return;
    const drawing = draw(pdf, number, element);
    return () => void drawing.then((stop) => stop?.());
  }, [isNear, pdf, number]);
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <button
      ref={button}
      type="button"
      className={styles.page}
      aria-label={t`Go to page ${number}`}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onChoose}
    >
      <canvas ref={canvas} />
      <span>{number}</span>
    </button>
  );
}

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
): Promise<(() => void) | undefined> {
  // The large page says that it is missing.
  const page = await pdf.getPage(number).catch(() => undefined);
  if (!page) return;
  const onScreen = page.getViewport({ scale: canvas.clientWidth / page.getViewport({ scale: 1 }).width });
  const density = densityFor(onScreen, Math.min(window.devicePixelRatio || 1, 2));
  const viewport = onScreen.clone({ scale: onScreen.scale * density });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const rendering = page.render({ canvas, viewport });
  // Rejects when it is cancelled because the page is unmounted, and with a page that cannot be shown.
  rendering.promise.catch(() => undefined);
  return () => rendering.cancel();
}
