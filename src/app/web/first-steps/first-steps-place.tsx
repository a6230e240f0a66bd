import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import styles from "../dashboard/dashboard-page.module.css";
import { TodayCards } from "../dashboard/today-cards.tsx";
import { useLastHeight } from "../dashboard/use-last-height.ts";

const FirstSteps = laterPart(
  async () => (await import("./first-steps.tsx")).FirstSteps,
  <SkeletonRows count={6} />,
);

/** The place of Today in a new account: its first steps while there is nothing to show, else Today with their rest; only Today once they are over. */
export const FirstStepsPlace = ({ isOver }: { isOver: boolean }) => (
  <Stack gap={16} {...useLastHeight("first steps", styles.place)}>
    <FirstSteps isOver={isOver}>
      <TodayCards />
    </FirstSteps>
  </Stack>
);
