declare module "xlsx/xlsx.mjs" {
  export { CFB, read, set_cptable, utils } from "xlsx";
}

declare module "xlsx/dist/cpexcel.full.mjs";

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
