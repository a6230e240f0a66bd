import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import styles from "./page-skeleton.module.css";

/** The place of a page whose code is on its way. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <SkeletonCards count={6} />
    </div>
  );
}
