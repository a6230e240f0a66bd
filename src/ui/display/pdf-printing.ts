import type { PDFDocumentProxy } from "pdfjs-dist";
import { type RefObject, useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { useWindowEvent } from "../keyboard/use-window-event.ts";
import { toast } from "../overlays/toast.ts";
import { drawPageForPaper } from "./pdf-drawing.ts";

/** The most pages that are printed from here: each is a picture in memory until the paper is out. */
const MAX_PRINTED = 500;

type PdfPrinting = {
  /** How many pages of paper are ready; null while nothing is being printed. */
  ready: number | null;
  print(): void;
  cancel(): void;
};

/** Draws the pages that are not drawn yet, one after another, and then opens the browser's dialog. */
export function usePdfPrinting(
  pdf: PDFDocumentProxy,
  box: RefObject<HTMLElement | null>,
  textClass: string,
): PdfPrinting {
  const [ready, setReady] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();
  useWindowEvent("afterprint", () => clearPaper(box.current));
  useEffect(() => () => running.current?.abort(), []);
  const print = async () => {
    const paper = box.current;
    if (!paper || running.current) return;
    if (pdf.numPages > MAX_PRINTED) return refuse();
    const stop = new AbortController();
    running.current = stop;
    await drawAll(pdf, paper, textClass, stop.signal, setReady);
    setReady(null);
    running.current = null;
    if (stop.signal.aborted) clearPaper(paper);
    else window.print();
  };
  return { ready, print: () => void print(), cancel };
}

const refuse = () =>
  toast.notice(
    t`Files of more than ${MAX_PRINTED} pages are not printed here`,
    t`Download the file and print it with its own program.`,
  );

/** Pages that are drawn for the screen are printed as they are; those that are left by scrolling become empty again. */
async function drawAll(
  pdf: PDFDocumentProxy,
  box: HTMLElement,
  textClass: string,
  signal: AbortSignal,
  onProgress: (ready: number) => void,
): Promise<void> {
  const pages = [...box.children].filter((page) => page instanceof HTMLElement);
  while (!signal.aborted) {
    const next = pages.findIndex((page) => page.childElementCount === 0);
    if (next < 0) return;
    onProgress(next);
    const page = pages[next];
    if (page) await drawPageForPaper(pdf, next + 1, page, textClass);
  }
}

function clearPaper(box: HTMLElement | null): void {
  for (const picture of box?.querySelectorAll("img") ?? []) {
    URL.revokeObjectURL(picture.src);
    picture.parentElement?.replaceChildren();
  }
}
