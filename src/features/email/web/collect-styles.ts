/** More rules than this are nobody's letter. */
const MAX_STYLES = 64_000;

/**
 * All styles of a sanitised mail as one sheet, taken out of its tree: the policy of the page lets sheets pass that carry
 * its nonce, and no style attributes. What would fetch something is taken out.
 */
export function collectStyles(root: HTMLElement): string {
  const sheets = [...root.querySelectorAll("style")].map((style) => {
    style.remove();
    return style.textContent;
  });
  const own: string[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[style]")) {
    const { cssText } = element.style;
    element.removeAttribute("style");
    if (cssText === "") continue;
    element.setAttribute("data-look", String(own.length));
    own.push(`#mail [data-look="${own.length}"]{${cssText}}`);
  }
  return harmless(`${sheets.join("\n")}\n${own.join("\n")}`.slice(0, MAX_STYLES));
}

/** Nothing fetches, nothing leaves the sheet, nothing lies over or under the frame. */
const harmless = (css: string) =>
  css
    .replaceAll(/<!--|-->/g, "")
    .replaceAll("<", "\\3c ")
    .replaceAll(/@(import|charset|namespace|font-face)[^;{]*(;|\{[^}]*\})/gi, "")
    .replaceAll(/url\([^)]*\)/gi, "none")
    .replaceAll(/(image-set|-webkit-image-set|expression)\(/gi, "none(");
