import { useQuery } from "@tanstack/react-query";
import { Archive, Download, ShieldCheck, Trash2, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { formatNumber } from "#platform/numbers/format-number.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { type Column, DataTable } from "#ui/display/data-table.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { Button, LinkButton } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { FAILED_TO_LOAD } from "../accounts/counters.tsx";
import { backups } from "../api.ts";
import { useAdminWrite } from "../use-admin-write.ts";
import { BackupSchedule } from "./backup-schedule.tsx";
import { formatBytes } from "./format-bytes.ts";
import styles from "./operations.module.css";

type Listed = Awaited<ReturnType<typeof backups.list.call>>;
type Backup = Listed["items"][number];

export function BackupsPanel() {
  /** Id of each backup that is being verified → its `verifiedAt` before. */
  const [asked, setAsked] = useState<ReadonlyMap<string, string | null>>(new Map());
  const isProving = ({ id, verifiedAt }: Backup) => asked.has(id) && asked.get(id) === verifiedAt;
  const list = useQuery({
    ...backups.list.query({}),
    refetchInterval: ({ state }) =>
      state.data?.items.some((backup) => isUnderWay(backup) || isProving(backup)) && 2000,
    meta: { failure: FAILED_TO_LOAD },
  });
  const create = useAdminWrite(backups.create, {
    resource: "backups",
    failure: t`The backup was not started`,
    success: t`A backup is being made`,
  });
  return (
    <Stack>
      <QueryContent query={list} failure={FAILED_TO_LOAD} rows={6}>
        {(data) => (
          <>
            {data.bucket !== null && !data.schedule.includesBucket && <BucketWarning bucket={data.bucket} />}
            <BackupSchedule stored={data.schedule} bucket={data.bucket} encryption={encryptionOf(data)} />
            <Row gap={12} align="end" wrap>
              <Button
                leftSection={<Archive size={16} strokeWidth={1.75} aria-hidden />}
                loading={create.isPending}
                onClick={() => create.mutate({})}
              >
                {t`Make a backup now`}
              </Button>
            </Row>
            {data.items.length === 0 ? (
              <EmptyState icon={Archive} title={t`No backup has been made yet`} />
            ) : (
              <Backups
                items={data.items}
                isProving={isProving}
                onProve={({ id, verifiedAt }) => setAsked(new Map([...asked, [id, verifiedAt]]))}
              />
            )}
            <Text tone="soft" size="list">
              {t`Archives are stored on this machine: download one regularly. They never contain the master keys.`}
            </Text>
          </>
        )}
      </QueryContent>
    </Stack>
  );
}

const BucketWarning = ({ bucket }: { bucket: string }) => (
  <Row
    as="p"
    align="stretch"
    pad="10px 14px"
    size="list"
    tone="warn"
    surface="warn"
    maxWidth="46rem"
    className={styles.warning}
    role="note"
  >
    <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
    <span>
      {t`Backups hold the database and what was stored on the disk before, and not the files in the bucket '${bucket}'. Let the service of the bucket keep versions or copies of them.`}
    </span>
  </Row>
);

const isUnderWay = ({ state }: Backup) => state === "waiting" || state === "running";

type BackupsProps = {
  items: readonly Backup[];
  isProving(backup: Backup): boolean;
  onProve(backup: Backup): void;
};

function Backups({ items, isProving, onProve }: BackupsProps) {
  const [deleting, setDeleting] = useState<Backup>();
  const prove = useAdminWrite(backups.verify, {
    resource: "backups",
    failure: t`The backup was not verified`,
    success: t`The backup is being restored into a scratch database`,
  });
  const columns: Column<Backup>[] = [
    { label: term("Made", "when a backup was made"), isName: true, cell: ({ createdAt }) => at(createdAt) },
    { label: t`Size`, isTight: true, cell: ({ size }) => (size === null ? "–" : formatBytes(size)) },
    { label: t`State`, cell: (backup) => <State backup={backup} /> },
    { label: t`Verified`, cell: (backup) => <Proof backup={backup} isProving={isProving(backup)} /> },
    {
      label: t`Actions`,
      isEnd: true,
      cell: (backup) => (
        <Actions
          backup={backup}
          isProving={isProving(backup)}
          onProve={() => prove.mutate({ id: backup.id }, { onSuccess: () => onProve(backup) })}
          onDelete={() => setDeleting(backup)}
        />
      ),
    },
  ];
  return (
    <>
      <Text as="div" surface="card" overflow="hidden">
        <DataTable label={t`Backups`} columns={columns} rows={items} />
      </Text>
      {deleting && <DeleteDialog backup={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

type ActionsProps = { backup: Backup; isProving: boolean; onProve(): void; onDelete(): void };

const Actions = ({ backup, isProving, onProve, onDelete }: ActionsProps) => (
  <Row as="span" gap={6} display="inline-flex" wrap align="stretch" justify="end">
    {backup.state === "ready" && (
      <>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<ShieldCheck size={14} aria-hidden />}
          disabled={isProving}
          onClick={onProve}
        >
          {t`Verify`}
        </Button>
        <LinkButton
          variant="default"
          size="compact-md"
          href={`/files/admin/backups/${backup.id}`}
          download
          aria-label={t`Download`}
          title={t`Download`}
        >
          <Download size={14} aria-hidden />
        </LinkButton>
      </>
    )}
    <Button
      variant="default"
      size="compact-md"
      aria-label={t`Delete the backup of ${at(backup.createdAt)}`}
      onClick={onDelete}
    >
      <Trash2 size={14} aria-hidden />
    </Button>
  </Row>
);

const at = (instant: string) => `${formatDate(instant)}, ${formatTime(new Date(instant))}`;

function State({ backup: { state, origin, reason, excludedBucket } }: { backup: Backup }) {
  if (state === "failed") return <Badge tone="bad">{reason ?? t`Failed`}</Badge>;
  if (state !== "ready") return <Badge tone="info">{t`Being made`}</Badge>;
  return (
    <Row as="span" gap={6} display="inline-flex" wrap align="stretch">
      <Badge>{origin === "schedule" ? t`By schedule` : t`On request`}</Badge>
      {excludedBucket && <Badge tone="warn">{t`Without '${excludedBucket}'`}</Badge>}
    </Row>
  );
}

type ProofProps = { backup: Backup; isProving: boolean };

function Proof({ backup: { verification, verifiedAt }, isProving }: ProofProps) {
  if (isProving) return t`Being restored…`;
  if (!verification || !verifiedAt) return t`Not yet`;
  if (!verification.isValid) return <Badge tone="bad">{verification.problem}</Badge>;
  return t`${formatDate(verifiedAt)}: ${formatNumber(verification.rows)} rows and ${formatNumber(verification.files)} files restored in ${verification.seconds} s`;
}

function DeleteDialog({ backup, onClose }: { backup: Backup; onClose(): void }) {
  const remove = useAdminWrite(backups.delete, {
    resource: "backups",
    failure: t`The backup was not deleted`,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Delete backup`}
      size="small"
      onSubmit={() => remove.mutate({ id: backup.id }, { onSuccess: onClose })}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            {t`Delete`}
          </Button>
        </>
      }
    >
      <p>{t`The backup of ${at(backup.createdAt)} is deleted permanently.`}</p>
    </Dialog>
  );
}

/** How backups are encrypted at present, in words. */
function encryptionOf({ schedule, hasPassphrase, hasIdentities }: Listed): string {
  if (schedule.recipients.length > 0)
    return hasIdentities
      ? t`Backups are encrypted for these keys, and can be verified here with BACKUP_IDENTITY_FILE.`
      : t`Backups are encrypted for these keys. To verify them here, set BACKUP_IDENTITY_FILE.`;
  return hasPassphrase
    ? t`Backups are encrypted with BACKUP_PASSPHRASE. Keys set here take its place.`
    : t`Backups are not encrypted. Enter public keys of age, one per line, or set BACKUP_PASSPHRASE.`;
}
