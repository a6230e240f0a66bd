import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import styles from "./page-skeleton.module.css";

/** Placeholder of a page whose code is loading. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <SkeletonCards count={6} />
    </div>
  );
}
