/** A character as it is drawn, and the one that it stands for. */
export type Drawn = { shown: number; meant: string };

/** Letters in the order and form in which they are drawn: right to left where they are, Arabic ones joined. */
export function shapeText(text: string): Drawn[] {
  const letters = joined([...text]);
  const drawn: Drawn[] = [];
  for (let n = 0; n < letters.length; ) {
    const start = n;
    while (n < letters.length && isFromRight(letters, n)) n += 1;
    if (n > start) drawn.push(...letters.slice(start, n).reverse());
    else drawn.push(...letters.slice(n, ++n));
  }
  return drawn;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A space or a mark between two such letters goes with them. */
function isFromRight(letters: readonly Drawn[], n: number): boolean {
  const meant = letters[n]?.meant ?? "";
  if (RIGHT_TO_LEFT.test(meant)) return true;
  const isBetween = /^[\s\p{M}\p{P}]$/u.test(meant) && n > 0;
  return (
    isBetween &&
    RIGHT_TO_LEFT.test(letters[n - 1]?.meant ?? "") &&
    RIGHT_TO_LEFT.test(letters[n + 1]?.meant ?? "")
  );
}

/** The forms of each Arabic letter (Unicode, Arabic Presentation Forms-B): alone, last, and for most first and between. */
const FORMS = new Map<string, number[]>();
for (let code = 0xfe80; code <= 0xfef4; code += 1) {
  const letter = String.fromCodePoint(code).normalize("NFKC");
  FORMS.set(letter, [...(FORMS.get(letter) ?? []), code]);
}

function joined(letters: readonly string[]): Drawn[] {
  const formsOf = (letter: string | undefined) => FORMS.get(letter ?? "") ?? [];
  return letters.map((letter, n) => {
    const forms = formsOf(letter);
    const hasBefore = forms.length > 1 && formsOf(letters[n - 1]).length === 4;
    const hasAfter = forms.length === 4 && formsOf(letters[n + 1]).length > 1;
    const form = forms[(hasBefore ? 1 : 0) + (hasAfter ? 2 : 0)];
    return { shown: form ?? letter.codePointAt(0) ?? 0, meant: letter };
  });
}
