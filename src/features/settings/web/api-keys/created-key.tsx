import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { ScrollText } from "#ui/layout/scroll-box.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import styles from "./created-key.module.css";
import { KEY_USES, type KeyUse, keyExample } from "./key-example.ts";
import type { Scope } from "./scopes.ts";

type CreatedKeyProps = { made: { name: string; key: string; scopes: Scope[] }; onClose(): void };

/**
 * A first Escape or click outside only warns, as long as the key has not been copied; 'Done' and a second try close.
 */
export function CreatedKey({ made: { name, key, scopes }, onClose }: CreatedKeyProps) {
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
      title={t`Your key “${name}”`}
      description={t`Copy it now. It is shown only once.`}
      footer={
        <Button variant="default" onClick={onClose}>
          {term("Done", "button that closes a dialog")}
        </Button>
      }
    >
      <Row align="end">
        <TextInput
          label={t`API key`}
          value={key}
          readOnly
          className={styles.field}
          inputClassName={styles.mono}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={() => setMayClose(true)}
        />
        <CopyButton
          label={t`Copy key`}
          text={key}
          isPrimary
          data-autofocus
          onCopied={() => setMayClose(true)}
        />
      </Row>
      {isWarned && !mayClose && (
        <Text size="list" tone="warn" margin="8px 0 0" role="alert">
          {t`The key was not copied yet. Close again to leave without it.`}
        </Text>
      )}
      <Row justify="space-between" wrap margin="20px 0 0">
        <SegmentedControl
          label={t`Example for`}
          value={use}
          onChange={(next) => setUse(next)}
          options={KEY_USES}
        />
        <CopyButton label={t`Copy example`} text={example} onCopied={() => setMayClose(true)} />
      </Row>
      <ScrollText className={styles.example}>{example}</ScrollText>
    </Dialog>
  );
}
