import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { toast } from "#ui/overlays/toast.ts";
import { systemSettings } from "../api.ts";
import {
  asInput,
  clashes,
  type Editing,
  type EditName,
  type Edits,
  editedNames,
  NUMBERS,
  parsePort,
  type Settings,
  storedValue,
  typedSince,
  untouched,
  withEdit,
} from "./settings-edits.ts";

export const SETTINGS = systemSettings.get.query({});
/** Query key of the unsaved edits: they survive leaving the page and are deleted with the cache of the account. */
const DRAFT = ["draft of the system settings"];

export type SettingsForm = ReturnType<typeof useSettingsForm>;

export function useSettingsForm(stored: Settings) {
  const queries = useQueryClient();
  const [editing, setEditing] = useState(() => queries.getQueryData<Editing>(DRAFT) ?? untouched(stored));
  const saveDraft = (next: Editing) => {
    queries.setQueryData(DRAFT, next);
    setEditing(next);
  };
  const save = useSave((saved, sent) =>
    saveDraft(typedSince(queries.getQueryData<Editing>(DRAFT) ?? sent, sent, saved)),
  );
  const { edits } = editing;
  const wrong = NUMBERS.find((name) => edits[name] !== undefined && parsePort(edits[name]) === undefined);
  const message = wrong === "smtpPort" ? t`Please enter a port number` : t`Please enter a number`;
  const fieldErrors: Record<string, string> =
    save.error instanceof ApiError ? (save.error.details.fields ?? {}) : {};
  const errors: Record<string, string> = wrong ? { ...fieldErrors, [wrong]: message } : fieldErrors;
  return {
    stored,
    edits,
    errors,
    edited: editedNames(editing),
    clashes: save.isPending ? [] : clashes(editing, stored),
    isSaving: save.isPending,
    value: (name: EditName) => edits[name] ?? storedValue(stored, name),
    edit: (name: EditName, value: Edits[EditName]) => {
      save.reset();
      saveDraft(withEdit(editing, stored, name, value));
    },
    acceptStored: (name: EditName) => saveDraft(withEdit(editing, stored, name, undefined)),
    retainEdits: () => saveDraft({ base: stored, edits }),
    discard: () => {
      save.reset();
      saveDraft(untouched(stored));
    },
    save: () => {
      if (wrong) toast.failure(t`Failed to save settings`, message);
      else if (editedNames(editing).length > 0 && !save.isPending) save.mutate(editing);
    },
  };
}

function useSave(onSaved: (saved: Settings, sent: Editing) => void) {
  const queries = useQueryClient();
  return useWrite({
    send: async (sent: Editing) => {
      const { version } = await queries.ensureQueryData(SETTINGS);
      const input = asInput(sent.edits);
      return systemSettings.update.call({ ...input, version }).catch(async (error: unknown) => {
        if (!isConflict(error)) throw error;
        const current = await queries.fetchQuery({ ...SETTINGS, staleTime: 0 });
        if (clashes(sent, current).length > 0) throw error;
        return systemSettings.update.call({ ...input, version: current.version });
      });
    },
    stores: SETTINGS.queryKey,
    invalidates: [["systemSettings", "changes"]],
    done: t`Settings Saved`,
    failed: t`Failed to save settings`,
    onDone: onSaved,
  });
}

const isConflict = (error: unknown) => error instanceof ApiError && error.code === "conflict";
