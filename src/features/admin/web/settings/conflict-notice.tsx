import { GitMerge } from "lucide-react";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import styles from "./conflict-notice.module.css";
import { storedValue } from "./settings-edits.ts";
import { labelOf } from "./settings-fields.ts";
import type { SettingsForm } from "./use-settings-form.ts";

/** Another administrator was faster: the person sees what is stored now and says which stands. */
export function ConflictNotice({ form }: { form: SettingsForm }) {
  return (
    <div className={styles.notice} role="alert">
      <Row as="p" weight="strong" className={styles.title}>
        <GitMerge size={18} strokeWidth={1.75} aria-hidden />
        Another administrator changed these settings
      </Row>
      <ul className={styles.list}>
        {form.clashes.map((name) => (
          <li key={name} className={styles.conflict}>
            <span>
              {labelOf(name)} is now <strong>{String(storedValue(form.stored, name)) || "empty"}</strong>
            </span>
            <Button variant="default" size="compact-sm" onClick={() => form.takeTheirs(name)}>
              Use theirs
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.footer}>
        <span>Your changes are still here; saving replaces the above.</span>
        <Button variant="subtle" size="compact-sm" onClick={form.keepMine}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}
