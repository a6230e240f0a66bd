import { t, term } from "#i18n/message.ts";
import { currentLanguage } from "#platform/language/in-language.ts";
import { formatMomentAndZone } from "#platform/time/format-in-zone.ts";
import { formatSize } from "../model.ts";
import { previewPage } from "../render-preview-page.ts";
import type { LinkedText, Opened, SharedFile } from "./open-link.ts";

type SharedPage = {
  appName: string;
  opened: Opened;
  /** What can be shown of the document. */
  text: LinkedText | undefined;
  problem: string;
  token: string;
  nonce: string;
};

/** The page behind a link, for people without an account: no script, nothing of the product but its name and colours. */
export function sharedPage({ appName, opened, text, problem, token, nonce }: SharedPage): string {
  const title = titleOf(opened);
  const shown = opened?.state === "open" ? previewOf(opened.file, text, nonce) : "";
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · ${escaped(appName)}</title>
<link rel="icon" href="/mark.svg">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main${shown && ' class="wide"'}>
<p class="from"><img src="/mark.svg" alt="" width="20" height="20">${escaped(appName)}</p>
<h1>${escaped(title)}</h1>
${contentOf(opened, problem, token)}
${shown}
</main>
</body>
</html>
`;
}

function titleOf(opened: Opened): string {
  if (!opened) return t`This link has expired`;
  return opened.state === "open" ? opened.file.title : t`A document was shared with you`;
}

function contentOf(opened: Opened, problem: string, token: string): string {
  if (!opened) return `<p>${t`It was revoked or it expired. Ask the sender for a new one.`}</p>`;
  if (opened.state === "open") return offer(opened.file, token);
  if (opened.state === "resting")
    return `<p role="alert">${t`Too many wrong passwords were tried. Try again in a quarter of an hour.`}</p>`;
  return `<form method="post" action="/shared/${encodeURIComponent(token)}">
<label for="password">${t`Whoever sent you this link has given you a password for it.`}</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="128" required autofocus${
    problem ? ' aria-invalid="true" aria-describedby="problem"' : ""
  }>
${problem ? `<p id="problem" class="problem" role="alert">${escaped(problem)}</p>` : ""}
<button class="button" type="submit">${term("Open", "button: open the document")}</button>
</form>`;
}

function offer({ fileName, size, ownerName, expiresAt }: SharedFile, token: string): string {
  const facts = [
    ...(ownerName ? [t`Shared by ${escaped(ownerName)}`] : []),
    `${escaped(fileName)}, ${formatSize(size)}`,
    ...(expiresAt ? [t`Available until ${formatMomentAndZone(expiresAt, "UTC")}`] : []),
  ];
  return `${facts.map((fact) => `<p>${fact}</p>`).join("\n")}
<a class="button" href="/shared/${encodeURIComponent(token)}/file">${t`Download`}</a>`;
}

/** The document in a frame without any permission; empty if nothing can be shown. */
function previewOf({ fileName }: SharedFile, text: LinkedText | undefined, nonce: string): string {
  if (!text?.preview && !text?.content.trim()) return "";
  const html = text.preview ?? `<pre>${escaped(text.content)}</pre>`;
  const isPart = text.preview === null && !fileName.toLowerCase().endsWith(".txt");
  const notes = [
    ...(isPart ? [t`The text of the document, without its layout and pictures.`] : []),
    ...(text.is_cut ? [t`Only the beginning is shown here.`] : []),
  ];
  const name = escaped(t`Preview of ${fileName}`);
  return `<iframe sandbox title="${name}" srcdoc="${escaped(previewPage(html, nonce))}"></iframe>
${notes.length > 0 ? `<p class="note">${notes.join(" ")} ${t`Download it to see all of it.`}</p>` : ""}`;
}

/** Search engines must not index the page, and proxies must not store it. */
export const sharedPageHeaders = (nonce: string) => ({
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  "x-robots-tag": "noindex, nofollow",
});

const STYLE = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --ink: #10131a; --soft: #4a5160; --line: rgb(16 19 26 / 10%); --accent: #4556e4; --on-accent: #fff; --edge: #7b8291; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --page: #0b0d12; --card: #12151c; --ink: #eef1f6; --soft: #b3bac7; --line: rgb(255 255 255 / 10%); --accent: #7c8cff; --on-accent: #0b0d12; --edge: #868e9c; --bad: #ff8a80 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--ink); font: 15px/1.55 system-ui, sans-serif }
main { width: min(100%, 30rem); padding: 32px; border: 1px solid var(--line); border-radius: 14px; background: var(--card) }
main.wide { width: min(100%, 60rem); padding: 24px }
iframe { display: block; width: 100%; height: max(20rem, calc(100dvh - 22rem)); margin-top: 20px; border: 1px solid var(--line); border-radius: 8px; background: #fff }
.note { margin-top: 8px; font-size: .8125rem }
h1 { margin: 0 0 12px; font-size: 1.375rem; line-height: 1.3; overflow-wrap: anywhere }
p { margin: 0 0 4px; color: var(--soft); overflow-wrap: anywhere }
.from { display: flex; align-items: center; gap: 8px; margin-bottom: 20px; font-size: .8125rem; font-weight: 600 }
label { display: block; margin-bottom: 12px; color: var(--soft) }
input { width: 100%; padding: 10px 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--page); color: var(--ink); font: inherit }
input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
.problem { margin-top: 8px; color: var(--bad) }
.button { display: inline-block; border: 0; font: inherit; cursor: pointer; margin-top: 24px; padding: 12px 24px; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none }
.button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`;

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
