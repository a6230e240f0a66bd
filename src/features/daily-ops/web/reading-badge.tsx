import { Badge } from "#ui/display/badge.tsx";
import { Row } from "#ui/layout/stack.tsx";

const WORDS = {
  simulated: "Simulated",
  estimate: "Estimate",
  cached: "Stored",
  live: "Live",
} as const;

/** Origin of a reading; shown on every card (decision 18). */
export const ReadingBadge = ({ kind }: { kind: keyof typeof WORDS }) => (
  <Row
    as="span"
    gap={0}
    display="inline-flex"
    align="stretch"
    title={kind === "simulated" ? "Sample data: no external service is available" : undefined}
  >
    <Badge tone={kind === "live" ? "good" : "warn"}>{WORDS[kind]}</Badge>
  </Row>
);
