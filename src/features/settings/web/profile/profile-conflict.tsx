import { GitMerge } from "lucide-react";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import styles from "./conflict-notice.module.css";
import type { Profile, ProfileField } from "./profile/profile-edits.ts";
import { zoneLabel } from "./profile/time-zones.ts";

const NAMES: Record<ProfileField, string> = {
  fullName: "Full name",
  address: "Your greeting",
  timeZone: "Time zone",
};

type ClashNoticeProps = {
  form: { clashes: readonly ProfileField[]; takeTheirs(field: ProfileField): void; keepMine(): void };
  stored: Profile;
};

/** Another window was faster: the person sees what is stored there and says which stands. */
export function ConflictNotice({ form, stored }: ClashNoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <Row as="p" weight="strong" className={styles.title}>
        <GitMerge size={18} strokeWidth={1.75} aria-hidden />
        Your profile was changed in another window
      </Row>
      <ul className={styles.list}>
        {form.clashes.map((field) => (
          <li key={field} className={styles.clash}>
            <span>
              {NAMES[field]} is now <strong>{wordsOf(field, stored)}</strong>
            </span>
            <Button variant="default" size="compact-sm" onClick={() => form.takeTheirs(field)}>
              Take it
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.rest}>
        <span>Your changes are still here; saving replaces the above.</span>
        <Button variant="subtle" size="compact-sm" onClick={form.keepMine}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}

const wordsOf = (field: ProfileField, stored: Profile) =>
  field === "timeZone" ? zoneLabel(stored.timeZone) : stored[field];
