import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { withKeys } from "#ui/lists/with-keys.ts";
import styles from "./message-text.module.css";
import { splitQuote } from "./split-quote.ts";

/** Further links are rendered as text: thousands of elements would block the page. */
const MAX_LINKS = 2000;

/** A plain text with clickable links and folded quotes. */
export function MessageText({ text }: { text: string }) {
  const parts = splitQuote(text);
  const maxLinks = Math.ceil(MAX_LINKS / parts.length);
  return (
    <div className={styles.text}>
      {withKeys(parts, ({ kind }) => kind).map(({ key, part }) =>
        part.kind === "own" ? (
          <p key={key}>
            <Linked text={part.text} maxLinks={maxLinks} />
          </p>
        ) : (
          <Quote key={key} text={part.text} maxLinks={maxLinks} />
        ),
      )}
    </div>
  );
}

function Quote({ text, maxLinks }: LinkedProps) {
  const [isOpen, setOpen] = useState(false);
  const label = isOpen ? t`Hide quoted text` : t`Show quoted text`;
  return (
    <div>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
      </button>
      {isOpen && (
        <blockquote className={styles.quote}>
          <Linked text={text.replace(/^> ?/gm, "")} maxLinks={maxLinks} />
        </blockquote>
      )}
    </div>
  );
}

const LINK = /(https?:\/\/(?:[.,;:!?)\]]*[^\s<>"'.,;:!?)\]])+)/g;

type LinkedProps = { text: string; maxLinks: number };

const Linked = ({ text, maxLinks }: LinkedProps) => {
  const all = text.split(LINK);
  // Texts and links alternate, so the rest after this many pairs begins with a text.
  const pieces =
    all.length <= 2 * maxLinks ? all : [...all.slice(0, 2 * maxLinks), all.slice(2 * maxLinks).join("")];
  return withKeys(pieces, (piece) => piece).map(({ key, part }, place) =>
    place % 2 === 1 ? (
      <a key={key} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
};
