import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { shippedFiles } from "#platform/config/shipped-files.ts";
import { BUCKETS, type LinearModel } from "./linear-model.ts";

/** From which probability on something is done. */
export type Thresholds = {
  /** A sentence that the rules take for an ask stays one. */
  confirmAsk: number;
  /** Another sentence becomes one. */
  addAsk: number;
  /** The kind of a mail is sure. */
  sureKind: number;
  /** It is rather this kind than another. */
  likelyKind: number;
  /** Nothing is answered that a fraud could use. */
  fraud: number;
  /** It is a fraud: there is no draft. */
  sureFraud: number;
  /** It only tells or was sent by a program: there is no draft. */
  silent: number;
};

export type MailModel = {
  /** Of a sentence: 'none' or 'ask'. */
  asks: LinearModel;
  /** What a sentence that is an ask wants. */
  wants: LinearModel;
  /** Of a mail. */
  kinds: LinearModel;
  thresholds: Thresholds;
};

const Linear = z.strictObject({ classes: z.array(z.string()), step: z.number(), rows: z.array(z.string()) });
const Stored = z.strictObject({
  /** SHA-256 of the labelled mails. */
  corpus: z.string(),
  thresholds: z.strictObject({
    confirmAsk: z.number(),
    addAsk: z.number(),
    sureKind: z.number(),
    likelyKind: z.number(),
    fraud: z.number(),
    sureFraud: z.number(),
    silent: z.number(),
  }),
  asks: Linear,
  wants: Linear,
  kinds: Linear,
});
export type StoredModel = z.output<typeof Stored>;

const TRAINED = "features/email/kinds/trained-mails.json.gz";

let loaded: (MailModel & { corpus: string }) | undefined;

/** Written by `node scripts/train-mails.ts`. Read with the first mail, because most processes never need it. */
export function trainedMails(): MailModel & { corpus: string } {
  loaded ??= parsed(
    Stored.parse(JSON.parse(gunzipSync(readFileSync(join(shippedFiles(), TRAINED))).toString())),
  );
  return loaded;
}

const parsed = ({ corpus, thresholds, asks, wants, kinds }: StoredModel) => ({
  corpus,
  thresholds,
  asks: linearOf(asks),
  wants: linearOf(wants),
  kinds: linearOf(kinds),
});

const linearOf = ({ classes, step, rows }: StoredModel["asks"]): LinearModel => ({
  classes,
  step,
  weights: rows.map(decodeRow),
});

/** The highest bit of a byte of a gap says that another one follows. */
const MORE = 0x80;

/** Each weight that is not 0: the gap to the bucket before, seven bits in a byte, and how many steps. */
export function encodeRow(row: Int8Array): string {
  const bytes: number[] = [];
  let last = 0;
  for (const [bucket, steps] of row.entries()) {
    if (steps === 0) continue;
    let gap = bucket - last;
    for (; gap >= MORE; gap >>= 7) bytes.push((gap & (MORE - 1)) | MORE);
    bytes.push(gap, steps & 0xff);
    last = bucket;
  }
  return Buffer.from(bytes).toString("base64");
}

export function decodeRow(text: string): Int8Array {
  const bytes = Buffer.from(text, "base64");
  const row = new Int8Array(BUCKETS);
  let bucket = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    let shift = 0;
    for (; (bytes[at] ?? 0) >= MORE; at += 1) {
      bucket += ((bytes[at] ?? 0) & (MORE - 1)) << shift;
      shift += 7;
    }
    bucket += (bytes[at] ?? 0) << shift;
    row[bucket] = bytes.readInt8(at + 1);
  }
  return row;
}
