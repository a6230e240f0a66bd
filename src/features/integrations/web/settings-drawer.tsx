import { Button } from "@mantine/core";
import { formatDate } from "#ui/dates.ts";
import { Drawer } from "#ui/drawer.tsx";
import { Switch } from "#ui/switch.tsx";
import { CARGO_WORDS, PROVIDER_WORDS } from "../model.ts";
import type { Integration } from "./api.ts";
import { ConnectAgain } from "./connect-again.tsx";
import { ConnectionCheck } from "./connection-check.tsx";
import styles from "./dialogs.module.css";
import { DisconnectSection } from "./disconnect-section.tsx";
import { RunHistory } from "./run-history.tsx";
import { stateWords } from "./state-words.ts";
import { useAutoSync } from "./use-auto-sync.ts";
import type { Connecting } from "./use-connecting.ts";

type SettingsDrawerProps = { integration: Integration; connecting: Connecting; onClose(): void };

/** What a look at Slack cannot see (providers/slack-talk.ts), in a person's words. */
const SLACK_LIMIT =
  "Slack does not tell this place of changes. What somebody changes or deletes there is seen here for a week, among the newest 1,000 messages of a conversation, and in threads for a day after their last answer. Older messages stay as they were.";

/** The account behind a provider: what it brings, what it did, whether it works, and how it ends. */
export function SettingsDrawer({ integration, connecting, onClose }: SettingsDrawerProps) {
  const { provider, status, accountName, connectedAt, cargo, scopes } = integration;
  const { name } = PROVIDER_WORDS[provider];
  const change = useAutoSync();
  const missing = cargo.filter(({ isOn, isAllowed }) => isOn && !isAllowed);
  return (
    <Drawer isOpen onClose={onClose} title={`${name} settings`}>
      <div className={styles.sections}>
        <section className={styles.section} aria-label="Account">
          <h3 className={styles.heading}>Account</h3>
          <p>{accountName ?? "Not known"}</p>
          <p className={styles.soft}>
            {stateWords(integration)}
            {status === "connected" && connectedAt && ` Connected since ${formatDate(connectedAt)}.`}
          </p>
          <ConnectAgain integration={integration} connecting={connecting} />
          {scopes.length > 0 && (
            <details className={styles.soft}>
              <summary>What you allowed at the provider</summary>
              <ul className={styles.scopes}>
                {scopes.map((scope) => (
                  <li key={scope}>{scope}</li>
                ))}
              </ul>
            </details>
          )}
        </section>
        <section className={styles.section} aria-label="What to sync">
          <h3 className={styles.heading}>What to sync</h3>
          {cargo.map(({ kind, isOn }) => (
            <Switch
              key={kind}
              label={CARGO_WORDS[kind].name}
              description={`Shown in ${CARGO_WORDS[kind].to}`}
              isOn={isOn}
              onChange={(isWanted) => change({ integration, wishes: { [kind]: isWanted } })}
            />
          ))}
          {provider === "slack" && !integration.isTold && (
            <details className={styles.soft}>
              <summary>Not all that changes there is seen here</summary>
              <p className={styles.limit}>{SLACK_LIMIT}</p>
            </details>
          )}
          {missing.length > 0 && (
            <p className={styles.ask}>
              <span>
                {`${name} needs your permission for: ${missing.map(({ kind }) => CARGO_WORDS[kind].name.toLowerCase()).join(", ")}.`}
              </span>
              <Button
                variant="default"
                disabled={connecting.isConnecting(provider)}
                onClick={() =>
                  connecting.connect(
                    integration,
                    missing.map(({ kind }) => kind),
                  )
                }
              >
                Allow
              </Button>
            </p>
          )}
        </section>
        <Switch
          label="Auto sync"
          description={
            integration.isTold
              ? `At once where ${name} tells of a change, and every 30 minutes`
              : "Every 30 minutes, without being asked"
          }
          isOn={integration.autoSync}
          onChange={(autoSync) => change({ integration, autoSync })}
        />
        <ConnectionCheck provider={provider} />
        <RunHistory provider={provider} mayReadAnew={status === "connected"} />
        <DisconnectSection provider={provider} onDone={onClose} />
      </div>
    </Drawer>
  );
}
