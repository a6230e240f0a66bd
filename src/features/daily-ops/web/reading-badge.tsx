import { Badge } from "#ui/display/badge.tsx";
import styles from "./panel.module.css";

const WORDS = {
  simulated: "Simulated",
  estimate: "Estimate",
  cached: "Stored",
  live: "Live",
} as const;

/** Where a reading comes from; stands on every card (decision 18). */
export const ReadingBadge = ({ kind }: { kind: keyof typeof WORDS }) => (
  <span
    className={styles.reading}
    title={kind === "simulated" ? "Sample data: no external service is available" : undefined}
  >
    <Badge tone={kind === "live" ? "good" : "warn"}>{WORDS[kind]}</Badge>
  </span>
);
