import { ExternalLink } from "lucide-react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
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
  const [clientId, secret] = [`${system.toUpperCase()}_CLIENT_ID`, `${system.toUpperCase()}_CLIENT_SECRET`];
  const where = isAdmin
    ? t`Enter the client id and the client secret in <0>System Settings</0>, or start the program with ${clientId} and ${secret}.`
    : t`Enter the client id and the client secret in System Settings, or start the program with ${clientId} and ${secret}.`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${name}: ${NOT_CONFIGURED}`}
      description={t`People can connect ${name} once this instance is registered with ${system}. An administrator does it once, for everybody.`}
      footer={
        <Button variant="default" onClick={onClose}>
          {t`Close`}
        </Button>
      }
    >
      <Stack as="ol" gap={14} className={styles.steps}>
        <li>
          {t`Register a web application with ${system}:`}{" "}
          <a href={registerAt} target="_blank" rel="noreferrer">
            {new URL(registerAt).host}
            <ExternalLink size="0.8125rem" strokeWidth={1.75} aria-hidden />
          </a>
          {manifest && (
            <Row margin="6px 0 0">
              <span className={styles.field}>{t`Choose 'From a manifest' and paste this manifest.`}</span>
              <CopyButton label={t`Copy the manifest`} text={manifest} />
            </Row>
          )}
        </li>
        <li>
          {t`Enter exactly this redirect address there:`}
          <Row margin="6px 0 0">
            <TextInput
              aria-label={t`Redirect address`}
              value={redirectUri}
              readOnly
              className={styles.field}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton label={t`Copy`} text={redirectUri} data-autofocus />
          </Row>
        </li>
        <li>
          {isAdmin ? rich(where, (place) => <a href="/admin/settings?tab=api-keys">{place}</a>) : where}
        </li>
      </Stack>
    </Dialog>
  );
}
