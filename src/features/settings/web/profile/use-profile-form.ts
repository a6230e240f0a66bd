import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";
import { profile, session } from "../api.ts";
import {
  conflictingFields,
  type Editing,
  editedFields,
  type Profile,
  untouched,
  withEdit,
} from "./profile-edits.ts";

const PROFILE = profile.get.query({});
const SESSION = session.current.query({});
type CurrentSession = Awaited<ReturnType<typeof session.current.call>>;

/** The profile with unsaved edits. A save shows everywhere at once; a refusal reverts it and keeps the edits. */
export function useProfileForm(stored: Profile) {
  const [editing, setEditing] = useState(() => untouched(stored));
  const save = useSave((sent, saved) =>
    setEditing((now) => ({
      base: saved,
      edits: Object.fromEntries(
        editedFields(now).flatMap((field) =>
          now.edits[field] === sent.edits[field] ? [] : [[field, now.edits[field]]],
        ),
      ),
    })),
  );
  return {
    values: { ...stored, ...editing.edits },
    isChanged: editedFields(editing).length > 0,
    isSaving: save.isPending,
    clashes: conflictingFields(editing, save.isPending ? editing.base : stored),
    errors: fieldsOf(save.error),
    edit: (field: keyof Editing["edits"], value: string) => {
      save.reset();
      setEditing((now) => withEdit(now, stored, field, value));
    },
    /** Resolves a conflict with the value that the other window saved. */
    acceptStored: (field: keyof Editing["edits"]) =>
      setEditing((now) => withEdit(now, stored, field, undefined)),
    retainEdits: () => setEditing((now) => ({ ...now, base: stored })),
    discard: () => {
      save.reset();
      setEditing(untouched(stored));
    },
    save: () => save.mutate(editing),
  };
}

function useSave(onSaved: (sent: Editing, saved: Profile) => void) {
  const queries = useQueryClient();
  const show = (fields: Partial<Profile>) => {
    queries.setQueryData<Profile>(PROFILE.queryKey, (now) => now && { ...now, ...fields });
    queries.setQueryData<CurrentSession>(
      SESSION.queryKey,
      (now) => now && { ...now, user: now.user && { ...now.user, ...sessionFields(fields) } },
    );
  };
  return useMutation({
    mutationFn: async (sent: Editing) => {
      const { version } = await queries.ensureQueryData(PROFILE);
      return profile.update.call({ ...sent.edits, version }).catch(async (error: unknown) => {
        if (!isConflict(error)) throw error;
        const current = await queries.fetchQuery({ ...PROFILE, staleTime: 0 });
        if (conflictingFields(sent, current).length > 0) throw error;
        return profile.update.call({ ...sent.edits, version: current.version });
      });
    },
    onMutate: async (sent) => {
      await queries.cancelQueries({ queryKey: PROFILE.queryKey });
      const before = queries.getQueryData<Profile>(PROFILE.queryKey);
      show(sent.edits);
      return before;
    },
    onSuccess: (saved, sent) => {
      show(saved);
      onSaved(sent, saved);
      toast.success("Profile saved");
    },
    onError: async (error, _sent, before) => {
      if (before) show(before);
      if (isConflict(error)) await queries.invalidateQueries({ queryKey: PROFILE.queryKey });
      else if (!hasFields(error)) toast.failure("The profile was not saved", error.message);
    },
  });
}

/** The part that every screen shows. */
function sessionFields({ fullName, address, timeZone }: Partial<Profile>) {
  return Object.fromEntries(
    Object.entries({ fullName, address, timeZone }).filter(([, value]) => value !== undefined),
  );
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === "conflict";
const hasFields = (error: unknown) => Object.keys(fieldsOf(error)).length > 0;

const fieldsOf = (error: unknown): Record<string, string> =>
  (error instanceof ApiError && error.details.fields) || {};
