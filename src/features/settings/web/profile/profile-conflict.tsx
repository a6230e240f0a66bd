import { ConflictNotice } from "#ui/forms/conflict-notice.tsx";
import type { Profile, ProfileField } from "./profile-edits.ts";
import { zoneLabel } from "./time-zones.ts";

const NAMES: Record<ProfileField, string> = {
  fullName: "Full name",
  address: "Your greeting",
  timeZone: "Time zone",
};

type ProfileConflictProps = {
  form: { clashes: readonly ProfileField[]; acceptStored(field: ProfileField): void; retainEdits(): void };
  stored: Profile;
};

/** Another window saved first. */
export const ProfileConflict = ({ form, stored }: ProfileConflictProps) => (
  <ConflictNotice
    title="Your profile was changed in another window"
    conflicts={form.clashes.map((name) => ({ name, label: NAMES[name], stored: wordsOf(name, stored) }))}
    acceptLabel="Take it"
    onAcceptStored={(name) => form.acceptStored(name as ProfileField)}
    onUseLocal={form.retainEdits}
  />
);

const wordsOf = (field: ProfileField, stored: Profile) =>
  field === "timeZone" ? zoneLabel(stored.timeZone) : stored[field];
