import WordExtractor from "word-extractor";
import { decodeText } from "../decode-text.ts";
import type { Extension } from "../model.ts";
import { RefusedContent } from "../uploads/refuse-content.ts";
import { type Sheet, withoutMargins } from "./collect-cells.ts";
import { type Description, describeText } from "./describe-text.ts";
import { openZip } from "./open-zip.ts";
import { readOldSheets } from "./read-old-sheets.ts";
import { pagesWithoutText, readPdf } from "./read-pdf.ts";
import { readSheets } from "./read-sheets.ts";
import { readOldSlides, readSlides, type Slide } from "./read-slides.ts";
import { readWord } from "./read-word.ts";

export type ContentRead =
  | (Description & {
      /** The text: one paragraph, row or line of a slide per line. */
      text: string;
      /** HTML for a sandboxed frame; null if the page shows the file itself or the HTML is too large. */
      preview: string | null;
      /** Pages, sheets or slides, where the file counts them. */
      pages: number | null;
      /** Number of pages that are images without text, and of those recognised by OCR. */
      pictures: number;
      /** Null until OCR has run. */
      recognized: number | null;
    })
  | { failure: string };

/** Characters that are kept of a file's text, and of its preview. */
const MAX_TEXT_LENGTH = 1_000_000;
const MAX_PREVIEW_LENGTH = 2_000_000;

type Read = { text: string; preview?: string; pages?: number; pictures?: number; recognized?: number };

/** Parses the text of a file. Runs in a worker (`documents.readContent`). */
export async function readContent(
  { extension, today }: { extension: Extension; today: string },
  bytes: Buffer<ArrayBuffer>,
): Promise<ContentRead> {
  try {
    return contentOf(await READERS[extension](bytes), today);
  } catch (error) {
    return { failure: (error instanceof RefusedContent ? error : new RefusedContent("broken")).message };
  }
}

/** The content to store, with summary and dates. */
export function contentOf(
  { text, preview, pages, pictures = 0, recognized = 0 }: Read,
  today: string,
): ContentRead {
  const tidyText = tidied(text);
  return {
    ...describeText(tidyText, today),
    text: tidyText,
    preview: preview !== undefined && preview.length <= MAX_PREVIEW_LENGTH ? preview : null,
    pages: pages ?? null,
    pictures,
    recognized,
  };
}

/** PostgreSQL rejects NUL, and a cut may split a surrogate pair. */
const tidied = (text: string) =>
  text
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed()
    .replaceAll("\u0000", "")
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

const READERS: Record<Extension, (bytes: Buffer<ArrayBuffer>) => Promise<Read>> = {
  ".txt": async (bytes) => ({ text: decodeText(bytes) }),
  ".pdf": async (bytes) => {
    const { texts } = await readPdf(bytes);
    const pictures = pagesWithoutText(texts).length;
    return { text: texts.join("\n\n"), pages: texts.length, pictures };
  },
  ".docx": readWord,
  ".doc": async (bytes) => {
    const document = await new WordExtractor().extract(bytes);
    const parts = [
      document.getBody(),
      document.getTextboxes(),
      document.getFootnotes(),
      document.getEndnotes(),
    ];
    const text = parts.filter((part) => part.trim() !== "").join("\n");
    return { text, preview: text.split("\n").map(paragraph).join("") };
  },
  ".xlsx": async (bytes) => ofSheets(await readSheets(await openZip(bytes))),
  ".xls": async (bytes) => ofSheets(readOldSheets(bytes)),
  ".pptx": async (bytes) => ofSlides(await readSlides(bytes)),
  ".ppt": async (bytes) => ofSlides(readOldSlides(bytes)),
};

/** Of a sheet, in its preview. */
const PREVIEW_ROWS = 500;
const PREVIEW_COLUMNS = 50;

function ofSheets(read: readonly Sheet[]): Read {
  const sheets = read.map(withoutMargins);
  const text = sheets.map(({ name, rows }) => [name, ...rows.map((row) => row.join("\t"))].join("\n"));
  const preview = sheets.map(({ name, rows }) => {
    const previewRows = rows.slice(0, PREVIEW_ROWS).map((row) => row.slice(0, PREVIEW_COLUMNS));
    const lines = previewRows.map(
      (row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`,
    );
    const rest = rows.length - previewRows.length;
    return `<h2>${escaped(name)}</h2><table>${lines.join("")}</table>${
      rest > 0 ? paragraph(`${rest} more rows are not shown here.`) : ""
    }`;
  });
  return { text: text.join("\n\n"), preview: preview.join(""), pages: sheets.length };
}

const ofSlides = (slides: readonly Slide[]): Read => ({
  text: slides.map((slide) => slide.join("\n")).join("\n\n"),
  preview: slides
    .map(
      ([title = "", ...lines], index) =>
        `<section><p class="number">${index + 1}</p><h2>${escaped(title)}</h2>${lines.map(paragraph).join("")}</section>`,
    )
    .join(""),
  pages: slides.length,
});

const paragraph = (text: string) => (text.trim() === "" ? "" : `<p>${escaped(text)}</p>`);

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (value: unknown) => String(value).replaceAll(/[&<>"']/g, (each) => ESCAPES[each] ?? "");
