import { t } from "#i18n/message.ts";
import { rem } from "../layout/rem.ts";
import { Grid, Stack } from "../layout/stack.tsx";
import styles from "./skeleton.module.css";

type SkeletonsProps = { count: number; label?: string };

/** Placeholder of cards while they load. */
export function SkeletonCards({ count, label = t`Loading` }: SkeletonsProps) {
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

/** Placeholder of six cards of a fixed height, in pixels at type of 16 px, each with a title, two lines and details. */
export function SkeletonTallCards({ height, label }: { height: number; label: string }) {
  return (
    <Grid columns="18.75rem" gap={16} className="after-a-moment" role="status" aria-label={label}>
      {numbers(6).map((number) => (
        <Stack
          key={number}
          gap={0}
          justify="space-between"
          pad="22px 16px"
          surface="card"
          style={{ height: rem(height) }}
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

/** Placeholder of list rows while they load. */
export function SkeletonRows({ count, label = t`Loading` }: SkeletonsProps) {
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

/** Placeholder of one line of text. */
export function Line({ width }: { width: string }) {
  return <span className={styles.line} style={{ width }} />;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
