import type { EmailTemplateOnWire } from "../../writing-model.ts";
import type { ComposeDraft } from "../writing/compose-draft.ts";

/** Inserts the template's text above the existing text, which keeps its formatting. */
export async function insertTemplate(
  { subject, body }: EmailTemplateOnWire,
  draft: ComposeDraft,
): Promise<Partial<ComposeDraft>> {
  if (draft.html === null) return { subject, body: body + draft.body };
  const { joined } = await import("#ui/rich-text/write-rich-text.ts");
  const combined = joined({ text: body, html: null }, { text: draft.body, html: draft.html });
  return { subject, body: combined.text, html: combined.html };
}
