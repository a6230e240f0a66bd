import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { MailOpen, MousePointerClick, SearchX } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import type { ListOfRecords } from "#platform/client/use-records.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows, SkeletonText } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { LoadedList } from "#ui/lists/loaded-list.tsx";
import { recordRows } from "#ui/lists/record-rows.ts";
import { RowList } from "#ui/lists/row-list.tsx";
import { ScrollingRows } from "#ui/lists/virtual-rows.tsx";
import { PageNotice } from "#ui/page-notice.tsx";
import { useFirstTouch } from "#ui/swipe/use-first-touch.ts";
import { wordsOf } from "../../search/parse-mail-query.ts";
import {
  ELSEWHERE,
  type EmailFilter,
  type EmailPageParams,
  filterOf,
  isFiltered,
  threadFilterOf,
} from "../email-page-params.ts";
import { prepareFrame } from "../later-mail-frame.tsx";
import { SearchedWords } from "../reading/highlighted.tsx";
import { openThread, useOpenThread } from "../reading/open-thread.ts";
import { emailRecords } from "../records.ts";
import { searchesQuery } from "../search/searches-query.ts";
import { emailSource } from "./email-source.ts";
import { reportReadFailure } from "./report-read-failure.ts";
import { rowHeight } from "./row-height.ts";
import { useSelection, useSelectionWithin } from "./selection.ts";
import { SplitToolbar } from "./split-toolbar.tsx";
import styles from "./split-view.module.css";
import { ThreadRow } from "./thread-row.tsx";
import { useSplitKeys } from "./use-split-keys.ts";

/** Their place until their code is there. */
const InboxTabs = laterPart(
  async () => (await import("./inbox-tabs.tsx")).InboxTabs,
  <Box line="below" pad="20px 0" />,
);
const SelectionBar = laterPart(async () => (await import("./selection-bar.tsx")).SelectionBar);
const MailSwipes = laterPart(async () => (await import("./mail-swipes.tsx")).MailSwipes);
const ReaderPane = laterPart(
  async () => (await import("../reading/reader-pane.tsx")).ReaderPane,
  <Box pad="16px 20px">
    <SkeletonText count={4} label={t`The email is on its way`} />
  </Box>,
);

/** Milliseconds before the code that shows mail is loaded: the list comes first. */
const AFTER_THE_LIST = 300;

type SplitViewProps = {
  address: EmailPageParams;
  unread: number | undefined;
  change(parts: Partial<EmailPageParams>, options?: { replace?: boolean }): void;
};

/** List and reader side by side, for people who live in mail; on a phone one after the other. */
export function SplitView({ address, unread, change }: SplitViewProps) {
  const part = filterOf(address, "inbox");
  const filter = threadFilterOf(address);
  const isAllSearched = filter.search !== undefined && !address.here;
  const searches = useQuery(searchesQuery).data?.items ?? [];
  const hasTabs = searches.length > 0 && filter.view === "inbox" && !filter.box;
  const { key, source } = emailSource(filter, { threads: true });
  const list = useRecordList(emailRecords, key, source);
  const ids = onePerThread(list.ids);
  const openId = useOpenThread();
  const openRow = rowOf(openId, ids);
  const { scroller, onFocus, goTo, leave, snoozeUntil, near, shown } = useSplitKeys(ids, openRow);
  useAddressOfOpen(address.email, change);
  useSelectionWithin(list.ids);
  const ticked = useSelection();
  useFetchAfterPage(SelectionBar, MailSwipes);
  useReaderParts(list.phase !== "loading");
  return (
    <div className={styles.split} data-reading={openId !== undefined || undefined}>
      <section className={styles.list} aria-label={t`Conversations and search`}>
        <SplitToolbar part={part} isHere={address.here === true} unread={unread} change={change} />
        {hasTabs && <InboxTabs filter={filter} change={change} />}
        <PageNotice place="strip" />
        {ticked.length > 0 && <SelectionBar ids={list.ids} ticked={ticked} />}
        <SearchedWords value={wordsOf(filter.search ?? "")}>
          <Threads
            key={key}
            {...{ list, ids, openRow, filter, isAllSearched, scroller, onFocus, near, shown }}
            onOpen={goTo}
            onClear={() => change({ ...ELSEWHERE, search: undefined, here: undefined })}
          />
        </SearchedWords>
      </section>
      <section className={styles.reader} aria-label={t`Reader`}>
        {openId ? <ReaderPane id={openId} leave={leave} snoozeUntil={snoozeUntil} /> : <NothingOpen />}
      </section>
    </div>
  );
}

/** Fetches the code that shows mail once the list is there. */
function useReaderParts(isListed: boolean): void {
  useEffect(() => {
    if (!isListed) return;
    const timer = setTimeout(() => {
      // What could not be fetched now is fetched when a mail is opened.
      ReaderPane.fetch().catch(() => undefined);
      prepareFrame();
    }, AFTER_THE_LIST);
    return () => clearTimeout(timer);
  }, [isListed]);
}

/** Keeps the first, newest, listed email of each conversation. */
function onePerThread(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => {
    const thread = threadOf(id);
    return thread === undefined || (!seen.has(thread) && seen.add(thread));
  });
}

const threadOf = (id: string) => emailRecords.get(id)?.threadId;

/** The row of the open conversation, also after a newer email has replaced it in the list. */
function rowOf(openId: string | undefined, ids: readonly string[]): string | undefined {
  if (openId === undefined || ids.includes(openId)) return openId;
  const thread = threadOf(openId);
  return ids.find((id) => thread !== undefined && threadOf(id) === thread);
}

/** Milliseconds before the URL follows the open email: keys can step through many. */
const URL_DELAY_MS = 300;

/** `?email=` opens a conversation, and the URL follows the open one, so that it can be linked. */
function useAddressOfOpen(
  emailId: string | undefined,
  change: (parts: Partial<EmailPageParams>, options: { replace: boolean }) => void,
): void {
  const openId = useOpenThread();
  const router = useRouter();
  const written = useRef<string | undefined>(undefined);
  const write = useEffectEvent((id: string | undefined) => {
    // The person may have chosen another page that is still loading.
    if (id === written.current || router.latestLocation.pathname !== "/email") return;
    const replace = id !== undefined && written.current !== undefined;
    written.current = id;
    change({ email: id }, { replace });
  });
  useEffect(() => {
    if (emailId !== written.current) openThread.show(emailId);
    written.current = emailId;
  }, [emailId]);
  useEffect(() => {
    const timer = setTimeout(() => write(openId), URL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [openId]);
  useEffect(() => () => openThread.show(undefined), []);
}

type ThreadsProps = {
  list: ListOfRecords;
  ids: readonly string[];
  openRow: string | undefined;
  filter: EmailFilter;
  isAllSearched: boolean;
  scroller: ReturnType<typeof useSplitKeys>["scroller"];
  onFocus: ReturnType<typeof useSplitKeys>["onFocus"];
  onOpen(id: string): void;
  /** This conversation will probably be opened next. */
  near(id: string, isPressed: boolean): void;
  /** These places of the list are on screen. */
  shown(first: number, last: number): void;
  onClear(): void;
};

/** Loading, failed, empty or loaded. */
function Threads({
  list,
  ids,
  openRow,
  filter,
  isAllSearched,
  scroller,
  onFocus,
  onOpen,
  near,
  shown,
  onClear,
}: ThreadsProps) {
  const { phase, hasMore, more } = list;
  const box = useRef<HTMLDivElement>(null);
  const { firstTouch, onPointerDown } = useFirstTouch();
  return (
    <LoadedList
      list={{ ids, phase, hasMore, more }}
      failure={t`Failed to fetch emails`}
      onFailure={reportReadFailure}
      loading={<SkeletonRows count={12} height={rowHeight()} isBare label={t`Loading emails...`} />}
      empty={<NoneHere filter={filter} onClear={onClear} />}
    >
      <RowList
        ref={box}
        aria-label={t`Conversations`}
        className={styles.rows}
        onFocus={onFocus}
        onPointerDown={onPointerDown}
      >
        <ScrollingRows
          box={box}
          rowHeight={rowHeight()}
          scroller={scroller}
          onShown={shown}
          {...recordRows({ ids, phase, hasMore, more }, (id, place) => (
            <ThreadRow
              key={id}
              id={id}
              isOpen={id === openRow}
              hasPlace={isAllSearched}
              {...place}
              onOpen={onOpen}
              onNear={near}
            />
          ))}
        />
        {firstTouch && <MailSwipes firstTouch={firstTouch} threads />}
        {phase === "failed" && (
          <Text tone="soft" size="label" textAlign="center" pad={12}>
            <Button variant="default" onClick={() => void more()}>
              {t`Try again`}
            </Button>
          </Text>
        )}
      </RowList>
    </LoadedList>
  );
}

function NoneHere({ filter, onClear }: { filter: EmailFilter; onClear(): void }) {
  if (filter.search === undefined && filter.view === "inbox")
    return <EmptyState icon={MailOpen} title={t`Your inbox is empty`} message={t`New mail appears here.`} />;
  return (
    <EmptyState
      icon={SearchX}
      title={t`No emails found`}
      message={filter.search ? t`No email here has these words.` : t`This folder is empty.`}
      {...(isFiltered(filter) && {
        action: (
          <Button variant="default" onClick={onClear}>
            {t`Back to the inbox`}
          </Button>
        ),
      })}
    />
  );
}

const NothingOpen = () => (
  <Box margin="auto" pad={24} className={styles.nothing}>
    <EmptyState
      icon={MousePointerClick}
      title={t`Choose a conversation`}
      message={
        <Text as="span" tone="faint" className={styles.keys}>
          {rich(
            t`<0>J</0> and <0>K</0> go through them, <0>E</0> archives, <0>R</0> replies, <0>?</0> shows all keys.`,
            (key) => (
              <kbd>{key}</kbd>
            ),
          )}
        </Text>
      }
    />
  </Box>
);
