import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { t } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import type { RichText } from "#ui/rich-text/write-rich-text.ts";
import type { ComposeDraft } from "../writing/compose-draft.ts";
import { loadedEditor } from "../writing/editor.ts";
import { MessageField } from "../writing/message-field.tsx";
import { splitQuoted } from "../writing/split-written.ts";
import styles from "./answer-composer.module.css";

type FoldedMessageProps = {
  draft: ComposeDraft;
  set(parts: Partial<ComposeDraft>): void;
  error: string | undefined;
  children: ReactNode;
};

/** The text above the quotation, which is sent unchanged and shown on request. */
export function FoldedMessage({ draft, set, error, children }: FoldedMessageProps) {
  const { isFolded, value, change, unfold } = useFolded(draft, set);
  return (
    <div>
      <MessageField isFirst isBare error={error} value={value} onChange={change}>
        {children}
      </MessageField>
      {isFolded && (
        <PlainButton
          className={styles.quote}
          aria-label={t`Show quoted text`}
          title={t`Show quoted text`}
          aria-expanded={false}
          onClick={unfold}
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </PlainButton>
      )}
    </div>
  );
}

/** A formatted text from elsewhere, such as one that was begun before, is shown whole. */
function useFolded(draft: ComposeDraft, set: FoldedMessageProps["set"]) {
  const [quote, setQuote] = useState(() => (draft.html === null ? splitQuoted(draft.body).rest : ""));
  const [formatted, setFormatted] = useState<{ written: string; whole: string } | null>(null);
  const isKnown = draft.html === null || draft.html === formatted?.whole;
  const isFolded = quote !== "" && isKnown && draft.body.endsWith(quote);
  const value: RichText = isFolded
    ? {
        text: draft.body.slice(0, -quote.length),
        html: draft.html === null ? null : (formatted?.written ?? null),
      }
    : { text: draft.body, html: draft.html };
  const change = ({ text, html }: RichText) => {
    if (!isFolded) return set({ body: text, html });
    // The first line break ends the last line of the text.
    const below = html === null ? "" : (loadedEditor()?.htmlOfText(quote.replace(/^\n/, "")) ?? "");
    if (html !== null) setFormatted({ written: html, whole: html + below });
    set({ body: text + quote, html: html === null ? null : html + below });
  };
  return { isFolded, value, change, unfold: () => setQuote("") };
}
