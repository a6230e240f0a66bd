import { ArrowRight, Sparkles, X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { Recommendation } from "../model.ts";
import { openTask } from "./editor/open-editor.ts";
import type { TaskAddress } from "./filters/task-address.ts";
import { unfiltered } from "./filters/task-address.ts";
import { PriorityBadge } from "./list/task-facts.tsx";
import type { Advice } from "./recommend.ts";
import styles from "./recommendations-panel.module.css";

type PanelProps = { advice: Advice; onDismiss(): void; onShowTasks(address: Partial<TaskAddress>): void };

/** Recommended tasks, with reasons. Each links to its tasks. */
export function RecommendationsPanel({ advice, onDismiss, onShowTasks }: PanelProps) {
  return (
    <Text as="section" surface="card" overflow="hidden" margin="0 0 16px" aria-labelledby="recommendations">
      <Row as="header" pad="8px 8px 8px 16px" className={styles.header}>
        <Sparkles size={18} strokeWidth={1.75} aria-hidden />
        <Text id="recommendations" as="h2" size="body">
          {t`AI Recommendations`}
        </Text>
        {advice.isBuiltIn && <Badge>{t`Built-in`}</Badge>}
        <Text as="span" grow />
        <IconButton label={t`Dismiss recommendations`} icon={X} onClick={onDismiss} />
      </Row>
      <ul>
        {advice.recommendations.map((recommendation) => (
          <li key={`${recommendation.type} ${recommendation.title}`}>
            <PlainButton
              focusInside
              className={styles.item}
              onClick={() => {
                const [taskId] = recommendation.taskIds;
                if (taskId) openTask(taskId);
                else onShowTasks({ ...unfiltered, ...SHOW_FILTER[recommendation.type] });
              }}
            >
              <Text as="span" overflow="break" grow>
                <Text as="span" weight="medium" display="block">
                  {recommendation.title}
                </Text>
                <Text as="span" size="list" tone="soft" maxWidth="75ch" display="block">
                  {recommendation.description}
                </Text>
              </Text>
              <PriorityBadge priority={recommendation.priority} />
              <ArrowRight size={16} strokeWidth={1.75} className={styles.arrow} aria-hidden />
            </PlainButton>
          </li>
        ))}
      </ul>
    </Text>
  );
}

/** The filter for a suggestion without task ids. */
const SHOW_FILTER: Record<Recommendation["type"], Partial<TaskAddress>> = {
  priority_focus: { priority: "urgent,high", status: "todo,in_progress,review" },
  overdue_review: { due: "overdue" },
  task_breakdown: { status: "todo" },
  progress_update: { status: "in_progress" },
};
