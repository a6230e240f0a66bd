import { Link2 } from "lucide-react";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { CopyButton } from "#ui/inputs/copy-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { documents, type Sharing } from "../api.ts";
import { LinkVisits } from "./link-visits.tsx";
import styles from "./share-dialog.module.css";
import type { Act } from "./use-sharing.ts";

const DAYS = [
  { value: "1", label: t`in a day` },
  { value: "7", label: t`in a week` },
  { value: "30", label: t`in 30 days` },
  { value: "", label: t`never` },
];
const DAY_MS = 86_400_000;

/** Links for anyone: creates new ones and lists the existing ones. */
export function ShareLinks({ id, links, act }: { id: string; links: Sharing["links"]; act: Act }) {
  const [days, setDays] = useState("7");
  const [password, setPassword] = useState("");
  const [made, setMade] = useState<string>();
  const create = () =>
    act(t`Failed to create the link`, async () => {
      const expiresAt = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const { path } = await documents.createLink.call({ id, expiresAt, password: password || null });
      setPassword("");
      setMade(window.location.origin + path);
    });
  return (
    <Stack as="section" gap={14} line="above" pad="16px 0 0" aria-labelledby="links">
      <Text as="h3" size="list" weight="strong" id="links" margin="0 0 -6px">
        {t`Links for anyone, without signing in`}
      </Text>
      <div className={styles.add}>
        <NativeSelect
          label={t`Expires`}
          value={days}
          data={DAYS}
          onChange={({ target }) => setDays(target.value)}
        />
        <TextInput
          label={t`Password (optional)`}
          value={password}
          minLength={4}
          maxLength={128}
          autoComplete="off"
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button variant="default" className={styles.submit} onClick={() => void create()}>
          {t`Create link`}
        </Button>
      </div>
      {made && <NewLink address={made} />}
      <LinkList id={id} links={links} act={act} onRevoked={() => setMade(undefined)} />
    </Stack>
  );
}

type LinkListProps = { id: string; links: Sharing["links"]; act: Act; onRevoked?(): void };

/** The links of a document, each with its visits. */
export function LinkList({ id, links, act, onRevoked }: LinkListProps) {
  if (links.length === 0) return null;
  const revoke = (linkId: string) =>
    act(t`Failed to revoke the link`, async () => {
      await documents.revokeLink.call({ id, linkId });
      onRevoked?.();
    });
  return (
    <ul className={styles.rows}>
      {links.map((link) => (
        <LinkRow key={link.id} id={id} link={link} onRevoke={() => void revoke(link.id)} />
      ))}
    </ul>
  );
}

const NewLink = ({ address }: { address: string }) => (
  <Row gap={10} wrap align="end" className={styles.made}>
    <TextInput
      label={t`Copy it now: it is shown only once`}
      value={address}
      readOnly
      onFocus={({ target }) => target.select()}
    />
    <CopyButton key={address} label={t`Copy`} text={address} isImmediate />
  </Row>
);

type LinkRowProps = { id: string; link: Sharing["links"][number]; onRevoke(): void };

const LinkRow = ({ id, link, onRevoke }: LinkRowProps) => (
  <Row as="li" gap={12} pad="10px 12px" lined className={styles.row}>
    <Link2 size={16} strokeWidth={1.75} aria-hidden />
    <Stack as="span" gap={0} grow>
      <Text as="span" size="list" weight="medium" overflow="dots">
        {link.expiresAt ? t`Until ${formatDate(link.expiresAt)}` : t`Does not expire`}
        {link.hasPassword && ` · ${t`with a password`}`}
      </Text>
      <Text as="span" tone="faint" size="label" overflow="break">
        {factsOf(link).join(" · ")}
      </Text>
      <LinkVisits id={id} link={link} />
    </Stack>
    <Button
      variant="default"
      size="xs"
      aria-label={t`Revoke the link created ${formatDate(link.createdAt)}`}
      onClick={onRevoke}
    >
      {t`Revoke`}
    </Button>
  </Row>
);

const factsOf = ({ createdAt, viewCount, downloadCount }: Sharing["links"][number]) => [
  t`Created ${formatDate(createdAt)}`,
  plural(viewCount, { one: `${viewCount} view`, other: `${viewCount} views` }),
  plural(downloadCount, { one: `${downloadCount} download`, other: `${downloadCount} downloads` }),
];
