import type { Token } from "../tokens.ts";

/** The pieces of words that the encoder knows, each with its logarithmic frequency; a piece's number is its place. */
export type Vocabulary = ReadonlyMap<string, { id: number; score: number }>;

/** Of longer words only the beginning is read, and of longer sentences the first pieces. */
const MAX_WORD = 40;
const MAX_PIECES = 96;
const LONGEST_PIECE = 16;
/** A character that no piece has. */
const UNKNOWN = { id: 0, score: -20 };
/** Stands for the space before a word. */
const SPACE = "\u2581";

/** The pieces of a sentence, and at which of them each word begins. */
export type Pieces = { ids: number[]; starts: number[] };

/**
 * Divides words into the likeliest pieces (unigram language model; Kudo, 2018), each word by itself. What is left of a
 * sentence that is too long is not read.
 */
export function piecesOf(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  most: number = MAX_PIECES,
): Pieces {
  const ids: number[] = [];
  const starts: number[] = [];
  for (const [at, { text, start }] of tokens.entries()) {
    const isApart = at === 0 || start > (tokens[at - 1]?.end ?? 0);
    const own = piecesOfWord(`${isApart ? SPACE : ""}${text}`, vocabulary);
    if (ids.length + own.length > most) break;
    starts.push(ids.length);
    ids.push(...own);
  }
  return { ids, starts };
}

type Way = { score: number; id: number; length: number };

function piecesOfWord(word: string, vocabulary: Vocabulary): number[] {
  const text = word.normalize("NFKC").slice(0, MAX_WORD);
  const ways: (Way | undefined)[] = [{ score: 0, id: 0, length: 0 }];
  for (let end = 1; end <= text.length; end += 1)
    for (let length = 1; length <= Math.min(LONGEST_PIECE, end); length += 1) {
      const before = ways[end - length];
      const piece = vocabulary.get(text.slice(end - length, end)) ?? (length === 1 ? UNKNOWN : null);
      if (!before || !piece) continue;
      const score = before.score + piece.score;
      if (score > (ways[end]?.score ?? Number.NEGATIVE_INFINITY)) ways[end] = { score, id: piece.id, length };
    }
  const ids: number[] = [];
  for (let end = text.length; end > 0; end -= ways[end]?.length ?? 1) {
    const { id } = ways[end] ?? UNKNOWN;
    // Characters that no piece has count once.
    if (id !== UNKNOWN.id || ids.at(-1) !== UNKNOWN.id) ids.push(id);
  }
  return ids.length > 0 ? ids.reverse() : [UNKNOWN.id];
}
