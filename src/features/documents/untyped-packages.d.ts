declare module "word-extractor" {
  type WordDocument = Record<"getBody" | "getTextboxes" | "getFootnotes" | "getEndnotes", () => string>;
  export default class WordExtractor {
    extract(source: Buffer): Promise<WordDocument>;
  }
}

declare module "s3rver" {
  type Options = {
    port: number;
    address: string;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: readonly string[] }[];
  };
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}

declare module "tesseract.js-core/tesseract-core-simd-lstm.js" {
  export type Recognizer = {
    Init(folder: string, language: string, mode: number): number;
    SetPageSegMode(mode: number): void;
    /** Reads `/input`; returns 0 if it is an image. */
    SetImageFile(orientation: number, angle: number): number;
    Recognize(monitor: null): number;
    MeanTextConf(): number;
    GetUTF8Text(): string;
    Clear(): void;
  };
  type Core = {
    FS: { writeFile(path: string, bytes: Uint8Array): void };
    TessBaseAPI: new () => Recognizer;
  };
  type Options = { wasmBinary: Uint8Array; print(line: string): void; printErr(line: string): void };
  export default function openCore(options: Options): Promise<Core>;
}
