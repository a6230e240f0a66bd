import { useNavigate } from "@tanstack/react-router";
import { Keys } from "#ui/shortcuts-help.tsx";
import { ACTIONS, type Action } from "../actions.ts";
import { OverviewPage } from "./overview-page.tsx";
import styles from "./quick-actions-page.module.css";

export function QuickActionsPage() {
  return (
    <OverviewPage title="Quick Actions" subtitle="The usual things in one click">
      <ul className={styles.grid}>
        {ACTIONS.map((action) => (
          <li key={action.label}>
            <ActionButton action={action} />
          </li>
        ))}
      </ul>
    </OverviewPage>
  );
}

function ActionButton({ action }: { action: Action }) {
  const navigate = useNavigate();
  const { label, description, icon: Icon, act, keys } = action;
  const perform = () => ("href" in act ? void navigate({ href: act.href }) : act.run());
  return (
    <button type="button" className={styles.action} onClick={perform}>
      <span className={styles.icon}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.description}>{description}</span>
      </span>
      {keys && <Keys keys={keys} />}
    </button>
  );
}
