import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A valid PDF with one line of text on each page and correct offsets. */
export const aPdf = (...lines: string[]): Buffer => aPdfOfPages(lines.map((line) => ({ line })));

type PdfPage = { line: string; width?: number; height?: number };

/** The same with pages of any size, in points; A4 where none is given. */
export function aPdfOfPages(pages: readonly PdfPage[]): Buffer {
  const kids = pages.map((_, page) => `${4 + 2 * page} 0 R`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((page, index) => pageWith(page, 5 + 2 * index)),
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const entries = offsets.map((offset) => `${offset} 00000 n \n`).join("");
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  return Buffer.from(
    `${pdf}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
    "latin1",
  );
}

/** A page, and its content as the object of this number. */
function pageWith({ line, width = 595, height = 842 }: PdfPage, number: number): string[] {
  const content = line && `BT /F1 24 Tf 72 720 Td (${line.replaceAll(/[()\\]/g, "\\$&")}) Tj ET`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${number} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
}

const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../src/features/documents/samples", name));

/** A lease made with LibreOffice; the PDF version has a password. */
export const aWordFile = sample("lease.docx");
export const aLockedPdf = sample("locked.pdf");
