import { Search } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Keys } from "#ui/keyboard/keys.tsx";
import styles from "./search-box.module.css";

/** Looks like a field and opens the palette: by a click, by Enter, or with the first letter typed. */
export function SearchBox({ onSearch }: { onSearch(text: string): void }) {
  return (
    <search className={styles.box}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        type="text"
        className={styles.field}
        placeholder={t`Search...`}
        aria-label={t`Search`}
        autoComplete="off"
        value=""
        onClick={() => onSearch("")}
        onKeyDown={(event) => {
          if (event.key === "Enter") onSearch("");
        }}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <span className={styles.keys} aria-hidden>
        <Keys keys="mod+k" />
      </span>
    </search>
  );
}
