import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquare, User, Users, Vote } from "lucide-react";
import { useState } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { DocumentOnWire } from "../../model.ts";
import { documents, type Sharing } from "../api.ts";
import { reportFailure } from "../document-mutations.ts";
import { documentRecords } from "../records.ts";
import { showDialog } from "../viewer/open-document.ts";
import styles from "./share-dialog.module.css";
import { type Act, ShareLinks } from "./share-links.tsx";

/** Who may read the document: people, workspaces, and whoever has a link. */
export function ShareDialog({ id }: { id: string }) {
  const document = useRecord(documentRecords, id);
  return document ? <OpenSharing document={document} /> : null;
}

function OpenSharing({ document }: { document: DocumentOnWire }) {
  const { id, title } = document;
  const queries = useQueryClient();
  const sharing = useQuery(documents.sharing.query({ id }));
  const close = () => showDialog(null);
  /** Runs the change, then refetches the readers. */
  const act = async (failure: string, change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change();
      return true;
    } catch (failed) {
      reportFailure(failure, failed);
      return false;
    } finally {
      await Promise.all([
        queries.invalidateQueries({ queryKey: documents.sharing.query({ id }).queryKey }),
        documentRecords.fetch(id),
      ]);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Share Document"
      description={title}
      footer={<Button onClick={close}>Done</Button>}
    >
      <Stack>
        <AddReader id={id} act={act} />
        <QueryContent
          query={sharing}
          failure="The people with access could not be loaded"
          loading="Loading who may read it"
        >
          {({ shares, links }) => (
            <>
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
    const isDone = await act("Failed to share document", () => documents.share.call({ id, with: recipient }));
    if (!isDone) return;
    toast.success("Document shared");
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
        label="Share with"
        data-autofocus
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        data={candidatesFrom(data)}
      />
      {byAddress && (
        <TextInput
          label="E-mail address"
          type="email"
          value={email}
          error={isSubmitted && isMissing && "Type the address of the person"}
          maxLength={320}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <Button type="submit" className={styles.submit}>
        Share
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
    { value: "", label: "By e-mail address" },
    ...(people.length > 0 ? [{ group: "Colleagues", items: people }] : []),
    ...(workspaces.length > 0 ? [{ group: "Workspaces", items: workspaces }] : []),
  ];
}

function Readers({ id, shares, act }: { id: string; shares: Sharing["shares"]; act: Act }) {
  if (shares.length === 0)
    return (
      <Text tone="soft" size="list">
        Only you can read it, and whoever has a link below.
      </Text>
    );
  return (
    <ul className={styles.rows} aria-label="People who may read it">
      {shares.map((share) => {
        const Icon = iconOf(share);
        return (
          <Row as="li" gap={12} pad="10px 12px" key={share.id} lined className={styles.row}>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            <Stack as="span" gap={0} grow>
              <Text as="span" size="list" weight="medium" overflow="dots" title={share.name}>
                {share.name}
              </Text>
              <Text as="span" tone="faint" size="label" overflow="break">
                {accessOf(share)}
              </Text>
            </Stack>
            <Button
              variant="default"
              size="xs"
              aria-label={`Remove ${share.name}`}
              onClick={() =>
                void act("Failed to stop sharing", () => documents.unshare.call({ id, shareId: share.id }))
              }
            >
              Remove
            </Button>
          </Row>
        );
      })}
    </ul>
  );
}

const WAITING = "Waits until this address is confirmed";

type Share = Sharing["shares"][number];

const iconOf = ({ workspaceId, conversationId, decisionId }: Share) =>
  conversationId ? MessageSquare : decisionId ? Vote : workspaceId ? Users : User;

function accessOf({ workspaceId, conversationId, decisionId, isPending, email }: Share): string | null {
  if (conversationId) return "Everybody in this conversation";
  if (decisionId) return "Everybody who can see this decision";
  if (workspaceId) return "Everybody in this workspace";
  return isPending ? WAITING : email;
}
