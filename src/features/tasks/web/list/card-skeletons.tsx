import { Line } from "#ui/feedback/skeleton.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import styles from "./card-skeletons.module.css";

const CARDS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Six cards of the size of those that are on their way. */
export const CardSkeletons = ({ label }: { label: string }) => (
  <div className={`${styles.grid} after-a-moment`} role="status" aria-label={label}>
    {CARDS.map((card) => (
      <Stack
        gap={0}
        justify="space-between"
        pad="22px 16px"
        surface="card"
        key={card}
        className={styles.card}
        data-testid="skeleton"
      >
        <Line width="62%" />
        <Line width="88%" />
        <Line width="40%" />
        <Line width="52%" />
      </Stack>
    ))}
  </div>
);
