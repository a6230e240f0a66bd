import { expect, test } from "vitest";
import { aJpeg, aPdfOfJpeg } from "#platform/testing/pictures.ts";
import { pictureOf, readPdf } from "./read-pdf.ts";

const SIZE = { width: 200, height: 200 };

test("D17: an image on a page is read, and one whose header claims more than its page says is skipped", async () => {
  const read = async (jpeg: Buffer) => pictureOf((await readPdf(aPdfOfJpeg(jpeg, SIZE))).pdf, 1);
  expect(await read(aJpeg(SIZE))).toMatchObject(SIZE);
  expect(await read(aJpeg(SIZE, { width: 8000, height: 8000 }))).toBeNull();
  expect(await read(aJpeg(SIZE, { width: 60_000, height: 60_000 }))).toBeNull();
});
