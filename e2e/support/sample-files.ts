import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A valid PDF with one line of text on each page and correct offsets. */
export function aPdf(...lines: string[]): Buffer {
  const kids = lines.map((_, page) => `${4 + 2 * page} 0 R`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${lines.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...lines.flatMap((line, page) => pageWith(line, 5 + 2 * page)),
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
function pageWith(line: string, number: number): string[] {
  const content = `BT /F1 24 Tf 72 720 Td (${line.replaceAll(/[()\\]/g, "\\$&")}) Tj ET`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
}

const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../src/features/documents/samples", name));

/** A lease made with LibreOffice; the PDF version has a password. */
export const aWordFile = sample("lease.docx");
export const aLockedPdf = sample("locked.pdf");
