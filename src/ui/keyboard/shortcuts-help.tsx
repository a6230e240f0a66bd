import { useState, useSyncExternalStore } from "react";
import { Stack } from "../layout/stack.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import {
  currentShortcuts,
  describeKeys,
  type Shortcut,
  subscribeToShortcuts,
  useShortcut,
} from "./shortcuts.ts";
import styles from "./shortcuts-help.module.css";

/** `?` lists every shortcut that works right now. */
export function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false);
  const shortcuts = useSyncExternalStore(subscribeToShortcuts, currentShortcuts);
  useShortcut("?", "Show keyboard shortcuts", "General", () => setOpen(true));
  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts" isTextOnly>
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

/** The keys of a shortcut as key caps. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {describeKeys(keys).map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
