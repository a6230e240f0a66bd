import { expect, test } from "vitest";
import { aZip } from "#platform/testing/archives.ts";
import { readWord } from "./read-word.ts";

const TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const word = (body: string) =>
  aZip({
    "[Content_Types].xml": TYPES,
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
const said = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const LEASE = `<w:p><w:r><w:t>Lease of Ada</w:t><w:tab/><w:t>&amp; Bob</w:t></w:r></w:p>${said("Due in May")}`;

test("DOC-16: a text of usual size has a preview, and a large one has the same words without it", async () => {
  const short = await readWord(word(LEASE));
  expect(short).toMatchObject({ preview: expect.stringContaining("<p>Due in May</p>") });
  const long = await readWord(word(LEASE + said("again").repeat(30_000)));
  expect(long.preview).toBeUndefined();
  expect(long.text.startsWith(short.text)).toBe(true);
  expect(long.text).toMatch(/^Lease of Ada\t& Bob\n\nDue in May\n\nagain\n\n/);
});
