import { Dialog } from "#ui/dialog.tsx";
import { Switch } from "#ui/switch.tsx";
import { ONLY_CHECKED, PROVIDER_WORDS } from "../model.ts";
import type { Integration } from "./api.ts";
import styles from "./dialogs.module.css";
import { DisconnectSection } from "./disconnect-section.tsx";
import { RunHistory } from "./run-history.tsx";
import { useAutoSync } from "./use-auto-sync.ts";

type SettingsDialogProps = { integration: Integration; onClose(): void };

/** The account behind a provider: what it does by itself, what it did, and how it ends. */
export function SettingsDialog({ integration, onClose }: SettingsDialogProps) {
  const { provider, accountName, status } = integration;
  const { name } = PROVIDER_WORDS[provider];
  const switchAutoSync = useAutoSync();
  return (
    <Dialog isOpen onClose={onClose} title={`${name} settings`} size="large">
      <div className={styles.sections}>
        <section className={styles.section} aria-label="Account">
          <h3 className={styles.heading}>Account</h3>
          <p>{accountName ?? "Not known"}</p>
          <p className={styles.soft}>
            {status === "connected" ? ONLY_CHECKED : (integration.lastError ?? "Not connected")}
          </p>
        </section>
        <Switch
          label="Auto sync"
          description="Checks the account every 30 minutes by itself"
          isOn={integration.autoSync}
          onChange={(autoSync) => switchAutoSync({ integration, autoSync })}
        />
        <RunHistory provider={provider} />
        <DisconnectSection provider={provider} onDone={onClose} />
      </div>
    </Dialog>
  );
}
