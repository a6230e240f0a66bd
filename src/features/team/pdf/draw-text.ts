import type { OpenFont } from "./open-font.ts";
import { type ShapedCharacter, shapeText } from "./shape-text.ts";

export const PAGE = { width: 595.28, height: 841.89, margin: 56 };
const LEADING = 1.45;

export type FontName = "regular" | "bold" | "rare";
export type Fonts = Readonly<Record<FontName, OpenFont>>;
type TextStyle = { font: "regular" | "bold"; size: number; grey: number; before?: number; after: number };
type Glyph = { font: FontName; glyph: number; width: number };

/** Pages of text, and the characters that each used glyph stands for. */
export class TextPages {
  readonly pages: string[][] = [[]];
  readonly used: Readonly<Record<FontName, Map<number, string>>> = {
    regular: new Map(),
    bold: new Map(),
    rare: new Map(),
  };
  readonly #fonts: Fonts;
  #y = PAGE.height - PAGE.margin;

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  /** Words in lines and pages. What the font lacks is set in `rare`, which has nearly all of Unicode. */
  write(text: string, style: TextStyle): void {
    this.#y -= style.before ?? 0;
    for (const paragraph of text.split(/\r?\n/))
      for (const row of this.#rows(printable(paragraph), style)) this.#drawRow(row, style);
    this.#y -= style.after;
  }

  /** Broken between words, and within one that is longer than 40 letters. */
  #rows(paragraph: string, style: TextStyle): string[] {
    const room = PAGE.width - 2 * PAGE.margin;
    const rows = [""];
    let remaining = room;
    for (const piece of paragraph.match(/\s+|[^\s]{1,40}/gu) ?? []) {
      const width = this.#glyphs(shapeText(piece), style).reduce((sum, glyph) => sum + glyph.width, 0);
      if (width > remaining && remaining < room) {
        rows.push("");
        remaining = room;
        if (piece.trim() === "") continue;
      }
      rows[rows.length - 1] += piece;
      remaining -= width;
    }
    return rows;
  }

  #drawRow(row: string, style: TextStyle): void {
    const height = style.size * LEADING;
    if (this.#y - height < PAGE.margin) {
      this.pages.push([]);
      this.#y = PAGE.height - PAGE.margin;
    }
    this.#y -= height;
    const parts: string[] = [];
    let last: FontName | undefined;
    for (const { font, glyph } of this.#glyphs(shapeText(row), style)) {
      if (font !== last) parts.push(`${last ? "> Tj " : ""}/${font} ${style.size} Tf <`);
      parts.push(glyph.toString(16).padStart(4, "0"));
      last = font;
    }
    if (!last) return;
    const place = `1 0 0 1 ${PAGE.margin} ${(this.#y + style.size * 0.35).toFixed(2)} Tm`;
    this.pages.at(-1)?.push(`BT ${style.grey} g ${place} ${parts.join("")}> Tj ET`);
  }

  #glyphs(letters: readonly ShapedCharacter[], { font, size }: TextStyle): Glyph[] {
    return letters.map(({ codePoint, text }) => {
      const code = codePoint;
      const name = this.#fonts[font].glyphOf(code) ? font : "rare";
      const glyph = this.#fonts[name].glyphOf(code);
      // Characters without a glyph share glyph 0, which is drawn as a box: for copied text the last one wins.
      this.used[name].set(glyph, text);
      return { font: name, glyph, width: (this.#fonts[name].widthOf(glyph) * size) / 1000 };
    });
  }
}

/** Control characters and lone surrogates cannot be printed. */
const printable = (text: string) => text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ");
