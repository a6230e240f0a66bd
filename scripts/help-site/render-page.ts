import { addressOf, FILES, GROUPS } from "./pages.ts";
import { escapeHtml, type Heading, type Page } from "./read-page.ts";

/** A complete page around the article: search, side navigation, contents, and links to the previous and next pages. */
export function renderPage(page: Page, titles: ReadonlyMap<string, string>): string {
  return frame(
    page.title,
    navigation(page.file, titles),
    `<article>${scrollingTables(page.html)}</article>${neighbours(page.file, titles)}`,
    contents(page.headings),
  );
}

export const renderMissing = (titles: ReadonlyMap<string, string>) =>
  frame(
    "Page not found",
    navigation("", titles),
    '<article><h1>Page not found</h1><p>The help has no page at this address. <a href="/help">Go to the start of the help</a>, or search above.</p></article>',
    "",
  );

const frame = (title: string, nav: string, main: string, aside: string) => `<!doctype html>
<html lang="en" class="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)} · Adjutant Help</title>
<link rel="icon" href="/help/mark.svg" type="image/svg+xml">
<script src="/help/theme.js"></script>
<link rel="preload" href="/help/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/help/help.css">
<script type="module" src="/help/help.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<button class="menu" type="button" popovertarget="navigation" aria-label="Pages">${MENU}</button>
<a class="brand" href="/help"><img src="/help/mark.svg" alt="" width="24" height="24">Adjutant <span>Help</span></a>
<form class="search" role="search" hidden>
<input type="search" aria-label="Search the help" placeholder="Search the help" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<kbd aria-hidden="true">/</kbd>
<ul id="found" role="listbox" aria-label="Results" hidden></ul>
<p class="status" role="status"></p>
</form>
<button class="theme" type="button" aria-label="Switch theme" hidden>${SUN}</button>
<a class="open" href="/">Open Adjutant</a>
</header>
<div class="columns">
${nav}
<main id="content" tabindex="-1">${main}</main>
${aside}
</div>
</body>
</html>
`;

const icon = (paths: string) =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" aria-hidden="true">${paths}</svg>`;
const MENU = icon('<path d="M4 6h16M4 12h16M4 18h16"/>');
const SUN = icon(
  '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4"/>',
);

function navigation(current: string, titles: ReadonlyMap<string, string>): string {
  const groups = GROUPS.map(
    ({ title, files }) =>
      `<h2>${escapeHtml(title)}</h2><ul>${files.map((file) => `<li>${pageLink(file, titles, file === current ? ' aria-current="page"' : "")}</li>`).join("")}</ul>`,
  );
  return `<nav id="navigation" popover aria-label="Pages of the help">${groups.join("")}</nav>`;
}

function contents(headings: Heading[]): string {
  const listed = headings.filter(({ depth }) => depth === 2);
  if (listed.length < 2) return "";
  const items = listed.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></aside>`;
}

function neighbours(file: string, titles: ReadonlyMap<string, string>): string {
  const place = FILES.indexOf(file);
  const [before, after] = [FILES[place - 1], FILES[place + 1]];
  return `<div class="neighbours">${before ? pageLink(before, titles, ' rel="prev"') : ""}${after ? pageLink(after, titles, ' rel="next"') : ""}</div>`;
}

const pageLink = (file: string, titles: ReadonlyMap<string, string>, attributes: string) =>
  `<a href="${addressOf(file)}"${attributes}>${escapeHtml(titles.get(file) ?? file)}</a>`;

/** A wide table scrolls separately and is focusable for that. */
const scrollingTables = (html: string) =>
  html
    .replaceAll("<table>", '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>");
