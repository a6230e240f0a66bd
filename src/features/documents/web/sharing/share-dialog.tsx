import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { DocumentOnWire } from "../../model.ts";
import { documents } from "../api.ts";
import { showDialog } from "../open-dialog.ts";
import { documentRecords } from "../records.ts";
import { Readers } from "./readers.tsx";
import styles from "./share-dialog.module.css";
import { ShareLinks } from "./share-links.tsx";
import { type Act, useSharing } from "./use-sharing.ts";

/** Who may read the document: people, workspaces, and whoever has a link. */
export function ShareDialog({ id }: { id: string }) {
  const document = useRecord(documentRecords, id);
  return document ? <OpenSharing document={document} /> : null;
}

function OpenSharing({ document }: { document: DocumentOnWire }) {
  const { id, title } = document;
  const { sharing, act } = useSharing(id);
  const close = () => showDialog(null);
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t`Share Document`}
      description={title}
      footer={
        <Button variant="default" onClick={close}>
          {term("Done", "button that closes the dialog")}
        </Button>
      }
    >
      <Stack>
        <AddReader id={id} act={act} />
        <QueryContent
          query={sharing}
          failure={t`The people with access could not be loaded`}
          loading={t`Loading who may read it`}
        >
          {({ shares, links }) => (
            <>
              {shares.length === 0 && (
                <Text tone="soft" size="list">
                  {t`Only you can read it, and whoever has a link below.`}
                </Text>
              )}
              <Readers id={id} shares={shares} act={act} />
              <ShareLinks id={id} links={links} act={act} />
            </>
          )}
        </QueryContent>
      </Stack>
    </Dialog>
  );
}

/** Adds a colleague, one of the person's workspaces, or any account by its exact address. */
function AddReader({ id, act }: { id: string; act: Act }) {
  const { data } = useQuery(documents.shareCandidates.query({}));
  const [chosen, setChosen] = useState("");
  const [email, setEmail] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const byAddress = chosen === "";
  const isMissing = byAddress && email.trim() === "";
  const share = async () => {
    const [kind, target = ""] = chosen.split(" ");
    const recipient = byAddress
      ? { email: email.trim() }
      : kind === "person"
        ? { personId: target }
        : { workspaceId: target };
    setSubmitted(true);
    if (isMissing) return;
    const isDone = await act(t`Failed to share document`, () =>
      documents.share.call({ id, with: recipient }),
    );
    if (!isDone) return;
    toast.success(t`Document shared`);
    setChosen("");
    setEmail("");
    setSubmitted(false);
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        void share();
      }}
    >
      <NativeSelect
        label={t`Share with`}
        data-autofocus
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        data={candidatesFrom(data)}
      />
      {byAddress && (
        <TextInput
          label={t`E-mail address`}
          type="email"
          value={email}
          error={isSubmitted && isMissing && t`Type the address of the person`}
          maxLength={320}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <Button type="submit" className={styles.submit}>
        {term("Share", "verb: share a document")}
      </Button>
    </form>
  );
}

type Candidates = Awaited<ReturnType<typeof documents.shareCandidates.call>>;

function candidatesFrom(data: Candidates | undefined) {
  const people = (data?.people ?? []).map((person) => ({
    value: `person ${person.id}`,
    label: person.name || (person.email ?? ""),
  }));
  const workspaces = (data?.workspaces ?? []).map((each) => ({
    value: `workspace ${each.id}`,
    label: each.name,
  }));
  return [
    { value: "", label: t`By e-mail address` },
    ...(people.length > 0 ? [{ group: t`Colleagues`, items: people }] : []),
    ...(workspaces.length > 0 ? [{ group: t`Workspaces`, items: workspaces }] : []),
  ];
}
