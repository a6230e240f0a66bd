import type { profile } from "../api.ts";

export type Profile = Awaited<ReturnType<typeof profile.get.call>>;
export type ProfileFields = Pick<Profile, "fullName" | "address" | "timeZone" | "hourCycle" | "firstWeekday">;
export type ProfileField = keyof ProfileFields;

/** The edits, and the stored profile when the person started to edit. */
export type Editing = { base: ProfileFields; edits: Partial<ProfileFields> };

const FIELDS: readonly ProfileField[] = ["fullName", "address", "timeZone", "hourCycle", "firstWeekday"];

export const untouched = (stored: ProfileFields): Editing => ({ base: stored, edits: {} });

export const editedFields = ({ edits }: Editing) => FIELDS.filter((field) => edits[field] !== undefined);

/** A value that is already stored is no edit. The first edit sets `base`. */
export function withEdit(
  editing: Editing,
  stored: ProfileFields,
  field: ProfileField,
  value: ProfileFields[ProfileField] | undefined,
): Editing {
  const { [field]: _, ...others } = editing.edits;
  const edits = value === undefined || value === stored[field] ? others : { ...others, [field]: value };
  return { base: editedFields(editing).length === 0 ? stored : editing.base, edits };
}

/** Fields edited here that another window changed to a different value. */
export function conflictingFields({ base, edits }: Editing, stored: ProfileFields): ProfileField[] {
  return editedFields({ base, edits }).filter(
    (field) => stored[field] !== base[field] && stored[field] !== edits[field],
  );
}
