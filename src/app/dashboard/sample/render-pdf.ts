/** Points; A4 portrait with margins. */
const PAGE = { width: 595, height: 842, margin: 64, leading: 17, lines: 40, columns: 78 };

/** A minimal PDF with a title and text on as many pages as needed (ISO 32000-1; Helvetica needs no font file). */
export function renderPdf(title: string, text: string): Buffer {
  const lines = text.split("\n").flatMap(wrapped);
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / PAGE.lines)) }, (_, n) =>
    lines.slice(n * PAGE.lines, (n + 1) * PAGE.lines),
  );
  const firstPage = 5;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${firstPage + 2 * n} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((lines, n) => pageObjects(lines, n === 0 ? title : "", firstPage + 2 * n + 1)),
  ];
  return assembled(objects);
}

function pageObjects(lines: readonly string[], title: string, contentNumber: number): string[] {
  const { width, height, margin, leading } = PAGE;
  const heading = title ? `/F1 18 Tf (${escaped(title)}) Tj 0 -34 Td ` : "";
  const body = lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n");
  const content = `BT ${margin} ${height - margin - 18} Td ${heading}/F2 11 Tf ${leading} TL\n${body}\nET`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${contentNumber} 0 R ` +
      "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
    `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
  ];
}

/** Includes the cross-reference table with the offset of each object. */
function assembled(objects: readonly string[]): Buffer {
  let pdf = "%PDF-1.4\n";
  const places = objects.map((object, n) => {
    const place = pdf.length;
    pdf += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf + table + end, "latin1");
}

function wrapped(line: string): string[] {
  const rows = [""];
  for (const word of line.split(" ")) {
    const last = rows.at(-1) ?? "";
    if (last && last.length + word.length >= PAGE.columns) rows.push(word);
    else rows[rows.length - 1] = last ? `${last} ${word}` : word;
  }
  return rows;
}

/** Parentheses and backslashes are escaped in PDF strings; characters outside Latin-1 become question marks. */
const escaped = (text: string) => text.replaceAll(/[()\\]/g, "\\$&").replaceAll(/[^\u0020-\u00ff]/g, "?");
