import { Grid, Stack } from "../layout/stack.tsx";
import styles from "./skeleton.module.css";

type SkeletonsProps = { count: number; label?: string };

/** The place of cards that are on their way. */
export function SkeletonCards({ count, label = "Loading" }: SkeletonsProps) {
  return (
    <div className={`${styles.cards} after-a-moment`} role="status" aria-label={label}>
      {numbers(count).map((number) => (
        <div key={number} className={styles.card} data-testid="skeleton">
          <Line width="62%" />
          <Line width="90%" />
          <Line width="38%" />
        </div>
      ))}
    </div>
  );
}

/** The place of six cards of a fixed height, each with a title, two lines and its facts. */
export function SkeletonTallCards({ height, label }: { height: number; label: string }) {
  return (
    <Grid columns="300px" gap={16} className="after-a-moment" role="status" aria-label={label}>
      {numbers(6).map((number) => (
        <Stack
          key={number}
          gap={0}
          justify="space-between"
          pad="22px 16px"
          surface="card"
          style={{ height }}
          data-testid="skeleton"
        >
          <Line width="62%" />
          <Line width="88%" />
          <Line width="40%" />
          <Line width="52%" />
        </Stack>
      ))}
    </Grid>
  );
}

/** The place of list rows that are on their way. */
export function SkeletonRows({ count, label = "Loading" }: SkeletonsProps) {
  return (
    <div className={`${styles.rows} after-a-moment`} role="status" aria-label={label}>
      {numbers(count).map((number) => (
        <div key={number} className={styles.row}>
          <Line width={`${36 + ((number * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  );
}

/** One line of text that is on its way. */
export function Line({ width }: { width: string }) {
  return <span className={styles.line} style={{ width }} />;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
