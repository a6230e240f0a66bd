import { Ellipsis } from "lucide-react";
import { useState } from "react";
import styles from "./message-text.module.css";
import { splitQuote } from "./split-quote.ts";

/** A plain text: links can be followed, what it quotes is folded. */
export function MessageText({ text }: { text: string }) {
  return (
    <div className={styles.text}>
      {splitQuote(text).map((part, place) =>
        part.kind === "own" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          <p key={place}>
            <Linked text={part.text} />
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Quote key={place} text={part.text} />
        ),
      )}
    </div>
  );
}

function Quote({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const label = isOpen ? "Hide quoted text" : "Show quoted text";
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
          <Linked text={text.replace(/^> ?/gm, "")} />
        </blockquote>
      )}
    </div>
  );
}

const LINK = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/g;

const Linked = ({ text }: { text: string }) =>
  text.split(LINK).map((piece, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
      <a key={place} href={piece} target="_blank" rel="noopener noreferrer">
        {piece}
      </a>
    ) : (
      piece
    ),
  );
