import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import openCore, { type Recognizer } from "tesseract.js-core/tesseract-core-simd-lstm.js";
import { type ContentRead, contentOf } from "./read-content.ts";
import { type Picture, pagesWithoutText, pictureOf, readPdf } from "./read-pdf.ts";

/** Pages of one file, and seconds after which no further page is begun: the others stay pictures. */
const MAX_PAGES = 20;
const SECONDS = 60;
/** Least mean confidence of the words of a page, in percent; below it a photograph was read as text. */
const MIN_CONFIDENCE = 40;

/** Runs OCR on the image pages of a scanned PDF, as English. Runs in a worker (`documents.recognizePages`). */
export async function recognizePages(
  { today }: { today: string },
  bytes: Buffer<ArrayBuffer>,
): Promise<ContentRead> {
  const startedAt = performance.now();
  const { pdf, texts } = await readPdf(bytes);
  const wordless = pagesWithoutText(texts);
  let recognize: Awaited<ReturnType<typeof openRecognizer>> | undefined;
  let [blank, recognized] = [0, 0];
  for (const number of wordless.slice(0, MAX_PAGES)) {
    if (performance.now() - startedAt > SECONDS * 1000) break;
    const picture = await pictureOf(pdf, number);
    if (!picture) {
      blank += 1;
      continue;
    }
    recognize ??= await openRecognizer();
    const text = recognize(picture);
    if (!text) continue;
    texts[number - 1] = text;
    recognized += 1;
  }
  const pages = { pages: texts.length, pictures: wordless.length - blank, recognized };
  return contentOf({ text: texts.join("\n\n"), ...pages }, today);
}

const LSTM_ONLY = 1;
const AUTO_PAGE_SEGMENTATION = 3;

async function openRecognizer(): Promise<(picture: Picture) => string | null> {
  const resolve = (file: string) => fileURLToPath(import.meta.resolve(file));
  const core = await openCore({
    wasmBinary: readFileSync(resolve("tesseract.js-core/tesseract-core-simd-lstm.wasm")),
    print: () => {},
    printErr: () => {},
  });
  const trainedData = readFileSync(resolve("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz"));
  core.FS.writeFile("/eng.traineddata", gunzipSync(trainedData));
  const recognizer: Recognizer = new core.TessBaseAPI();
  recognizer.Init("/", "eng", LSTM_ONLY);
  recognizer.SetPageSegMode(AUTO_PAGE_SEGMENTATION);
  return (picture) => {
    core.FS.writeFile("/input", asBitmap(picture));
    if (recognizer.SetImageFile(1, 0) !== 0) return null;
    recognizer.Recognize(null);
    const text = recognizer.MeanTextConf() < MIN_CONFIDENCE ? "" : recognizer.GetUTF8Text().trim();
    recognizer.Clear();
    // A paragraph is one line, as a sentence does not end where the paper did.
    return text.replaceAll(/(?<=[^\n])\n(?=[^\n])/g, " ") || null;
  };
}

/** The plainest of formats: PGM or PPM. */
function asBitmap({ width, height, channels, data }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P${channels === 1 ? 5 : 6}\n${width} ${height}\n255\n`), data]);
}
