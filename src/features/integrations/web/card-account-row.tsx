import { BookUser } from "lucide-react";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { formatAgo } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { TextButton } from "#ui/inputs/text-button.tsx";
import { SettingsRow } from "#ui/lists/settings-row.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { type CardAccount, cardAccounts } from "./api.ts";
import { UnreadableRemoteCards } from "./unreadable-remote-cards.tsx";

const STATES = {
  ok: { tone: "good", label: t`Connected` },
  auth_failed: { tone: "bad", label: t`Action needed` },
  unreachable: { tone: "bad", label: t`Unreachable` },
} as const;

/** A CardDAV server: its address books, the result of its last sync, and its cards that could not be read. */
export function CardAccountRow({ account }: { account: CardAccount }) {
  const { id, name, serverUrl, username, state, lastError, lastSyncedAt, books } = account;
  const { sync, disconnect } = useCardAccount(account);
  const [isListing, setListing] = useState(false);
  const unreadable = books.flatMap((book) => book.unreadable.map((card) => ({ ...card, book: book.name })));
  const facts = [
    books.map((book) => (book.isReadOnly ? t`${book.name} (read-only)` : book.name)).join(", "),
    lastError ?? (lastSyncedAt ? t`Synced ${formatAgo(lastSyncedAt)}` : t`Not synced yet`),
    lastError !== null && t`Changes wait here`,
    unreadable.length > 0 && (
      <TextButton onClick={() => setListing(true)}>
        {plural(unreadable.length, {
          one: `${unreadable.length} unreadable card`,
          other: `${unreadable.length} unreadable cards`,
        })}
      </TextButton>
    ),
  ];
  return (
    <SettingsRow
      icon={BookUser}
      name={name}
      badges={
        <Badge tone={STATES[state].tone} dot>
          {STATES[state].label}
        </Badge>
      }
      description={t`${username} at ${new URL(serverUrl).host}`}
      facts={facts}
      actions={
        <>
          <BusyButton
            variant="default"
            isBusy={sync.isPending}
            aria-label={sync.isPending ? undefined : t`Sync ${name}`}
            onClick={() => sync.mutate()}
          >
            {sync.isPending ? t`Syncing...` : t`Sync`}
          </BusyButton>
          <Button
            variant="default"
            disabled={disconnect.isPending}
            aria-label={t`Disconnect ${name}`}
            onClick={() => disconnect.mutate(id)}
          >
            {t`Disconnect`}
          </Button>
        </>
      }
    >
      {isListing && <UnreadableRemoteCards cards={unreadable} onClose={() => setListing(false)} />}
    </SettingsRow>
  );
}

function useCardAccount({ id, name }: CardAccount) {
  const invalidates = [["cardAccounts"]];
  const failed = t`${name} could not be synced`;
  const sync = useWrite({
    send: () => cardAccounts.sync.call({ id }),
    invalidates,
    done: ({ error, count }) =>
      error
        ? undefined
        : plural(count, { one: `${count} contact from ${name}`, other: `${count} contacts from ${name}` }),
    failed,
    onDone: ({ error }) => {
      if (error) toast.failure(failed, error);
    },
  });
  const disconnect = useWrite({
    send: (account: string) => cardAccounts.delete.call({ id: account }),
    invalidates,
    done: [t`${name} disconnected`, t`The contacts stay.`],
    failed: t`Failed to disconnect ${name}`,
  });
  return { sync, disconnect };
}
