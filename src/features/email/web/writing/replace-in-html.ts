import { docOfText, htmlOf } from "#ui/rich-text/write-rich-text.ts";

/** As `swapSignature`, in a text with looks; what is not found there stays as it is. */
export function replaceInHtml(html: string, before: string, after: string): string {
  if (before === after) return html;
  const block = (signature: string) => (signature === "" ? "" : htmlOf(docOfText(`-- \n${signature}`)));
  if (before === "") return html + htmlOf(docOfText("\n")) + block(after);
  return html.replace(block(before), () => block(after));
}
