import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { fieldErrorsOf } from "#platform/client/resource-client.ts";
import { useWrite } from "#platform/client/use-write.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { FieldGroup } from "#ui/layout/form-grid.tsx";
import { Grid, Row, Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { HOOK_RESOURCE_LABELS, HOOK_RESOURCES, type WebhookResource } from "../../model.ts";
import { incomingWebhooks, webhooks } from "../api.ts";
import dialogs from "../dialogs.module.css";
import styles from "./new-webhook-dialog.module.css";

type Direction = "out" | "in";
type NewWebhookDialogProps = { direction: Direction; onClose(): void };
/** What is shown once: an address or a secret with its label. */
type Made = { label: string; text: string }[];
type Draft = {
  name: string;
  url: string;
  resources: readonly WebhookResource[];
  creates: "task" | "notice";
  isSigned: boolean;
};

const BLANK: Draft = { name: "", url: "", resources: ["tasks"], creates: "task", isSigned: false };

/** The created address or secret is shown only once: it works like a password. */
export function NewWebhookDialog({ direction, onClose }: NewWebhookDialogProps) {
  const [draft, setDraft] = useState(BLANK);
  const [made, setMade] = useState<Made | null>(null);
  const { mutate, isPending, error } = useCreate(direction, setMade);
  const [isSubmitted, setSubmitted] = useState(false);
  const faults = { ...(isSubmitted && missingOf(direction, draft)), ...fieldErrorsOf(error) };
  const submit = () => {
    setSubmitted(true);
    if (Object.keys(missingOf(direction, draft)).length === 0) mutate(draft);
  };
  const set = (fields: Partial<Draft>) => setDraft((now) => ({ ...now, ...fields }));
  if (made) return <MadeDialog name={draft.name} {...{ made, onClose }} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={direction === "out" ? t`Add an outgoing webhook` : t`Add an incoming webhook`}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <BusyButton type="submit" isBusy={isPending}>
            {isPending ? t`Adding...` : t`Add`}
          </BusyButton>
        </>
      }
    >
      <Stack>
        <TextInput
          label={t`Name`}
          value={draft.name}
          error={faults.name}
          maxLength={200}
          required
          data-autofocus
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {direction === "out" ? (
          <OutgoingFields draft={draft} set={set} fault={faults.url} />
        ) : (
          <IncomingFields draft={draft} set={set} />
        )}
      </Stack>
    </Dialog>
  );
}

const missingOf = (direction: Direction, { name, url }: Draft): Record<string, string> => ({
  ...(name.trim() === "" && { name: t`Give the webhook a name` }),
  ...(direction === "out" && url.trim() === "" && { url: t`Enter the address to send to` }),
});

function useCreate(direction: Direction, onMade: (made: Made) => void) {
  return useWrite({
    send: ({ name, url, resources, creates, isSigned }: Draft) =>
      direction === "out"
        ? createOutgoing({ name, url, resources: [...resources] })
        : createIncoming({ name, creates, isSigned }),
    invalidates: [[direction === "out" ? "webhooks" : "incomingWebhooks"]],
    failed: t`Failed to add the webhook`,
    onDone: onMade,
  });
}

async function createOutgoing(webhook: Parameters<typeof webhooks.create.call>[0]): Promise<Made> {
  const { secret } = await webhooks.create.call(webhook);
  return [{ label: t`Signing secret for outgoing requests`, text: secret }];
}

async function createIncoming(webhook: Parameters<typeof incomingWebhooks.create.call>[0]): Promise<Made> {
  const { address, secret } = await incomingWebhooks.create.call(webhook);
  return [
    { label: t`Address`, text: address },
    ...(secret ? [{ label: t`Signing secret for incoming requests`, text: secret }] : []),
  ];
}

type FieldsProps = { draft: Draft; set(fields: Partial<Draft>): void };

const OutgoingFields = ({
  draft: { url, resources },
  set,
  fault,
}: FieldsProps & { fault: string | undefined }) => (
  <>
    <TextInput
      label={t`Address`}
      type="url"
      placeholder="https://"
      value={url}
      error={fault}
      required
      onChange={(event) => set({ url: event.currentTarget.value })}
    />
    <FieldGroup legend={t`Send changes of`}>
      <Grid columns="8.25rem" gap={10}>
        {HOOK_RESOURCES.map((kind) => (
          <Checkbox
            key={kind}
            label={<span className={styles.kind}>{HOOK_RESOURCE_LABELS[kind]}</span>}
            checked={resources.includes(kind)}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              set({ resources: isOn ? [...resources, kind] : resources.filter((each) => each !== kind) });
            }}
          />
        ))}
      </Grid>
    </FieldGroup>
  </>
);

const IncomingFields = ({ draft: { creates, isSigned }, set }: FieldsProps) => (
  <>
    <SegmentedControl<Draft["creates"]>
      label={t`Creates`}
      value={creates}
      onChange={(next) => set({ creates: next })}
      options={[
        { value: "task", label: t`A task` },
        { value: "notice", label: t`A notice` },
      ]}
    />
    <Switch
      label={t`Require signatures`}
      description={t`Creates a secret that the other program signs requests with (Standard Webhooks)`}
      isOn={isSigned}
      onChange={(isOn) => set({ isSigned: isOn })}
    />
  </>
);

const MadeDialog = ({ name, made, onClose }: { name: string; made: Made; onClose(): void }) => (
  <Dialog
    isOpen
    onClose={onClose}
    title={t`${name} was added`}
    description={t`Copy it now. It is shown only once.`}
    footer={<Button onClick={onClose}>{term("Done", "button that closes the dialog")}</Button>}
  >
    <Stack>
      {made.map(({ label, text }) => (
        <Row key={label} margin="6px 0 0">
          <TextInput label={label} value={text} readOnly className={dialogs.field} />
          <CopyButton label={t`Copy`} text={text} data-autofocus />
        </Row>
      ))}
    </Stack>
  </Dialog>
);
