import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, MessageSquare, User, Users, Vote } from "lucide-react";
import { useState } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/overlays/toast.ts";
import type { DocumentOnWire } from "../../model.ts";
import { documents, type Sharing } from "../api.ts";
import { reportFailure } from "../document-mutations.ts";
import { documentRecords } from "../records.ts";
import { showDialog } from "../viewer/open-document.ts";
import { LinkVisits } from "./link-visits.tsx";
import styles from "./share-dialog.module.css";

/** Who may read the document: people, workspaces, and whoever has a link. */
export function ShareDialog({ id }: { id: string }) {
  const document = useRecord(documentRecords, id);
  return document ? <OpenSharing document={document} /> : null;
}

function OpenSharing({ document }: { document: DocumentOnWire }) {
  const { id, title } = document;
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(documents.sharing.query({ id }));
  const close = () => showDialog(null);
  /** Does it, then reads again who may read. */
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
        {data ? (
          <>
            <Readers id={id} shares={data.shares} act={act} />
            <Links id={id} links={data.links} act={act} />
          </>
        ) : error ? (
          <ErrorState
            title="The people with access could not be loaded"
            message={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows count={3} label="Loading who may read it" />
        )}
      </Stack>
    </Dialog>
  );
}

type Act = (failure: string, change: () => Promise<unknown>) => Promise<boolean>;

/** Somebody the person works with, one of their workspaces, or anyone here by the exact address. */
function AddReader({ id, act }: { id: string; act: Act }) {
  const { data } = useQuery(documents.shareCandidates.query({}));
  const [chosen, setChosen] = useState("");
  const [email, setEmail] = useState("");
  const byAddress = chosen === "";
  const share = async () => {
    const [kind, target = ""] = chosen.split(" ");
    const recipient = byAddress
      ? { email: email.trim() }
      : kind === "person"
        ? { personId: target }
        : { workspaceId: target };
    if (byAddress && email.trim() === "") return void toast.failure("Type the address of the person");
    const isDone = await act("Failed to share document", () => documents.share.call({ id, with: recipient }));
    if (!isDone) return;
    toast.success("Document shared");
    setChosen("");
    setEmail("");
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
        data={[
          { value: "", label: "By e-mail address" },
          ...(data && data.people.length > 0
            ? [
                {
                  group: "Colleagues",
                  items: data.people.map((person) => ({
                    value: `person ${person.id}`,
                    label: person.name || (person.email ?? ""),
                  })),
                },
              ]
            : []),
          ...(data && data.workspaces.length > 0
            ? [
                {
                  group: "Workspaces",
                  items: data.workspaces.map((each) => ({ value: `workspace ${each.id}`, label: each.name })),
                },
              ]
            : []),
        ]}
      />
      {byAddress && (
        <TextInput
          label="E-mail address"
          type="email"
          value={email}
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

function accessOf({ workspaceId, conversationId, decisionId, isWaiting, email }: Share): string | null {
  if (conversationId) return "Everybody in this conversation";
  if (decisionId) return "Everybody who can see this decision";
  if (workspaceId) return "Everybody in this workspace";
  return isWaiting ? WAITING : email;
}

const DAYS = [
  { value: "1", label: "in a day" },
  { value: "7", label: "in a week" },
  { value: "30", label: "in 30 days" },
  { value: "", label: "never" },
];
const DAY_MS = 86_400_000;

function Links({ id, links, act }: { id: string; links: Sharing["links"]; act: Act }) {
  const [days, setDays] = useState("7");
  const [password, setPassword] = useState("");
  const [made, setMade] = useState<string>();
  const create = () =>
    act("Failed to create the link", async () => {
      const expiresAt = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const { path } = await documents.createLink.call({ id, expiresAt, password: password || null });
      setPassword("");
      setMade(window.location.origin + path);
    });
  return (
    <Stack as="section" gap={14} className={styles.links} aria-labelledby="links">
      <Text as="h3" size="list" weight="strong" id="links" className={styles.heading}>
        Links for anyone, without signing in
      </Text>
      <div className={styles.add}>
        <NativeSelect
          label="Expires"
          value={days}
          data={DAYS}
          onChange={({ target }) => setDays(target.value)}
        />
        <TextInput
          label="Password (optional)"
          value={password}
          minLength={4}
          maxLength={128}
          autoComplete="off"
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button variant="default" className={styles.submit} onClick={() => void create()}>
          Create link
        </Button>
      </div>
      {made && (
        <div className={styles.made}>
          <TextInput
            label="Copy it now: it is shown only once"
            value={made}
            readOnly
            onFocus={({ target }) => target.select()}
          />
          <CopyButton label="Copy" text={made} />
        </div>
      )}
      {links.length > 0 && (
        <ul className={styles.rows}>
          {links.map((link) => (
            <Row as="li" gap={12} pad="10px 12px" key={link.id} lined className={styles.row}>
              <Link2 size={16} strokeWidth={1.75} aria-hidden />
              <Stack as="span" gap={0} grow>
                <Text as="span" size="list" weight="medium" overflow="dots">
                  {link.expiresAt ? `Until ${formatDate(link.expiresAt)}` : "Does not expire"}
                  {link.hasPassword && " · with a password"}
                </Text>
                <Text as="span" tone="faint" size="label" overflow="break">
                  Created {formatDate(link.createdAt)} · {plural(link.viewCount, "view")} ·{" "}
                  {plural(link.downloadCount, "download")}
                </Text>
                <LinkVisits id={id} link={link} />
              </Stack>
              <Button
                variant="default"
                size="xs"
                aria-label={`Revoke the link created ${formatDate(link.createdAt)}`}
                onClick={() =>
                  void act("Failed to revoke the link", async () => {
                    await documents.revokeLink.call({ id, linkId: link.id });
                    setMade(undefined);
                  })
                }
              >
                Revoke
              </Button>
            </Row>
          ))}
        </ul>
      )}
    </Stack>
  );
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
