import { Fragment } from "react";
import styles from "./message-item.module.css";

const ADDRESS = String.raw`https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]`;
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

type LinkTextProps = { text: string; names?: readonly string[] };

/** Words with their web addresses as links and the names that they call marked; everything else stays text. */
export function LinkText({ text, names = [] }: LinkTextProps) {
  const called = names.toSorted((one, other) => other.length - one.length).map((name) => `@${escaped(name)}`);
  const pattern = new RegExp(`(${[...called, ADDRESS].join("|")})`, "g");
  return text.split(pattern).map((part, index) => {
    if (index % 2 === 0)
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing else to be told apart by
      return <Fragment key={index}>{part}</Fragment>;
    if (part.startsWith("@"))
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
        <span key={index} className={styles.called}>
          {part}
        </span>
      );
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    );
  });
}
