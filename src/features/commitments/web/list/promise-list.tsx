import { Handshake, X } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { LoadedList } from "#ui/lists/loaded-list.tsx";
import { useNow } from "#ui/use-now.ts";
import type { CommitmentOnWire, OwedBy } from "../../commitment-model.ts";
import { activeOf, commitmentRecords, nameOfParty } from "../records.ts";
import { ClosedPromises } from "./closed-promises.tsx";
import { type DueGroup, GROUP_LABELS, groupByDue } from "./group-by-due.ts";
import { PromiseMenu } from "./promise-menu.tsx";
import { PromiseRow } from "./promise-row.tsx";
import { Proposals } from "./proposals.tsx";
import { focusBeyond, usePromiseKeys } from "./use-promise-keys.ts";

const EMPTY: Record<OwedBy, { title: string; message: string }> = {
  me: {
    title: t`You owe nobody anything`,
    message: t`What you promise in mail and chats, and what others ask of you, appears here.`,
  },
  them: {
    title: t`You wait for nothing`,
    message: t`What others promise you in mail and chats appears here.`,
  },
};

type PromiseListProps = {
  owedBy: OwedBy;
  party: string | undefined;
  onEdit(promise: CommitmentOnWire): void;
  onCreate(): void;
  /** Ends the filter by `party`. */
  onAll(): void;
};

/** The promises of one side, and below them what is closed. */
export const PromiseList = (props: PromiseListProps) => (
  <>
    <OpenPromises {...props} />
    <ClosedPromises {...props} />
  </>
);

/** What is still to be done: what was only proposed on top, then by due time. */
function OpenPromises({ owedBy, party, onEdit, onCreate, onAll }: PromiseListProps) {
  const { key, source } = activeOf({ owedBy, party });
  const list = useRecordList(commitmentRecords, key, source);
  const promises = useRecords(commitmentRecords, list.ids);
  const now = new Date(useNow(60_000));
  usePromiseKeys();
  const open = promises.filter(({ state }) => state === "open");
  const name = party && nameOfParty(party);
  return (
    <>
      {name && <PartyLine name={name} onAll={onAll} />}
      <LoadedList
        list={list}
        failure={t`The promises could not be loaded`}
        loading={<SkeletonRows count={6} height={56} label={t`Loading promises`} />}
        empty={<NoPromises name={name} owedBy={owedBy} onCreate={onCreate} />}
      >
        <Stack gap={24}>
          <Proposals
            ids={idsOf(promises.filter(({ state }) => state === "proposed"))}
            now={now}
            onEdit={onEdit}
          />
          {groupByDue(open, now).map(({ group, promises: due }) => (
            <Group key={group} group={group} ids={idsOf(due)} now={now} onEdit={onEdit} />
          ))}
          {list.hasMore && (
            <Button variant="default" onClick={() => void list.more()}>
              {t`Show more promises`}
            </Button>
          )}
        </Stack>
      </LoadedList>
    </>
  );
}

type NoPromisesProps = Pick<PromiseListProps, "owedBy" | "onCreate"> & { name: string | undefined };

const NoPromises = ({ name, owedBy, onCreate }: NoPromisesProps) => (
  <EmptyState
    icon={Handshake}
    {...EMPTY[owedBy]}
    {...(name && { title: t`Nothing is open with ${name}` })}
    action={
      <Button variant="default" onClick={onCreate}>
        {t`Write down a promise`}
      </Button>
    }
  />
);

const PartyLine = ({ name, onAll }: { name: string; onAll(): void }) => (
  <Row gap={8} margin="0 0 16px">
    <Text as="span" tone="soft" size="list" overflow="dots">
      {t`Only with ${name}`}
    </Text>
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<X size={14} strokeWidth={1.75} aria-hidden />}
      onClick={onAll}
    >
      {t`Show all`}
    </Button>
  </Row>
);

type GroupProps = { group: DueGroup; ids: readonly string[]; now: Date; onEdit: PromiseListProps["onEdit"] };

const Group = ({ group, ids, now, onEdit }: GroupProps) => (
  <Stack as="section" gap={8} aria-labelledby={`due-${group}`}>
    <Text as="h2" id={`due-${group}`} size="list" weight="strong" tone={group === "late" ? "bad" : "soft"}>
      {GROUP_LABELS[group]}{" "}
      <Text as="span" tone="faint" weight="regular" isTabular>
        {ids.length}
      </Text>
    </Text>
    <Box as="ul" surface="card" pad="0 12px">
      {ids.map((id) => (
        <PromiseRow
          key={id}
          id={id}
          now={now}
          onEdit={onEdit}
          actions={(promise) => (
            <PromiseMenu promise={promise} onEdit={onEdit} onLeave={() => focusBeyond(id)} />
          )}
        />
      ))}
    </Box>
  </Stack>
);

const idsOf = (promises: readonly CommitmentOnWire[]) => promises.map(({ id }) => id);
