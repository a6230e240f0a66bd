import { t } from "#i18n/message.ts";
import { rem } from "../layout/rem.ts";
import { Grid, Stack } from "../layout/stack.tsx";
import styles from "./skeleton.module.css";

type SkeletonsProps = { count: number; label?: string };
/** As many columns of cards as have this width at least. Default: 20rem, or what the container says. */
type CardsProps = SkeletonsProps & { least?: `${number}rem` | "100%" };

/** Placeholder of cards while they load. */
export function SkeletonCards({ count, label = t`Loading`, least }: CardsProps) {
  return (
    <div
      className={`${styles.cards} after-a-moment`}
      style={least && { gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${least}), 1fr))` }}
      role="status"
      aria-label={label}
    >
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

type RowsProps = SkeletonsProps & {
  /** Of a row, in pixels at type of 16 px. */
  height?: number;
  /** Without a frame: within a panel that has one. */
  isBare?: boolean;
};

/** Placeholder of list rows while they load. */
export function SkeletonRows({ count, label = t`Loading`, height = 44, isBare }: RowsProps) {
  return (
    <div
      className={`${styles.rows} after-a-moment`}
      data-bare={isBare || undefined}
      role="status"
      aria-label={label}
    >
      {numbers(count).map((number) => (
        <div key={number} className={styles.row} style={{ height: rem(height) }}>
          <Line width={`${36 + ((number * 17) % 40)}%`} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder of a text with its title while it loads. */
export function SkeletonText({ count, label }: Required<SkeletonsProps>) {
  return (
    <Stack gap={12} className="after-a-moment" role="status" aria-label={label}>
      <Line width="45%" />
      {numbers(count).map((number) => (
        <Line key={number} width={`${96 - ((number * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

/** Placeholder of one line of text. */
export function Line({ width }: { width: string }) {
  return <span className={styles.line} style={{ width }} />;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
