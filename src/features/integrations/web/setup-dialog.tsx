import { ExternalLink } from "lucide-react";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { NOT_CONFIGURED, PROVIDER_TEXTS, type Provider } from "../model.ts";
import type { Setup } from "./api.ts";
import styles from "./dialogs.module.css";

type SetupDialogProps = { provider: Provider; setup: Setup; isAdmin: boolean; onClose(): void };

/** What has to be registered before anybody can connect, in words that can be passed on to the administrator. */
export function SetupDialog({ provider, setup, isAdmin, onClose }: SetupDialogProps) {
  const { system, registerAt, redirectUri, manifest } = setup;
  const { name } = PROVIDER_TEXTS[provider];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${name}: ${NOT_CONFIGURED}`}
      description={`People can connect ${name} once this instance is registered with ${system}. An administrator does it once, for everybody.`}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Stack as="ol" gap={14} className={styles.steps}>
        <li>
          Register a web application with {system}:{" "}
          <a href={registerAt} target="_blank" rel="noreferrer">
            {new URL(registerAt).host}
            <ExternalLink size={13} strokeWidth={1.75} aria-hidden />
          </a>
          {manifest && (
            <Row margin="6px 0 0">
              <span className={styles.field}>Choose 'From a manifest' and paste this manifest.</span>
              <CopyButton label="Copy the manifest" text={manifest} />
            </Row>
          )}
        </li>
        <li>
          Enter exactly this redirect address there:
          <Row margin="6px 0 0">
            <TextInput
              aria-label="Redirect address"
              value={redirectUri}
              readOnly
              className={styles.field}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton label="Copy" text={redirectUri} data-autofocus />
          </Row>
        </li>
        <li>
          Enter the client id and the client secret in{" "}
          {isAdmin ? <a href="/admin/settings?tab=api-keys">System Settings</a> : "System Settings"}, or start
          the program with {envNames(system)}.
        </li>
      </Stack>
    </Dialog>
  );
}

const envNames = (system: string) =>
  `${system.toUpperCase()}_CLIENT_ID and ${system.toUpperCase()}_CLIENT_SECRET`;
