import { piecesOf, type Vocabulary } from "../../understanding/encoder/pieces.ts";
import { type Token, tokensOf } from "../../understanding/tokens.ts";
import type { Shares } from "./lexical-shares.ts";

/** A passage as it is computed with: its pieces, at which of them its own words begin, and what is known of it besides. */
export type PassageRow = { ids: readonly number[]; starts: readonly number[]; features: readonly number[] };

type Passage = {
  tokens: readonly Token[];
  context: readonly Token[];
  isQuoted: boolean;
  isSignature: boolean;
};

const MAX_CONTEXT = 12;
const MAX_PASSAGE = 56;

/** Its context, a bar, and its own words; of both the beginning. Nothing where it has no words. */
export function rowOf(
  { tokens, context, isQuoted, isSignature }: Passage,
  shares: Shares = [0, 0, 0],
  vocabulary: Vocabulary,
): PassageRow {
  const { ids: before } = piecesOf(context, vocabulary, MAX_CONTEXT);
  const head = before.length > 0 ? [...before, ...piecesOf(tokensOf("|"), vocabulary, MAX_CONTEXT).ids] : [];
  const { ids, starts } = piecesOf(tokens, vocabulary, MAX_PASSAGE);
  return {
    ids: ids.length > 0 ? [...head, ...ids] : [],
    starts: starts.map((at) => head.length + at),
    features: [...shares, Number(isQuoted), Number(isSignature)],
  };
}
