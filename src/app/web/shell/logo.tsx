import { useProductName } from "#ui/product-name.ts";
import { useTheme } from "#ui/theme/theme-choice.ts";
import styles from "./logo.module.css";

/** Two chevrons, an adjutant's insignia; the upper one takes the ink of the theme. */
export function Logo({ size }: { size: string }) {
  const theme = useTheme();
  const product = useProductName();
  return (
    <svg
      className={styles.mark}
      data-variant={theme}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role="img"
      aria-label={product}
    >
      <path className={styles.upper} d="M4.5 12.5 12 5.5l7.5 7" />
      <path className={styles.lower} d="M4.5 19.5 12 12.5l7.5 7" />
    </svg>
  );
}
