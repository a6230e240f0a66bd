import { expect, test } from "vitest";
import { aZip } from "#platform/testing/archives.ts";
import { pngHeader } from "#platform/testing/pictures.ts";
import { readWord } from "./read-word.ts";

const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const word = (body: string) =>
  aZip({
    "[Content_Types].xml": TYPES,
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const LEASE = `<w:p><w:r><w:t>Lease of Ada</w:t><w:tab/><w:t>&amp; Bob</w:t></w:r></w:p>${paragraph("Due in May")}`;

test("DOC-16: a document of usual size has a preview, and a large one has the same text without it", async () => {
  const short = await readWord(word(LEASE));
  expect(short).toMatchObject({ preview: expect.stringContaining("<p>Due in May</p>") });
  const long = await readWord(word(LEASE + paragraph("again").repeat(30_000)));
  expect(long.preview).toBeUndefined();
  expect(long.text.startsWith(short.text)).toBe(true);
  expect(long.text).toMatch(/^Lease of Ada\t& Bob\n\nDue in May\n\nagain\n\n/);
});

test("D17: an image that claims to be too large is left out of the preview, and the text remains", async () => {
  const withPicture = (picture: Buffer) =>
    aZip({
      "[Content_Types].xml": TYPES.replace(
        "</Types>",
        `<Default Extension="png" ContentType="image/png"/></Types>`,
      ),
      "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/a.png"/></Relationships>`,
      "word/media/a.png": picture,
      "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${LEASE}<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="r1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
    });
  const { preview } = await readWord(withPicture(pngHeader({ width: 1000, height: 1000 })));
  expect(preview).toContain('src="data:image/png;base64,');
  const refused = await readWord(withPicture(pngHeader({ width: 60_000, height: 60_000 })));
  expect(refused.preview).not.toContain("data:");
  expect(refused.preview).toContain("Due in May");
});
