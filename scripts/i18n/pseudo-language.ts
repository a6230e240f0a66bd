/** How much longer than English a sentence in another language may be. */
const GROWTH = 0.35;
const ACCENTED: Record<string, string> = {
  ...{
    a: "å",
    c: "ç",
    e: "é",
    g: "ğ",
    i: "î",
    l: "ļ",
    n: "ñ",
    o: "ö",
    r: "ř",
    s: "š",
    u: "û",
    y: "ý",
    z: "ž",
  },
  ...{
    A: "Å",
    C: "Ç",
    E: "É",
    G: "Ğ",
    I: "Î",
    L: "Ļ",
    N: "Ñ",
    O: "Ö",
    R: "Ř",
    S: "Š",
    U: "Û",
    Y: "Ý",
    Z: "Ž",
  },
};

/**
 * A text as in a language that nobody speaks: still readable, longer, and marked, so that a page shows what is not
 * translated and whether there is room. 'Save {0}' is '⟦Šåvé {0}xxx⟧'.
 */
export function inPseudoLanguage(text: string): string {
  const longer = "x".repeat(Math.ceil(text.length * GROWTH));
  const parts = text.split(/(\{\d+\}|<\/?\d\/?>)/);
  const words = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replaceAll(/\w/g, (sign) => ACCENTED[sign] ?? sign),
  );
  return `⟦${words.join("")}${longer}⟧`;
}
