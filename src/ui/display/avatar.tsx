import styles from "./avatar.module.css";

type AvatarProps = {
  name: string;
  size?: "small" | "medium" | "large";
  /** A green dot: the person is online. The caller must also show that as text. */
  isOnline?: boolean | undefined;
};

/** The initials of a person or a group, as a picture of them. */
export function Avatar({ name, size = "medium", isOnline }: AvatarProps) {
  return (
    <span className={styles.avatar} data-size={size} aria-hidden>
      {initialsOf(name)}
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
