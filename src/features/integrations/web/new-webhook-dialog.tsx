import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
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
import { toast } from "#ui/overlays/toast.ts";
import { HOOK_RESOURCES, type HookResource } from "../model.ts";
import { incomingWebhooks, webhooks } from "./api.ts";
import dialogs from "./dialogs.module.css";
import styles from "./webhooks-section.module.css";

type NewWebhookDialogProps = { direction: "out" | "in"; onClose(): void };
type Made = { label: string; text: string }[];

/** The created address or secret is shown only once: it works like a password. */
export function NewWebhookDialog({ direction, onClose }: NewWebhookDialogProps) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [resources, setResources] = useState<readonly HookResource[]>(["tasks"]);
  const [makes, setMakes] = useState<"task" | "notice">("task");
  const [isSigned, setSigned] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (): Promise<Made> => {
      if (direction === "out") {
        const { secret } = await webhooks.create.call({ name, url, resources: [...resources] });
        return [{ label: "Signing secret for outgoing requests", text: secret }];
      }
      const { address, secret } = await incomingWebhooks.create.call({ name, makes, isSigned });
      return [
        { label: "Address", text: address },
        ...(secret ? [{ label: "Signing secret for incoming requests", text: secret }] : []),
      ];
    },
    onSuccess: setMade,
    onError: (error) => toast.failure("Failed to add the webhook", error.message),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: [direction === "out" ? "webhooks" : "incomingWebhooks"] }),
  });
  if (made)
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={`${name} was added`}
        description="Copy it now. It is shown only once."
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Stack>
          {made.map(({ label, text }) => (
            <Row key={label} margin="6px 0 0">
              <TextInput label={label} value={text} readOnly className={dialogs.field} />
              <CopyButton label="Copy" text={text} data-autofocus />
            </Row>
          ))}
        </Stack>
      </Dialog>
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={direction === "out" ? "Add an outgoing webhook" : "Add an incoming webhook"}
      onSubmit={() => mutate()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" isBusy={isPending}>
            {isPending ? "Adding..." : "Add"}
          </BusyButton>
        </>
      }
    >
      <Stack>
        <TextInput
          label="Name"
          value={name}
          maxLength={200}
          required
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {direction === "out" ? (
          <>
            <TextInput
              label="Address"
              type="url"
              placeholder="https://"
              value={url}
              required
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
            <FieldGroup legend="Send changes of">
              <Grid columns="132px" gap={10}>
                {HOOK_RESOURCES.map((kind) => (
                  <Checkbox
                    key={kind}
                    label={<span className={styles.kind}>{kind}</span>}
                    checked={resources.includes(kind)}
                    onChange={(event) => {
                      const isOn = event.currentTarget.checked;
                      setResources((all) => (isOn ? [...all, kind] : all.filter((each) => each !== kind)));
                    }}
                  />
                ))}
              </Grid>
            </FieldGroup>
          </>
        ) : (
          <>
            <SegmentedControl<"task" | "notice">
              label="Creates"
              value={makes}
              onChange={setMakes}
              options={[
                { value: "task", label: "A task" },
                { value: "notice", label: "A notice" },
              ]}
            />
            <Switch
              label="Require signatures"
              description="Creates a secret that the other program signs requests with (Standard Webhooks)"
              isOn={isSigned}
              onChange={setSigned}
            />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
