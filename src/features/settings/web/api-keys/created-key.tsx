import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import styles from "./created-key.module.css";
import { KEY_USES, type KeyUse, keyExample } from "./key-example.ts";
import type { Scope } from "./scopes.ts";

type KeyShownProps = { made: { name: string; key: string; scopes: Scope[] }; onClose(): void };

/** A stray Escape or click outside does not take an uncopied key away; 'Done' and a second try do. */
export function CreatedKey({ made: { name, key, scopes }, onClose }: KeyShownProps) {
  const [use, setUse] = useState<KeyUse>("mcp");
  const [mayClose, setMayClose] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const example = keyExample(use, { key, scopes, origin: window.location.origin });
  const leave = () => {
    if (mayClose || isWarned) onClose();
    else setWarned(true);
  };
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={`Your key “${name}”`}
      description="Copy it now. It is shown only once."
      footer={
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.key}>
        <TextInput
          label="API key"
          value={key}
          readOnly
          className={styles.field}
          classNames={{ input: styles.mono ?? "" }}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setMayClose(true)}
        />
        <CopyButton label="Copy key" text={key} isPrimary data-autofocus onCopied={() => setMayClose(true)} />
      </div>
      {isWarned && !mayClose && (
        <p className={styles.warning} role="alert">
          The key was not copied yet. Close again to leave without it.
        </p>
      )}
      <div className={styles.head}>
        <SegmentedControl
          label="Example for"
          value={use}
          onChange={(next) => setUse(next)}
          options={KEY_USES}
        />
        <CopyButton label="Copy example" text={example} onCopied={() => setMayClose(true)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.example} tabIndex={0}>
        {example}
      </pre>
    </Dialog>
  );
}
