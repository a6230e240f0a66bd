import { ChevronRight } from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import styles from "./done-fold.module.css";
import type { DoneTasks } from "./use-done-tasks.ts";

/** The line that shows and hides the completed tasks below it. */
export const DoneFold = ({ done: { isOpen, count, list, toggle } }: { done: DoneTasks }) => (
  <PlainButton focusInside className={styles.fold} aria-expanded={isOpen} onClick={toggle}>
    <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
    {count === undefined && list.ids.length === 0
      ? term("Done", "tasks that are completed")
      : t`Done (${count ?? `${list.ids.length}+`})`}
  </PlainButton>
);
