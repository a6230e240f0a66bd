import type { profile } from "../api.ts";

export type Profile = Awaited<ReturnType<typeof profile.get.call>>;
export type ProfileFields = Pick<Profile, "fullName" | "address" | "timeZone">;
export type ProfileField = keyof ProfileFields;

/** What the person typed over what was stored when they began. */
export type Editing = { base: ProfileFields; edits: Partial<ProfileFields> };

const FIELDS: readonly ProfileField[] = ["fullName", "address", "timeZone"];

export const untouched = (stored: ProfileFields): Editing => ({ base: stored, edits: {} });

export const editedFields = ({ edits }: Editing) => FIELDS.filter((field) => edits[field] !== undefined);

/** A value that is stored already is no edit. The first edit fixes what the person began from. */
export function withEdit(
  editing: Editing,
  stored: ProfileFields,
  field: ProfileField,
  value: string | undefined,
): Editing {
  const { [field]: _, ...others } = editing.edits;
  const edits = value === undefined || value === stored[field] ? others : { ...others, [field]: value };
  return { base: editedFields(editing).length === 0 ? stored : editing.base, edits };
}

/** Fields that were changed here and, to something else, in another window. */
export function conflictingFields({ base, edits }: Editing, stored: ProfileFields): ProfileField[] {
  return editedFields({ base, edits }).filter(
    (field) => stored[field] !== base[field] && stored[field] !== edits[field],
  );
}
