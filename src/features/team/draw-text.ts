import type PdfDocument from "pdfkit";

type Pdf = typeof PdfDocument.prototype;
export type Pen = { pdf: Pdf; foreign: string; left: number; right: number; bottom: number; y: number };
type Look = { font: "regular" | "bold"; size: number; color: string; before?: number; after: number };
type Run = { text: string; isForeign: boolean; width: number };

const LEADING = 1.45;

/** Words in lines and pages. What the embedded font has no glyph for is set in the font of `foreignFont`. */
export function drawText(pen: Pen, text: string, look: Look): void {
  pen.y += look.before ?? 0;
  pen.pdf.font(look.font).fontSize(look.size).fillColor(look.color);
  for (const paragraph of text.split(/\r?\n/))
    for (const row of rowsOf(pen, paragraph, look)) drawRow(pen, row, look);
  pen.y += look.after;
}

function drawRow(pen: Pen, row: readonly Run[], { size }: Look): void {
  const { pdf } = pen;
  const height = size * LEADING;
  if (pen.y + height > pen.bottom) {
    pdf.addPage();
    pen.y = pdf.page.margins.top;
  }
  let x = pen.left;
  for (const { text, isForeign, width } of row) {
    if (isForeign) drawForeign(pen, text, x, size);
    else pdf.text(text, x, pen.y, { lineBreak: false });
    x += width;
  }
  pen.y += height;
}

/** Broken between words, and within one that is longer than a line. */
function rowsOf(pen: Pen, paragraph: string, look: Look): Run[][] {
  const rows: Run[][] = [[]];
  let left = pen.right - pen.left;
  const room = left;
  const pieces = paragraph.replaceAll("\t", "    ").match(/\s+|[^\s]{1,60}/gu) ?? [];
  for (const piece of pieces) {
    const runs = runsOf(pen, piece, look);
    const width = runs.reduce((sum, run) => sum + run.width, 0);
    if (width > left && left < room) {
      rows.push([]);
      left = room;
      if (piece.trim() === "") continue;
    }
    rows.at(-1)?.push(...runs);
    left -= width;
  }
  return rows;
}

function runsOf({ pdf }: Pen, text: string, { size }: Look): Run[] {
  const runs: Run[] = [];
  for (const character of printable(text)) {
    const isForeign = !hasGlyph(pdf, character);
    const last = runs.at(-1);
    if (last && last.isForeign === isForeign) last.text += character;
    else runs.push({ text: character, isForeign, width: 0 });
  }
  for (const run of runs)
    run.width = run.isForeign ? [...run.text].length * size : pdf.widthOfString(run.text);
  return runs;
}

/** Controls have no place on paper; a lone half of a pair has none anywhere. */
const printable = (text: string) => text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ");

/** pdfkit keeps the font that it embeds in a field of its own. */
function hasGlyph(pdf: Pdf, character: string): boolean {
  const { _font } = pdf as unknown as {
    _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
  };
  return _font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/**
 * A font that is named and not embedded: the reader's program sets these characters in one of its own. They are written
 * as UTF-16 by a predefined character map (ISO 32000-2, 9.7.5.2) and map back to Unicode, so that they can be found and copied.
 */
export function foreignFont(pdf: Pdf): string {
  const system = { Registry: new String("Adobe"), Ordering: new String("GB1"), Supplement: 5 };
  const descriptor = pdf.ref({
    Type: "FontDescriptor",
    FontName: "STSong-Light",
    Flags: 6,
    FontBBox: [-25, -254, 1000, 880],
    ItalicAngle: 0,
    Ascent: 880,
    Descent: -120,
    CapHeight: 880,
    StemV: 93,
  });
  descriptor.end();
  const descendant = pdf.ref({
    Type: "Font",
    Subtype: "CIDFontType0",
    BaseFont: "STSong-Light",
    CIDSystemInfo: system,
    FontDescriptor: descriptor,
    DW: 1000,
  });
  descendant.end();
  const unicode = pdf.ref({});
  unicode.end(TO_UNICODE);
  const font = pdf.ref({
    Type: "Font",
    Subtype: "Type0",
    BaseFont: "STSong-Light-UniGB-UTF16-H",
    Encoding: "UniGB-UTF16-H",
    DescendantFonts: [descendant],
    ToUnicode: unicode,
  });
  font.end();
  fonts.set(pdf, font);
  return "Foreign";
}

const fonts = new WeakMap<Pdf, unknown>();

function drawForeign({ pdf, foreign, y }: Pen, text: string, x: number, size: number): void {
  const { page } = pdf as unknown as { page: { fonts: Record<string, unknown>; height: number } };
  page.fonts[foreign] = fonts.get(pdf);
  const code = Buffer.from(text, "utf16le").swap16().toString("hex");
  const baseline = y + size * 1.02;
  pdf.save();
  // Letters lean on a line counted from below; pdfkit has turned the page upside down.
  pdf.addContent(
    `BT /${foreign} ${size} Tf 1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} Tm <${code}> Tj ET`,
  );
  pdf.restore();
}

/** Every two bytes are themselves: UTF-16 as it was written, pairs included. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;
