import { createContext, use } from "react";
import { withKeys } from "#ui/lists/with-keys.ts";
import styles from "./highlighted.module.css";

/** The words of the current search. */
export const SearchedWords = createContext<readonly string[]>([]);

/** A text with the search words highlighted. */
export function Highlighted({ text }: { text: string }) {
  const words = use(SearchedWords);
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map(escaped).join("|")})`, "giu");
  return withKeys(text.split(pattern), (piece) => piece).map(({ key, part: piece }, place) =>
    place % 2 === 1 ? (
      <mark key={key} className={styles.found}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
