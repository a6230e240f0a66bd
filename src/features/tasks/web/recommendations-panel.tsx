import { ArrowRight, Sparkles, X } from "lucide-react";
import { Badge } from "#ui/display/badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import type { Recommendation } from "../model.ts";
import { openTask } from "./editor/open-editor.ts";
import type { TaskAddress } from "./filters/task-address.ts";
import { unfiltered } from "./filters/task-address.ts";
import { PriorityBadge } from "./list/task-facts.tsx";
import styles from "./recommendations-panel.module.css";
import type { Advice } from "./use-recommendations.ts";

type PanelProps = { advice: Advice; onDismiss(): void; onLookAt(address: Partial<TaskAddress>): void };

/** What to do next, and why. Each leads to the tasks it speaks of. */
export function RecommendationsPanel({ advice, onDismiss, onLookAt }: PanelProps) {
  return (
    <section className={styles.panel} aria-labelledby="recommendations">
      <header className={styles.header}>
        <Sparkles size={18} strokeWidth={1.75} aria-hidden />
        <h2 id="recommendations" className={styles.heading}>
          AI Recommendations
        </h2>
        {advice.isBuiltIn && <Badge>Built-in</Badge>}
        <span className={styles.space} />
        <IconButton label="Dismiss recommendations" icon={X} onClick={onDismiss} />
      </header>
      <ul className={styles.list}>
        {advice.recommendations.map((recommendation) => (
          <li key={`${recommendation.type} ${recommendation.title}`}>
            <button
              type="button"
              className={styles.item}
              onClick={() => {
                const [taskId] = recommendation.taskIds;
                if (taskId) openTask(taskId);
                else onLookAt({ ...unfiltered, ...SHOW_FILTER[recommendation.type] });
              }}
            >
              <span className={styles.text}>
                <span className={styles.title}>{recommendation.title}</span>
                <span className={styles.description}>{recommendation.description}</span>
              </span>
              <PriorityBadge priority={recommendation.priority} />
              <ArrowRight size={16} strokeWidth={1.75} className={styles.arrow} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The tasks that a suggestion without names speaks of. */
const SHOW_FILTER: Record<Recommendation["type"], Partial<TaskAddress>> = {
  priority_focus: { priority: "urgent,high", status: "todo,in_progress,review" },
  overdue_review: { due: "overdue" },
  task_breakdown: { status: "todo" },
  progress_update: { status: "in_progress" },
};
