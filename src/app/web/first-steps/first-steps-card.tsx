import { t } from "#i18n/message.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./first-steps.module.css";
import { useFirstSteps } from "./use-first-steps.ts";

const FirstSteps = laterPart(
  async () => (await import("./first-steps.tsx")).FirstSteps,
  <SkeletonRows count={5} />,
);

/** The first steps of a new account, above its dashboard. */
export function FirstStepsCard() {
  const { complete } = useFirstSteps();
  return (
    <Stack
      as="section"
      surface="card"
      pad={20}
      gap={16}
      className={styles.card}
      aria-labelledby="first-steps"
    >
      <Row justify="space-between" gap={16} wrap>
        <Text as="h2" size="section" id="first-steps">
          {t`Set up your workspace`}
        </Text>
        <Button variant="subtle" color="gray" onClick={complete}>
          {t`Skip set-up`}
        </Button>
      </Row>
      <FirstSteps onDone={complete} />
    </Stack>
  );
}
