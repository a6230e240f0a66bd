import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { boundDecoding } from "#platform/pictures/bound-decoding.ts";
import { MAX_PIXELS } from "#platform/pictures/picture-size.ts";
import { PDF_OPTIONS } from "../uploads/check-content.ts";
import { withBoundedStates } from "./bound-saved-states.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Maximum pages and characters of one file: a file may claim a million pages, and list one page many times. */
const MAX_PAGES = 2000;
const MAX_CHARACTERS = 1_500_000;
/** After which no further page is begun: each of them may draw the same large plan. */
const SECONDS = 10;

/** The text of each page; empty if the page is only an image. */
export async function readPdf(bytes: Buffer<ArrayBuffer>): Promise<{ pdf: Pdf; texts: string[] }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), PDF_OPTIONS);
  const texts: string[] = [];
  const startedAt = performance.now();
  let characters = 0;
  for (
    let number = 1;
    number <= Math.min(pdf.numPages, MAX_PAGES) && characters < MAX_CHARACTERS;
    number += 1
  ) {
    if (performance.now() - startedAt > SECONDS * 1000) break;
    const page = await pdf.getPage(number);
    const { items } = await withBoundedStates(() => page.getTextContent());
    texts.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
    characters += texts.at(-1)?.length ?? 0;
    page.cleanup();
  }
  return { pdf, texts };
}

/** Numbers of the pages, from 1, without any letter or digit. */
export const pagesWithoutText = (texts: readonly string[]): number[] =>
  texts.flatMap((text, place) => (/[\p{L}\p{N}]/u.test(text) ? [] : [place + 1]));

/** A picture of 8 bits for each of one or three colours. */
export type Picture = { width: number; height: number; channels: 1 | 3; data: Uint8Array };

const MIN_PIXELS = 10_000;

/** The largest image on a page, usually the scan of the whole page; null if none can be read. */
export async function pictureOf(pdf: Pdf, pageNumber: number): Promise<Picture | null> {
  const unbind = boundDecoding();
  try {
    return await largestPictureOf(pdf, pageNumber);
  } finally {
    unbind();
  }
}

async function largestPictureOf(pdf: Pdf, pageNumber: number): Promise<Picture | null> {
  const { OPS } = await getResolvedPDFJS();
  const page = await pdf.getPage(pageNumber);
  const { fnArray: operators, argsArray: given } = await withBoundedStates(() => page.getOperatorList());
  let largest: Picture | null = null;
  for (const [place, operator] of operators.entries()) {
    if (operator !== OPS.paintImageXObject) continue;
    const key = String(given[place]?.[0]);
    const image = await new Promise<Decoded | null>((resolve) =>
      (key.startsWith("g_") ? page.commonObjs : page.objs).get(key, resolve),
    );
    const picture = image && asPicture(image);
    if (picture && sizeOf(picture) > (largest ? sizeOf(largest) : MIN_PIXELS)) largest = picture;
  }
  page.cleanup();
  return largest;
}

const sizeOf = ({ width, height }: { width: number; height: number }) => width * height;

/** As PDF.js decodes pictures: whole bytes for one, three or four colours, or one bit for black and white. */
type Decoded = { width: number; height: number; data?: Uint8Array | Uint8ClampedArray };

function asPicture({ width, height, data }: Decoded): Picture | null {
  const pixels = width * height;
  if (!data || !(pixels > 0) || pixels > MAX_PIXELS) return null;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length === pixels) return { width, height, channels: 1, data: bytes };
  if (bytes.length === 3 * pixels) return { width, height, channels: 3, data: bytes };
  if (bytes.length === 4 * pixels) return { width, height, channels: 1, data: greyOf(bytes, pixels) };
  if (bytes.length === height * Math.ceil(width / 8))
    return { width, height, channels: 1, data: unpacked(bytes, width, height) };
  return null;
}

function greyOf(bytes: Uint8Array, pixels: number): Uint8Array {
  const grey = new Uint8Array(pixels);
  for (let at = 0; at < pixels; at += 1) grey[at] = bytes[4 * at + 1] ?? 0;
  return grey;
}

function unpacked(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const grey = new Uint8Array(width * height);
  const stride = Math.ceil(width / 8);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      grey[y * width + x] = ((bytes[y * stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
  return grey;
}
