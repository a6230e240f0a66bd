import { plural, t } from "#i18n/message.ts";
import { Text } from "#ui/layout/text.tsx";
import { parseAddresses } from "../../address-model.ts";
import { fillVariables, openVariables } from "../templates/fill-variables.ts";
import { type ComposeDraft, oddAddresses } from "./compose-draft.ts";
import { splitWritten } from "./split-written.ts";

/** Fills in the template variables that the first recipient determines. */
export const filled = (draft: ComposeDraft): ComposeDraft => {
  const known = { to: parseAddresses(draft.to) };
  return {
    ...draft,
    subject: fillVariables(draft.subject, known),
    body: fillVariables(draft.body, known),
    html: draft.html && fillVariables(draft.html, known, asMarkup),
  };
};

const asMarkup = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export function OpenVariables({ draft }: { draft: ComposeDraft }) {
  const { subject, body } = filled(draft);
  const open = [...openVariables(`${subject}\n${body}`), ...gapsIn(splitWritten(body).written)];
  if (open.length === 0) return null;
  return (
    <Text size="label" tone="warn" overflow="break" margin="-8px 0 0" role="status">
      {t`Still to be filled in: ${open.slice(0, 5).join(", ")}`}
    </Text>
  );
}

/** Blanks of a generated reply, such as '[day]'. */
const gapsIn = (text: string): string[] => text.match(/\[\p{L}[^\][\n]{1,117}\]/gu) ?? [];

/** Worth a hint, never a refusal (MAIL-39). */
export function AddressHint({ draft }: { draft: ComposeDraft }) {
  const odd = oddAddresses(draft);
  if (odd.length === 0) return null;
  const listed = odd.slice(0, 3).join(", ") + (odd.length > 3 ? " …" : "");
  return (
    <Text size="label" tone="warn" overflow="break" margin="-8px 0 0" role="status">
      {plural(odd.length, {
        one: `Does not look like an address: ${listed}`,
        other: `Do not look like addresses: ${listed}`,
      })}
    </Text>
  );
}
