import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from "pdfjs-dist";
import { t } from "#i18n/message.ts";

/** Limits for one canvas, by which browsers refuse or lose it. */
const MAX_SIDE = 8192;
const MAX_AREA = 16_000_000;

/** Pixels for each PDF point on paper, 150 dpi. */
const PAPER_SCALE = 150 / 72;

type Size = { width: number; height: number };

/** What the pixels of a page of this size are multiplied by at most, so that a canvas can hold it. */
export const densityFor = ({ width, height }: Size, wanted: number): number =>
  Math.min(wanted, MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_AREA / (width * height)));

/** Resolves with a function that stops rendering and removes the page. `textClass` is the class of its text layer. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  frame: HTMLElement,
  textClass: string,
  onText: (layer: HTMLElement) => void,
): Promise<() => void> {
  // Its place says that it is missing.
  const page = await pdf.getPage(number).catch(() => null);
  if (!page) return showFault(frame);
  const canvas = document.createElement("canvas");
  const { viewport, words } = layOut(page, frame, textClass);
  frame.replaceChildren(canvas, words);
  const density = densityFor(viewport, Math.min(window.devicePixelRatio || 1, 2));
  const rendering = render(page, canvas, viewport, density);
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  let isStopped = false;
  rendering.promise.catch(() => {
    if (!isStopped) showFault(frame);
  });
  // Rejects when it is cancelled because the page is unmounted, and with a page that cannot be shown.
  text.render().then(
    () => onText(words),
    () => undefined,
  );
  return () => {
    isStopped = true;
    rendering.cancel();
    text.cancel();
    frame.replaceChildren();
  };
}

/** Fills the frame with a picture for paper, which takes less memory than a canvas, and with the text. */
export async function drawPageForPaper(
  pdf: PDFDocumentProxy,
  number: number,
  frame: HTMLElement,
  textClass: string,
): Promise<void> {
  try {
    const page = await pdf.getPage(number);
    const { viewport, words } = layOut(page, frame, textClass);
    const points = page.getViewport({ scale: 1 });
    const canvas = document.createElement("canvas");
    const density = densityFor(viewport, (PAPER_SCALE * points.width) / viewport.width);
    await render(page, canvas, viewport, density, "print").promise;
    await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render();
    frame.replaceChildren(await pictureOf(canvas), words);
    canvas.width = 0;
    page.cleanup();
  } catch {
    // The sheet says that the page is missing, and the others are printed.
    showFault(frame);
  }
}

function layOut(page: PDFPageProxy, frame: HTMLElement, textClass: string) {
  const scale = frame.clientWidth / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  frame.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
  const words = document.createElement("div");
  words.className = textClass;
  words.style.setProperty("--total-scale-factor", String(scale));
  return { viewport, words };
}

function render(
  page: PDFPageProxy,
  canvas: HTMLCanvasElement,
  viewport: ReturnType<PDFPageProxy["getViewport"]>,
  density: number,
  intent: "display" | "print" = "display",
) {
  canvas.width = Math.max(1, Math.floor(viewport.width * density));
  canvas.height = Math.max(1, Math.floor(viewport.height * density));
  const transform = density === 1 ? {} : { transform: [density, 0, 0, density, 0, 0] };
  return page.render({ canvas, viewport, intent, ...transform });
}

async function pictureOf(canvas: HTMLCanvasElement): Promise<HTMLImageElement> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.92));
  if (!blob) throw new Error("The browser cannot encode the page");
  const picture = new Image();
  picture.src = URL.createObjectURL(blob);
  await picture.decode();
  return picture;
}

/** In place of a page. */
function showFault(frame: HTMLElement): () => void {
  const note = document.createElement("p");
  note.textContent = t`This page cannot be shown`;
  frame.replaceChildren(note);
  return () => frame.replaceChildren();
}
