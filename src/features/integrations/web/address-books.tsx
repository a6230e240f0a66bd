import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BookUser, Plus } from "lucide-react";
import { useState } from "react";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { PasswordInput } from "#ui/fields/password-input.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { QueryList } from "#ui/lists/query-list.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type CardAccount, cardAccounts } from "./api.ts";

/** Address books on CardDAV servers, imported into the contacts. */
export function AddressBooks() {
  const list = useQuery(cardAccounts.list.query({}));
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack as="section" gap={12} margin="32px 0 0" aria-label="Address books">
      <Row as="header" gap={12} align="end" justify="space-between" wrap>
        <div>
          <Text as="h2" size="section" weight="strong">
            Address books
          </Text>
          <Text tone="soft" size="list" overflow="break">
            Import contacts from CardDAV servers.
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          CardDAV server
        </Button>
      </Row>
      <Box surface="card">
        <QueryList
          query={list}
          failure="The address books could not be loaded"
          rows={1}
          empty={
            <Text tone="soft" size="list" pad="12px 16px">
              No address books connected.
            </Text>
          }
        >
          {(account) => <AccountRow key={account.id} account={account} />}
        </QueryList>
      </Box>
      {isAdding && <ConnectDialog onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function AccountRow({ account }: { account: CardAccount }) {
  const { id, name, serverUrl, username, state, lastError, lastSyncedAt } = account;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["cardAccounts"] });
  const sync = useMutation({
    mutationFn: () => cardAccounts.sync.call({ id }),
    onSuccess: (answer) =>
      answer.error
        ? toast.failure(`${name} could not be read`, answer.error)
        : toast.success(`${answer.count} contacts from ${name}`),
    onError: (error) => toast.failure(`${name} could not be read`, error.message),
    onSettled: refresh,
  });
  const disconnect = useMutation({
    mutationFn: () => cardAccounts.delete.call({ id }),
    onSuccess: () => toast.success(`${name} disconnected`, "The contacts stay."),
    onError: (error) => toast.failure(`Failed to disconnect ${name}`, error.message),
    onSettled: refresh,
  });
  return (
    <SettingsRow
      icon={BookUser}
      name={name}
      badges={
        <Badge tone={state === "ok" ? "good" : "bad"} dot>
          {state === "ok" ? "Connected" : state === "auth_failed" ? "Action needed" : "Unreachable"}
        </Badge>
      }
      description={`${username} at ${new URL(serverUrl).host}`}
      facts={[lastError ?? (lastSyncedAt ? `Synced ${formatAgo(lastSyncedAt)}` : "Not synced yet")]}
      actions={
        <>
          <BusyButton
            variant="default"
            isBusy={sync.isPending}
            aria-label={sync.isPending ? undefined : `Sync ${name}`}
            onClick={() => sync.mutate()}
          >
            {sync.isPending ? "Syncing..." : "Sync"}
          </BusyButton>
          <Button
            variant="default"
            disabled={disconnect.isPending}
            aria-label={`Disconnect ${name}`}
            onClick={() => disconnect.mutate()}
          >
            Disconnect
          </Button>
        </>
      }
    />
  );
}

const NO_SERVER = { name: "", serverUrl: "", username: "", password: "" };

function ConnectDialog({ onClose }: { onClose(): void }) {
  const [draft, setDraft] = useState(NO_SERVER);
  const queries = useQueryClient();
  const set = (fields: Partial<typeof NO_SERVER>) => setDraft((before) => ({ ...before, ...fields }));
  const { mutate, isPending } = useMutation({
    mutationFn: () => cardAccounts.connect.call(draft),
    onSuccess: ({ name }) => {
      toast.success(`'${name}' is connected`);
      onClose();
    },
    onError: (error) => toast.failure("Failed to connect the server", error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ["cardAccounts"] }),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Connect a CardDAV server"
      onSubmit={() => mutate()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isPending}>
            {isPending ? "Connecting..." : "Connect"}
          </BusyButton>
        </>
      }
    >
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={200}
          data-autofocus
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Server"
          placeholder="https://cards.example.com"
          required
          value={draft.serverUrl}
          onChange={(event) => set({ serverUrl: event.currentTarget.value })}
        />
        <TextInput
          label="User name"
          autoComplete="off"
          required
          value={draft.username}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
        <PasswordInput label="Password" value={draft.password} onChange={(password) => set({ password })} />
      </Stack>
    </Dialog>
  );
}
