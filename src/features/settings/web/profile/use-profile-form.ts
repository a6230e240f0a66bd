import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { fieldErrorsOf, isConflict } from "#platform/client/resource-client.ts";
import { queryChange, useWrite } from "#platform/client/use-write.ts";
import { profile, session } from "../api.ts";
import {
  conflictingFields,
  type Editing,
  editedFields,
  type Profile,
  type ProfileField,
  type ProfileFields,
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
    errors: fieldErrorsOf(save.error),
    edit: <F extends ProfileField>(field: F, value: ProfileFields[F]) => {
      save.reset();
      setEditing((now) => withEdit(now, stored, field, value));
    },
    /** Resolves a conflict with the value that the other window saved. */
    acceptStored: (field: ProfileField) => setEditing((now) => withEdit(now, stored, field, undefined)),
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
  const changesOf = (fields: Partial<Profile>) => [
    queryChange<Profile>(PROFILE.queryKey, (now) => ({ ...now, ...fields })),
    queryChange<CurrentSession>(SESSION.queryKey, (now) => ({
      ...now,
      user: now.user && { ...now.user, ...sessionFields(fields) },
    })),
  ];
  return useWrite({
    send: async (sent: Editing) => {
      const { version } = await queries.ensureQueryData(PROFILE);
      return profile.update.call({ ...changesIn(sent), version }).catch(async (error: unknown) => {
        if (!isConflict(error)) throw error;
        const current = await queries.fetchQuery({ ...PROFILE, staleTime: 0 });
        if (conflictingFields(sent, current).length > 0) throw error;
        return profile.update.call({ ...changesIn(sent), version: current.version });
      });
    },
    optimistic: ({ edits }) => changesOf(edits),
    stores: PROFILE.queryKey,
    done: t`Profile saved`,
    failed: (error) => (isConflict(error) || hasFields(error) ? null : t`The profile was not saved`),
    onDone: (saved, sent) => {
      for (const change of changesOf(saved)) change.apply(queries);
      onSaved(sent, saved);
    },
  });
}

/** The part that every screen shows. */
function sessionFields({ fullName, address, timeZone, hourCycle, firstWeekday }: Partial<Profile>) {
  return Object.fromEntries(
    Object.entries({ fullName, address, timeZone, hourCycle, firstWeekday }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** Hours in the way of the browser are what an unset profile shows: there is nothing to save. */
const changesIn = ({ edits: { hourCycle, ...edits } }: Editing) => ({
  ...edits,
  ...(hourCycle && { hourCycle }),
});

const hasFields = (error: unknown) => Object.keys(fieldErrorsOf(error)).length > 0;
