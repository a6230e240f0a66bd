import { X } from "lucide-react";
import { BusyButton } from "#ui/busy-button.tsx";
import { formatDate } from "#ui/dates.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { PROVIDER_WORDS } from "../model.ts";
import type { Integration } from "./api.ts";
import styles from "./dialogs.module.css";
import type { Connecting } from "./use-connecting.ts";

type ConnectAgainProps = { integration: Integration; connecting: Connecting };

/** What only the person can mend, and what will soon be such: the sign-in at the provider, once more. */
export function ConnectAgain({ integration, connecting }: ConnectAgainProps) {
  const { provider } = integration;
  const why = reasonOf(integration);
  if (why === null) return null;
  const isBusy = connecting.isConnecting(provider);
  return (
    <div className={styles.ask}>
      <p>{why}</p>
      <span className={styles.choice}>
        <BusyButton isBusy={isBusy} onClick={() => connecting.connect(integration)}>
          {isBusy ? "Connecting..." : "Connect again"}
        </BusyButton>
        {isBusy && (
          <IconButton
            label={`Stop waiting for ${PROVIDER_WORDS[provider].name}`}
            icon={X}
            onClick={() => connecting.cancel(provider)}
          />
        )}
      </span>
    </div>
  );
}

function reasonOf({ provider, status, syncState, endsAt }: Integration): string | null {
  const { name } = PROVIDER_WORDS[provider];
  if (status === "error" || syncState === "needs_you")
    return `Nothing comes from ${name} until you sign in there again. What it brought stays, and nothing comes twice.`;
  return endsAt && `The sign-in there ends ${formatDate(endsAt)}, and nothing comes from then on.`;
}
