type Size = { width: number; height: number };

/** A grey JPEG of this size, whose frame header declares `claimed` (ITU T.81, B.2). */
export function aJpeg({ width, height }: Size, claimed: Size = { width, height }): Buffer<ArrayBuffer> {
  const quantization = `ffdb004300${"01".repeat(64)}`;
  const frame = `ffc0000b08${word(claimed.height)}${word(claimed.width)}01011100`;
  /** One code of one bit, for zero: no difference, no coefficients. */
  const codes = (of: "00" | "10") => `ffc40014${of}01${"00".repeat(16)}`;
  const bits = 2 * Math.ceil(width / 8) * Math.ceil(height / 8);
  const scan = `ffda0008010100003f00${"00".repeat(Math.ceil(bits / 8))}`;
  return Buffer.from(`ffd8${quantization}${frame}${codes("00")}${codes("10")}${scan}ffd9`, "hex");
}

const word = (figure: number) => figure.toString(16).padStart(4, "0");

/** The header of a PNG of this size, without a picture. */
export function pngHeader({ width, height }: Size): Buffer<ArrayBuffer> {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008060000000000000000", "hex");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

/** A PDF of one page with this JPEG; the page declares the given size. */
export function aPdfOfJpeg(jpeg: Buffer, { width, height }: Size): Buffer<ArrayBuffer> {
  const stream = (head: string, content: Buffer | string) => [
    `<< ${head} /Length ${content.length} >>\nstream\n`,
    content,
    "\nendstream",
  ];
  const objects = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    ["<< /Type /Pages /Kids [3 0 R] /Count 1 >>"],
    [
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>",
    ],
    stream("", "200 0 0 200 0 0 cm /P Do"),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ),
  ];
  const pieces = objects.flatMap((parts, place) => [`${place + 1} 0 obj\n`, ...parts, "\nendobj\n"]);
  return Buffer.concat(
    ["%PDF-1.4\n", ...pieces, "trailer\n<< /Root 1 0 R >>\n"].map((part) => Buffer.from(part)),
  );
}
