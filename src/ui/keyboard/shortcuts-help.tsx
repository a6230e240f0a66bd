import { useSyncExternalStore } from "react";
import { t } from "#i18n/message.ts";
import { Stack } from "../layout/stack.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { Keys } from "./keys.tsx";
import { currentShortcuts, type Shortcut, subscribeToShortcuts } from "./shortcuts.ts";
import styles from "./shortcuts-help.module.css";

/** Every shortcut that works right now. */
export function ShortcutsHelp({ onClose }: { onClose(): void }) {
  const shortcuts = useSyncExternalStore(subscribeToShortcuts, currentShortcuts);
  return (
    <Dialog isOpen onClose={onClose} title={t`Keyboard shortcuts`} isTextOnly>
      <Stack gap={20}>
        {[...Map.groupBy(shortcuts, (shortcut) => shortcut.group)].map(([group, members]) => (
          <section key={group}>
            <h3 className={styles.group}>{group}</h3>
            <dl>
              {members.map((shortcut) => (
                <Row key={shortcut.keys} shortcut={shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}

function Row({ shortcut }: { shortcut: Shortcut }) {
  return (
    <div className={styles.row}>
      <dt>{shortcut.label}</dt>
      <dd>
        <Keys keys={shortcut.keys} />
      </dd>
    </div>
  );
}
