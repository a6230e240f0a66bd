/**
 * A page around HTML that a worker made from an Office file. The HTML is untrusted: the page runs no script, loads
 * nothing, follows no link and opens nothing. It is of our origin, so that the page around it can search its text.
 */
export const previewPage = (html: string, nonce: string) => `<!doctype html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>${html}</body>
</html>
`;

export const previewHeaders = (nonce: string) => ({
  "cache-control": "private, no-cache",
  "content-security-policy": `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin`,
});

/** Paper: dark on white in every theme. */
const STYLE = `
:root { color-scheme: light }
body { max-width: 46rem; margin: 0 auto; padding: 24px; background: #fff; color: #1b1f27; font: 15px/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.3 } h2 { font-size: 1.125rem } h3, h4, h5, h6 { font-size: 1rem }
img { max-width: 100%; height: auto }
a { color: inherit }
pre { margin: 0; font: .8125rem/1.6 ui-monospace, Menlo, monospace; white-space: pre-wrap }
table { border-collapse: collapse; margin: 12px 0; font-size: .8125rem; font-variant-numeric: tabular-nums }
td, th { padding: 4px 10px; border: 1px solid #d6dae2; text-align: left; vertical-align: top; overflow-wrap: normal }
td p, th p { margin: 0 }
section { position: relative; margin: 0 0 20px; padding: 20px 24px; border: 1px solid #d6dae2; border-radius: 10px }
section h2 { margin-top: 0; padding-right: 32px }
::highlight(found) { background-color: rgb(230 169 60 / 40%) }
::highlight(found-current) { background-color: rgb(124 140 255 / 60%) }
.number { position: absolute; top: 20px; right: 24px; margin: 0; color: #5b6373; font-size: .8125rem }
`;
