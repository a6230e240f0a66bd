import { useState } from "react";
import styles from "./avatar.module.css";

type AvatarProps = {
  name: string;
  size?: "small" | "medium" | "large";
  /** A green dot: the person is online. The caller must also show that as text. */
  isOnline?: boolean | undefined;
  /** The address of a picture; the initials are shown where it cannot be loaded. */
  picture?: string | undefined;
};

/** The picture of a person or a group, or their initials. */
export function Avatar({ name, size = "medium", isOnline, picture }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={styles.avatar} data-size={size} aria-hidden>
      {picture && picture !== failed ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          loading="lazy"
          onError={() => setFailed(picture)}
        />
      ) : (
        initialsOf(name)
      )}
      {isOnline && <span className={styles.dot} />}
    </span>
  );
}

/** Of the first and the last word, whatever the alphabet. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const firstLetter = (word = "") => word.match(/[\p{L}\p{N}]/u)?.[0] ?? "";
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map(firstLetter).join("").toLocaleUpperCase() || "?";
}
