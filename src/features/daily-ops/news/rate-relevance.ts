/** A topic of current interest: a word, its weight, and its source. */
export type Interest = { text: string; weight: number; source: string };
export type Rated = {
  /** 0 to 1. */
  relevance: number;
  /** As shown to the user; null if nothing matches. */
  reason: string | null;
};

type Text = { title: string; summary: string; tags: readonly string[] };

/** Usual values of BM25 (Robertson and Zaragoza 2009, The Probabilistic Relevance Framework). */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** The BM25 score that gives a relevance of 0.5. */
const HALF = 3;
const MAX_NAMED = 3;

/** Rates each article against the concerns by BM25, the articles themselves being the collection. */
export function rateRelevance(articles: readonly Text[], concerns: readonly Interest[]): Rated[] {
  const documents = articles.map(({ title, summary, tags }) =>
    wordsOf([title, title, ...tags, summary].join(" ")),
  );
  const usual = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const terms = termsOf(concerns);
  const rarity = new Map(
    [...terms.keys()].map((word) => {
      const count = documents.filter((words) => words.includes(word)).length;
      return [word, Math.log(1 + (documents.length - count + 0.5) / (count + 0.5))] as const;
    }),
  );
  return documents.map((words) => {
    const found = [...terms].flatMap(([word, { weight, source }]) => {
      const times = words.filter((each) => each === word).length;
      if (times === 0) return [];
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * words.length) / Math.max(1, usual);
      const share = (times * (SATURATION + 1)) / (times + SATURATION * length);
      return [{ word, source, score: weight * (rarity.get(word) ?? 0) * share }];
    });
    const score = found.reduce((sum, each) => sum + each.score, 0);
    return { relevance: Math.round((score / (score + HALF)) * 100) / 100, reason: reasonOf(found) };
  });
}

type Found = { word: string; source: string; score: number };

function reasonOf(found: readonly Found[]): string | null {
  if (found.length === 0) return null;
  const best = found.toSorted((a, b) => b.score - a.score).slice(0, MAX_NAMED);
  return best.map(({ word, source }) => `'${word}' ${source}`).join(", ");
}

/** For a word with several sources the highest weight applies. */
function termsOf(concerns: readonly Interest[]): Map<string, { weight: number; source: string }> {
  const terms = new Map<string, { weight: number; source: string }>();
  for (const { text, weight, source } of concerns)
    for (const word of new Set(wordsOf(text)))
      if ((terms.get(word)?.weight ?? 0) < weight) terms.set(word, { weight, source });
  return terms;
}

/** Longer words without endings of English plurals, so that 'ports' is found by 'port'. */
const wordsOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .normalize("NFKC")
      .match(/[\p{L}\p{N}][\p{L}\p{N}-]{2,}/gu) ?? []
  )
    .filter((word) => !EVERYDAY.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?<=[^s])s$/, "") : word));

const EVERYDAY = new Set(
  `about after again against all also and another any are because been before being between both but call can come
could day days did does done down during each email event few first for from get give had has have her here him his how
into its just know last like look made make many may meeting more most much must name need new next not now off old one
only other our out over own part people per plan prepare read review same say see send set she should since some still
such take task team than that the their them then there these they this time today too two under until use very was way
week well were what when where which while who why will with work would write year years you your`.split(
    /\s+/,
  ),
);
