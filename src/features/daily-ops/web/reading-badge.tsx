import { t, term } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Row } from "#ui/layout/stack.tsx";

const WORDS = {
  simulated: t`Simulated`,
  estimate: term("Estimate", "values that were estimated"),
  cached: term("Stored", "values that were read earlier"),
  live: term("Live", "values that were just read"),
} as const;

/** Origin of a reading; shown on every card (decision 18). */
export const ReadingBadge = ({ kind }: { kind: keyof typeof WORDS }) => (
  <Row
    as="span"
    gap={0}
    display="inline-flex"
    align="stretch"
    title={kind === "simulated" ? t`Sample data: no external service is available` : undefined}
  >
    <Badge tone={kind === "live" ? "good" : "warn"}>{WORDS[kind]}</Badge>
  </Row>
);
