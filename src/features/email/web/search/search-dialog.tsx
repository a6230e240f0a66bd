import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { MAX_QUERY, MAX_SEARCH_NAME, type MailSearchOnWire } from "../../list-model.ts";
import { mailSearches } from "../api.ts";
import { closeDialog } from "../open-dialog.ts";
import { toastFailureReason } from "../toast-failure.ts";
import { searchesQuery } from "./searches-query.ts";

type SearchDialogProps = { idempotencyKey: string; search: Partial<MailSearchOnWire> };

/** Saves a search as a tab of the inbox, or edits a saved one. */
export function SearchDialog({ idempotencyKey, search }: SearchDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(search.name ?? "");
  const [query, setQuery] = useState(search.query ?? "");
  const { id, version } = search;
  const submit = async () => {
    try {
      const saved =
        id && version !== undefined
          ? await mailSearches.update.call({ id, version, name, query })
          : await mailSearches.create.call({ name, query }, { idempotencyKey });
      await queries.invalidateQueries({ queryKey: searchesQuery.queryKey });
      closeDialog();
      if (!id) toast.success(t`'${saved.name}' is a tab of your inbox`);
      await navigate({ to: "/email", search: { look: "split", split: saved.id } });
    } catch (error) {
      toastFailureReason(t`Failed to save the tab`, error);
    }
  };
  return (
    <Dialog
      isOpen
      title={id ? t`Change the tab` : t`Keep as a tab`}
      description={t`What this search finds in your inbox has a tab of its own.`}
      onClose={closeDialog}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="default" onClick={closeDialog}>
            {t`Cancel`}
          </Button>
          <Button type="submit">{t`Save`}</Button>
        </>
      }
    >
      <Stack gap={14}>
        <TextInput
          data-autofocus
          required
          label={t`Name`}
          placeholder={t`Board`}
          maxLength={MAX_SEARCH_NAME}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextInput
          required
          label={t`Search`}
          description={t`Words, from: to: subject: has:attachment is:unread; alternatives with OR between them.`}
          maxLength={MAX_QUERY}
          autoComplete="off"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </Stack>
    </Dialog>
  );
}
