import type { PDFDocumentProxy } from "pdfjs-dist";
import type { SearchableText } from "../find/searchable-text.ts";

/** The text of a PDF: read from the file, and shown by the pages of the scroll box that are drawn. */
export class PdfText implements SearchableText {
  readonly #pdf: PDFDocumentProxy;
  readonly #box: () => HTMLElement | null;
  readonly #listeners = new Set<() => void>();

  constructor(pdf: PDFDocumentProxy, box: () => HTMLElement | null) {
    this.#pdf = pdf;
    this.#box = box;
  }

  load(): Promise<string[]> {
    return Promise.all(numbersTo(this.#pdf.numPages).map((number) => this.#read(number)));
  }

  elementOf(part: number): Element | null {
    return this.#page(part)?.querySelector("[data-drawn]") ?? null;
  }

  scrollTo(part: number): void {
    this.#page(part)?.scrollIntoView();
  }

  scroller(): HTMLElement | null {
    return this.#box();
  }

  onDrawn(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The text of a page is in its element now. */
  drawn(layer: HTMLElement): void {
    layer.dataset.drawn = "";
    for (const listener of this.#listeners) listener();
  }

  /** As the text layer writes it. */
  async #read(number: number): Promise<string> {
    const page = await this.#pdf.getPage(number);
    const { items } = await page.getTextContent();
    return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
  }

  #page = (part: number) => this.#box()?.children[part];
}

/** From 1. */
export const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
