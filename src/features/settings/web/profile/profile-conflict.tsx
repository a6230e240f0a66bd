import { t, term } from "#i18n/message.ts";
import { ConflictNotice } from "#ui/forms/conflict-notice.tsx";
import { HOURS, weekdayName } from "./clock-fields.tsx";
import type { Profile, ProfileField } from "./profile-edits.ts";
import { zoneLabel } from "./time-zones.ts";

const NAMES: Record<ProfileField, string> = {
  fullName: t`Full name`,
  address: t`Your greeting`,
  timeZone: t`Time zone`,
  hourCycle: term("Hours", "how the time of day is written"),
  firstWeekday: t`First day of the week`,
};

type ProfileConflictProps = {
  form: { clashes: readonly ProfileField[]; acceptStored(field: ProfileField): void; retainEdits(): void };
  stored: Profile;
};

/** Another window saved first. */
export const ProfileConflict = ({ form, stored }: ProfileConflictProps) => (
  <ConflictNotice
    title={t`Your profile was changed in another window`}
    conflicts={form.clashes.map((name) => ({ name, label: NAMES[name], stored: wordsOf(name, stored) }))}
    acceptLabel={t`Take it`}
    onAcceptStored={(name) => form.acceptStored(name as ProfileField)}
    onUseLocal={form.retainEdits}
  />
);

function wordsOf(field: ProfileField, stored: Profile): string {
  if (field === "timeZone") return zoneLabel(stored.timeZone);
  if (field === "hourCycle") return HOURS.find(({ value }) => value === stored.hourCycle)?.label ?? "";
  if (field === "firstWeekday") return weekdayName(stored.firstWeekday);
  return stored[field];
}
