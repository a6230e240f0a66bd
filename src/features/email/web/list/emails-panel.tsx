import { MailOpen, PenLine, SearchX } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { ListEnd, LoadedList } from "#ui/lists/loaded-list.tsx";
import { PageNotice } from "#ui/page-notice.tsx";
import { wordsOf } from "../../search/parse-mail-query.ts";
import { type EmailFilter, type EmailPageParams, filterOf, isFiltered } from "../email-page-params.ts";
import { composeNew } from "../open-dialog.ts";
import { SearchedWords } from "../reading/highlighted.tsx";
import { emailRecords } from "../records.ts";
import { emailSource } from "./email-source.ts";
import { EmailToolbar } from "./email-toolbar.tsx";
import { reportReadFailure } from "./report-read-failure.ts";
import { useSelection, useSelectionWithin } from "./selection.ts";

/** The described cards come after the page, as in other areas. */
const EmailList = laterPart(
  async () => (await import("./email-list.tsx")).EmailList,
  <SkeletonCards count={4} least="100%" label={t`Loading emails`} />,
);
const BulkBar = laterPart(async () => (await import("./bulk-bar.tsx")).BulkBar);

type EmailsPanelProps = {
  address: EmailPageParams;
  unread: number | undefined;
  change(parts: Partial<EmailPageParams>, options?: { replace?: boolean }): void;
};

export function EmailsPanel({ address, unread, change }: EmailsPanelProps) {
  const filter = filterOf(address);
  const { key, source } = emailSource(filter);
  const { ids } = useRecordList(emailRecords, key, source);
  useSelectionWithin(ids);
  const ticked = useSelection();
  useFetchAfterPage(EmailList, BulkBar);
  return (
    <Stack gap={12}>
      <EmailToolbar filter={filter} unread={unread} ids={ids} change={change} />
      <PageNotice place="list" />
      {ticked.length > 0 && <BulkBar ids={ids} ticked={ticked} />}
      <Emails
        filter={filter}
        onClear={() => change({ view: undefined, status: undefined, search: undefined })}
      />
    </Stack>
  );
}

type EmailsProps = { filter: EmailFilter; onClear(): void };

/** Loading, failed, empty or loaded. */
function Emails({ filter, onClear }: EmailsProps) {
  const { key, source } = emailSource(filter);
  const list = useRecordList(emailRecords, key, source);
  const loading = (
    <Stack gap={12}>
      <Text tone="soft" className="after-a-moment">
        {t`Loading emails...`}
      </Text>
      <SkeletonCards count={4} least="100%" label={t`Emails are on their way`} />
    </Stack>
  );
  return (
    <LoadedList
      list={list}
      failure={t`Failed to fetch emails`}
      onFailure={reportReadFailure}
      loading={loading}
      empty={isFiltered(filter) ? <NoneFound onClear={onClear} /> : <NoneYet />}
    >
      <SearchedWords value={wordsOf(filter.search ?? "")}>
        <EmailList key={key} list={list} />
      </SearchedWords>
      <ListEnd list={list} noun="emails" />
    </LoadedList>
  );
}

const NoneYet = () => (
  <EmptyState
    icon={MailOpen}
    title={t`No emails found`}
    message={t`Your mail appears here. Press C to write the first one.`}
    action={
      <Button variant="default" leftSection={<PenLine size={16} aria-hidden />} onClick={() => composeNew()}>
        {t`Compose Email`}
      </Button>
    }
  />
);

const NoneFound = ({ onClear }: { onClear(): void }) => (
  <EmptyState
    icon={SearchX}
    title={t`No emails found`}
    message={t`There may be emails, but none that pass this search and these filters.`}
    action={
      <Button variant="default" onClick={onClear}>
        {t`Show all emails`}
      </Button>
    }
  />
);
