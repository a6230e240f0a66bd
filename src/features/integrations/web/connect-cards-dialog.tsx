import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { PasswordInput } from "#ui/fields/password-input.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { cardAccounts } from "./api.ts";

const NO_SERVER = { name: "", serverUrl: "", username: "", password: "" };

export function ConnectCardsDialog({ onClose }: { onClose(): void }) {
  const [draft, setDraft] = useState(NO_SERVER);
  const set = (fields: Partial<typeof NO_SERVER>) => setDraft((before) => ({ ...before, ...fields }));
  const { mutate, isPending } = useWrite({
    send: () => cardAccounts.connect.call(draft),
    invalidates: [["cardAccounts"]],
    done: ({ name }) => t`'${name}' is connected`,
    failed: t`Failed to connect the server`,
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Connect a CardDAV server`}
      onSubmit={() => mutate()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <BusyButton type="submit" isBusy={isPending}>
            {isPending ? t`Connecting...` : t`Connect`}
          </BusyButton>
        </>
      }
    >
      <Stack>
        <TextInput
          label={t`Name`}
          required
          maxLength={200}
          data-autofocus
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t`Server`}
          placeholder="https://cards.example.com"
          required
          value={draft.serverUrl}
          onChange={(event) => set({ serverUrl: event.currentTarget.value })}
        />
        <TextInput
          label={t`User name`}
          autoComplete="off"
          required
          value={draft.username}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
        <PasswordInput
          label={t`Password`}
          value={draft.password}
          onChange={(password) => set({ password })}
        />
      </Stack>
    </Dialog>
  );
}
