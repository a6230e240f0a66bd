type Part = { at: number; part: string; isMarked: boolean };

/**
 * Splits the text into parts; marked are the beginnings of words that match the search, ignoring case and accents, as
 * on the server.
 */
export function markedParts(text: string, search: string): Part[] {
  const searched = wordsOf(search).map(({ folded }) => folded);
  const parts: Part[] = [];
  let done = 0;
  for (const { at, word, folded } of wordsOf(text)) {
    const found = searched
      .filter((each) => folded.startsWith(each))
      .toSorted((a, b) => b.length - a.length)[0];
    if (found === undefined) continue;
    // Folding may lengthen a letter ('ﬁ'): then the whole word is marked.
    const end = folded.length === word.length ? at + found.length : at + word.length;
    if (at > done) parts.push({ at: done, part: text.slice(done, at), isMarked: false });
    parts.push({ at, part: text.slice(at, end), isMarked: true });
    done = end;
  }
  if (done < text.length) parts.push({ at: done, part: text.slice(done), isMarked: false });
  return parts;
}

const wordsOf = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    at: index,
    word,
    folded: word.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase(),
  }));
