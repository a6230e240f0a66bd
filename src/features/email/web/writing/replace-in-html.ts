import { docOfText, htmlOf } from "#ui/rich-text/write-rich-text.ts";

/** Like `replaceSignature`, for HTML; without a match the HTML is not changed. */
export function replaceInHtml(html: string, before: string, after: string): string {
  if (before === after) return html;
  const block = (signature: string) => (signature === "" ? "" : htmlOf(docOfText(`-- \n${signature}`)));
  if (before === "") return html + htmlOf(docOfText("\n")) + block(after);
  return html.replace(block(before), () => block(after));
}
