import { deflateSync } from "node:zlib";
import { type FontName, type Fonts, PAGE, type TextPages } from "./draw-text.ts";

type Attachment = { name: string; type: string; content: Buffer };

/** A PDF 1.7 file (ISO 32000-1) of these pages: fonts embedded as far as they are used, and a file attached. */
export function assemblePdf(
  paper: TextPages,
  fonts: Fonts,
  title: string,
  at: Date,
  attached: Attachment,
): Buffer {
  const objects = new PdfObjects();
  const [catalog, pages] = [objects.add(""), objects.add("")];
  const names = (Object.keys(fonts) as FontName[]).filter((name) => paper.used[name].size > 0);
  const resources = names.map(
    (name) => `/${name} ${addFont(objects, `AAAAAA+${name}`, fonts[name], paper.used[name])} 0 R`,
  );
  const kids = paper.pages.map((lines) => {
    const content = objects.addStream(Buffer.from(lines.join("\n")));
    return objects.add(
      `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${content} 0 R ` +
        `/Resources << /Font << ${resources.join(" ")} >> >> >>`,
    );
  });
  const spec = addAttachment(objects, attached);
  const info = objects.add(
    `<< /Title <feff${utf16(title)}> /Producer (Adjutant) /CreationDate (D:${digits(at)}Z) >>`,
  );
  objects.set(
    pages,
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] >>`,
  );
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${pages} 0 R /Names << /EmbeddedFiles << /Names [(${attached.name}) ${spec} 0 R] >> >> >>`,
  );
  return withTable(objects.all, `/Root ${catalog} 0 R /Info ${info} 0 R`);
}

/** The numbered objects of a file; a number is what others refer to it by, from 1 on. */
class PdfObjects {
  readonly all: Buffer[] = [];

  add(content: string | Buffer): number {
    return this.all.push(Buffer.from(content));
  }

  addStream(content: Buffer, entries = ""): number {
    const packed = deflateSync(content);
    return this.add(
      Buffer.concat([
        Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
        packed,
        Buffer.from("\nendstream"),
      ]),
    );
  }

  set(number: number, content: string): void {
    this.all[number - 1] = Buffer.from(content);
  }
}

/** As far as it is used, with a table that makes its text searchable. */
function addFont(
  objects: PdfObjects,
  base: string,
  font: Fonts[FontName],
  used: ReadonlyMap<number, string>,
): number {
  const file = font.subset(used.keys());
  const program = objects.addStream(file, `/Length1 ${file.length}`);
  const descriptor = objects.add(
    `<< /Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [-1000 -300 1500 1000] /ItalicAngle 0 ` +
      `/Ascent 900 /Descent -240 /CapHeight 730 /StemV 80 /FontFile2 ${program} 0 R >>`,
  );
  const widths = [...used.keys()].map((glyph) => `${glyph} [${font.widthOf(glyph).toFixed(0)}]`);
  const descendant = objects.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${base} /CIDToGIDMap /Identity /W [${widths.join(" ")}] ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R >>`,
  );
  const unicode = objects.addStream(Buffer.from(toUnicode(used)));
  return objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /Identity-H ` +
      `/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
}

function addAttachment(objects: PdfObjects, { name, type, content }: Attachment): number {
  const file = objects.addStream(
    content,
    `/Type /EmbeddedFile /Subtype /${type.replace("/", "#2F")} /Params << /Size ${content.length} >>`,
  );
  return objects.add(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`);
}

/** The file with its cross-reference table. */
function withTable(objects: readonly Buffer[], trailer: string): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n", "latin1")];
  let length = parts[0]?.length ?? 0;
  const places: string[] = [];
  for (const [n, object] of objects.entries()) {
    places.push(`${String(length).padStart(10, "0")} 00000 n \n`);
    const part = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
  }
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  parts.push(Buffer.from(`${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** The ToUnicode map from glyphs to text, for search and copy. */
function toUnicode(used: ReadonlyMap<number, string>): string {
  const lines = [...used].map(([glyph, text]) => `<${glyph.toString(16).padStart(4, "0")}> <${utf16(text)}>`);
  const blocks: string[] = [];
  for (let n = 0; n < lines.length; n += 100) {
    const block = lines.slice(n, n + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${blocks.join("\n")}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}

const utf16 = (text: string) => Buffer.from(text.toWellFormed(), "utf16le").swap16().toString("hex");
const digits = (at: Date) => at.toISOString().replaceAll(/\D/g, "").slice(0, 14);
