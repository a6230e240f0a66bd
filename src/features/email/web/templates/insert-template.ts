import type { EmailTemplateOnWire } from "../../model.ts";
import type { ComposeDraft } from "../writing/compose-draft.ts";

/** Its text comes before what stands there already, which keeps its looks. */
export async function insertTemplate(
  { subject, body }: EmailTemplateOnWire,
  draft: ComposeDraft,
): Promise<Partial<ComposeDraft>> {
  if (draft.html === null) return { subject, body: body + draft.body };
  const { joined } = await import("#ui/rich-text/write-rich-text.ts");
  const both = joined({ text: body, html: null }, { text: draft.body, html: draft.html });
  return { subject, body: both.text, html: both.html };
}
