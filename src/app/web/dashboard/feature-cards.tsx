import { useState } from "react";
import type { DashboardFigures } from "../api.ts";
import styles from "./feature-card.module.css";
import { FeatureCard } from "./feature-card.tsx";
import { FEATURES } from "./features.ts";

let haveEntered = false;

const markEntered = () => {
  haveEntered = true;
};

/** The cards come one after the other the first time only. */
export function FeatureCards({ figures }: { figures: DashboardFigures | null | undefined }) {
  const [isFirstTime] = useState(() => !haveEntered);
  return (
    <ul ref={markEntered} className={styles.grid} data-entering={isFirstTime || undefined}>
      {FEATURES.map((feature, index) => (
        <FeatureCard key={feature.href} feature={feature} figures={figures} index={index} />
      ))}
    </ul>
  );
}
