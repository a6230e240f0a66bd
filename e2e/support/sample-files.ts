import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A valid PDF of one page with one line of text and correct offsets. */
export function aPdf(line: string): Buffer {
  const content = `BT /F1 24 Tf 72 720 Td (${line.replaceAll(/[()\\]/g, "\\$&")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
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

const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../src/features/documents/samples", name));

/** A lease made with LibreOffice; the PDF version has a password. */
export const aWordFile = sample("lease.docx");
export const aLockedPdf = sample("locked.pdf");
