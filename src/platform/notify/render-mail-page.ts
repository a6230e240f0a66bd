import { currentLanguage } from "#platform/language/in-language.ts";
import { addressOf, type MailLine, type MailSection, piecesOf } from "./mail-sections.ts";

export type MailPage = {
  appName: string;
  /** Where the paths of its links begin: `https://adjutant.example` */
  origin: string;
  title: string;
  /** Paragraphs below the title. */
  intro: readonly string[];
  sections: readonly MailSection[];
  /** The button at the end. */
  action: { label: string; href: string } | null;
  footer: readonly { text: string; link?: { label: string; href: string } }[];
};

/**
 * A system mail as HTML: in the colours of the product, light and dark, with everything in it, so that no mail program
 * has to fetch anything. Programs that drop style sheets show the light colours of the attributes.
 */
export function renderMailPage(page: MailPage): string {
  const { appName, title, intro, sections, action, footer, origin } = page;
  const preview = sections[0]?.lines[0]?.text ?? intro[0] ?? "";
  return `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f7f9">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="background:#f6f7f9">
<tr><td align="center" class="outer" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="accent" style="padding:0 4px 12px;${FONT};font-size:14px;font-weight:600;color:#4556e4">${escaped(appName)}</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e3e5ea;border-radius:12px;${FONT}">
<h1 class="ink" style="margin:0;font-size:22px;line-height:28px;font-weight:600;color:#10131a">${escaped(title)}</h1>
${intro.map((text) => `<p class="soft" style="margin:8px 0 0;font-size:15px;line-height:23px;color:#4a5160">${withBreaks(text)}</p>`).join("\n")}
${sections.map((section, at) => renderSection(section, origin, at === 0)).join("\n")}
${action ? button(action.label, addressOf(origin, action.href)) : ""}
</td></tr>
<tr><td class="faint" style="padding:16px 4px 0;${FONT};font-size:12px;line-height:18px;color:#646c7b">
${footer.map(({ text, link }) => `<p style="margin:0 0 6px">${escaped(text)}${link ? ` ${anchor(link.label, addressOf(origin, link.href))}` : ""}</p>`).join("\n")}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The first one is what matters: its lines are larger. */
function renderSection({ title, isNumbered, lines }: MailSection, origin: string, isFirst: boolean): string {
  const size =
    isFirst && isNumbered
      ? "font-size:16px;line-height:24px;font-weight:500"
      : "font-size:15px;line-height:22px";
  const hasLabels = lines.some(({ label }) => label !== undefined);
  const heading = title
    ? `<h2 class="soft" style="margin:28px 0 8px;font-size:13px;line-height:18px;font-weight:600;color:#4a5160">${escaped(title)}</h2>`
    : `<div style="height:20px"></div>`;
  return `${heading}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${lines.map((line, at) => renderLine(line, { origin, size, label: isNumbered ? `${at + 1}` : (line.label ?? (hasLabels ? "" : null)), width: isNumbered ? 28 : 72 })).join("\n")}
</table>`;
}

type LineStyle = { origin: string; size: string; label: string | null; width: number };

function renderLine(line: MailLine, { origin, size, label, width }: LineStyle): string {
  const words = piecesOf(line)
    .map(({ text, href }) => anchor(text, href === null ? null : addressOf(origin, href)))
    .join("");
  const note = line.note
    ? `<div class="soft" style="margin-top:2px;font-size:14px;line-height:20px;font-weight:400;color:#4a5160">${escaped(line.note)}</div>`
    : "";
  const labelled =
    label === null
      ? ""
      : `<td class="soft line" width="${width}" valign="top" style="padding:9px 8px 9px 0;border-top:1px solid #e3e5ea;${size};white-space:nowrap;color:#4a5160">${escaped(label)}</td>`;
  return `<tr>${labelled}<td class="ink line" valign="top" style="padding:9px 0;border-top:1px solid #e3e5ea;${size};color:#10131a;overflow-wrap:anywhere">${words}${note}</td></tr>`;
}

/** Without an address there is nothing to press. */
const button = (label: string, address: string | null) =>
  address === null
    ? ""
    : `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:28px"><tr><td class="button" style="border-radius:8px;background:#4556e4"><a href="${escaped(address)}" class="button-label" style="display:inline-block;padding:12px 20px;font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(label)}</a></td></tr></table>`;

/** The words alone without an address. */
const anchor = (text: string, address: string | null) =>
  address === null
    ? escaped(text)
    : `<a href="${escaped(address)}" class="accent" style="color:#4556e4;text-decoration:none">${escaped(text)}</a>`;

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The dark colours of src/ui/theme/tokens.css, for mail programs that know them. */
const STYLE = `
:root { color-scheme: light dark }
@media (max-width: 30rem) { .outer { padding: 16px 8px !important } .card { padding: 24px 18px !important } }
@media (prefers-color-scheme: dark) {
.page { background: #0b0d12 !important }
.card { background: #12151c !important; border-color: #262a33 !important }
.line { border-color: #262a33 !important }
.ink { color: #eef1f6 !important }
.soft { color: #b3bac7 !important }
.faint { color: #8c94a3 !important }
.accent { color: #7c8cff !important }
.button { background: #7c8cff !important }
.button-label { color: #0b0d12 !important }
}
`;

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
const withBreaks = (text: string) => escaped(text).replaceAll("\n", "<br>");
