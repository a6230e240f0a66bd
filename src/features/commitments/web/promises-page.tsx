import { useQuery } from "@tanstack/react-query";
import { Brain, Plus } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { PageButton } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import type { CommitmentOnWire, OwedBy } from "../commitment-model.ts";
import { commitments } from "./api.ts";
import { usePromisesAddress } from "./promises-address.ts";
import { useLearned } from "./use-learned.ts";

const PromiseList = laterPart(
  async () => (await import("./list/promise-list.tsx")).PromiseList,
  <SkeletonRows count={6} height={56} label={t`Loading promises`} />,
);
const PromiseDialog = laterDialog(async () => (await import("./promise-dialog.tsx")).PromiseDialog);
const LearnedDialog = laterDialog(async () => (await import("./learned-dialog.tsx")).LearnedDialog);

/** What the person owes and what others owe them, found in mail and chats or written down. */
export function PromisesPage() {
  const { address, change } = usePromisesAddress();
  const { party, create } = address;
  const owedBy: OwedBy = address.tab ?? "me";
  const [edited, setEdited] = useState<CommitmentOnWire>();
  const openNew = () => change({ create: "promise" });
  useShortcut("w", t`Write down a promise`, t`Promises`, openNew);
  const close = () => {
    setEdited(undefined);
    if (create) change({ create: undefined });
  };
  const shown = { owedBy, party, onEdit: setEdited, onAll: () => change({ party: undefined }) };
  useFetchAfterPage(PromiseDialog);
  return (
    <Page
      title={t`Promises`}
      subtitle={t`What you owe others, and what you wait for`}
      isCompact
      actions={<Learned />}
      primaryAction={<PageButton label={t`Write down a promise`} icon={Plus} onClick={openNew} />}
      tabs={
        <Sides
          isCounted={!party}
          owedBy={owedBy}
          onChange={(tab) => change({ tab: tab === "them" ? tab : undefined })}
        />
      }
    >
      <TabPanel id="promises" value={owedBy} isActive>
        <PromiseList key={owedBy} {...shown} onCreate={openNew} />
      </TabPanel>
      {(edited || create) && <PromiseDialog promise={edited} owedBy={owedBy} party={party} onClose={close} />}
    </Page>
  );
}

type SidesProps = { isCounted: boolean; owedBy: OwedBy; onChange(side: OwedBy): void };

function Sides({ isCounted, owedBy, onChange }: SidesProps) {
  const { data } = useQuery(commitments.counts.query({}));
  const countOf = (side: OwedBy) =>
    data && isCounted ? { count: data[side].open + data[side].proposed } : {};
  return (
    <TabList
      id="promises"
      label={t`Promises`}
      value={owedBy}
      onChange={onChange}
      tabs={[
        { value: "me", label: t`I owe`, ...countOf("me") },
        { value: "them", label: t`I wait for`, ...countOf("them") },
      ]}
    />
  );
}

/** Only where something was learned. */
function Learned() {
  const { data } = useLearned();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !data?.items.length) return null;
  return (
    <>
      <PageButton
        variant="default"
        label={t`Learned from refusals`}
        icon={Brain}
        onClick={() => setOpen(true)}
      />
      {isOpen && <LearnedDialog onClose={() => setOpen(false)} />}
    </>
  );
}
