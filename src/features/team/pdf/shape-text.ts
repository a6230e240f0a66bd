/** A character as it is drawn, and the one that it stands for. */
export type ShapedCharacter = { codePoint: number; text: string };

/** Characters in visual order and form: right-to-left runs reversed, Arabic letters joined. */
export function shapeText(text: string): ShapedCharacter[] {
  const letters = joined([...text]);
  const drawn: ShapedCharacter[] = [];
  for (let start = 0; start < letters.length; ) {
    let end = start;
    while (end < letters.length && isFromRight(letters, end)) end += 1;
    const isTurned = end > start;
    if (!isTurned) end += 1;
    for (let n = start; n < end; n += 1) {
      const letter = letters[isTurned ? start + end - 1 - n : n];
      if (letter) drawn.push(letter);
    }
    start = end;
  }
  return drawn;
}

/** No right-to-left script is before this character, so most characters need no script lookup. */
const FIRST_FROM_RIGHT = "\u0590";

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Spaces, marks and punctuation between two right-to-left characters belong to their run. */
function isFromRight(letters: readonly ShapedCharacter[], n: number): boolean {
  if (isRightToLeft(letters[n])) return true;
  if (!isRightToLeft(letters[n - 1]) || !isRightToLeft(letters[n + 1])) return false;
  return /^[\s\p{M}\p{P}]$/u.test(letters[n]?.text ?? "");
}

const isRightToLeft = (letter: ShapedCharacter | undefined): boolean =>
  letter !== undefined && letter.text >= FIRST_FROM_RIGHT && RIGHT_TO_LEFT.test(letter.text);

/** The forms of each Arabic letter (Unicode, Arabic Presentation Forms-B): alone, last, and for most first and between. */
const FORMS = new Map<string, number[]>();
for (let code = 0xfe80; code <= 0xfef4; code += 1) {
  const letter = String.fromCodePoint(code).normalize("NFKC");
  FORMS.set(letter, [...(FORMS.get(letter) ?? []), code]);
}

function joined(letters: readonly string[]): ShapedCharacter[] {
  const formsOf = (letter: string | undefined) => FORMS.get(letter ?? "") ?? [];
  return letters.map((letter, n) => {
    if (letter < FIRST_FROM_RIGHT) return { codePoint: letter.codePointAt(0) ?? 0, text: letter };
    const forms = formsOf(letter);
    const hasBefore = forms.length > 1 && formsOf(letters[n - 1]).length === 4;
    const hasAfter = forms.length === 4 && formsOf(letters[n + 1]).length > 1;
    const form = forms[(hasBefore ? 1 : 0) + (hasAfter ? 2 : 0)];
    return { codePoint: form ?? letter.codePointAt(0) ?? 0, text: letter };
  });
}
