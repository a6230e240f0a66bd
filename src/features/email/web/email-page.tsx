import { useQuery } from "@tanstack/react-query";
import {
  CalendarClock,
  ChevronDown,
  ChevronUp,
  FilePen,
  Inbox,
  PanelLeft,
  PenLine,
  Plus,
  Reply,
  Rows3,
  Send,
  SlidersHorizontal,
} from "lucide-react";
import { useEffect, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { StatCard } from "#ui/display/stat-card.tsx";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import { useAddressAction } from "#ui/use-address-action.ts";
import { emails } from "./api.ts";
import styles from "./email-page.module.css";
import {
  ELSEWHERE,
  type EmailLayout,
  type EmailPageParams,
  filterOf,
  parseEmailPageParams,
  threadFilterOf,
} from "./email-page-params.ts";
import { type EmailStatistics, EmailStatLine, RATE_DEFINITION } from "./email-stat-line.tsx";
import { emailSource } from "./list/email-source.ts";
import { EmailsPanel } from "./list/emails-panel.tsx";
import { SplitView } from "./list/split-view.tsx";
import { MailDialog, useFetchedDialogs } from "./mail-dialog.tsx";
import { closeDialog, composeNew, openPreferences, openTemplate } from "./open-dialog.ts";
import { emailRecords } from "./records.ts";
import { storedLayout, storeLayout } from "./stored-layout.ts";
import { useEmailPageParams } from "./use-email-page-params.ts";
import { viewById } from "./view-email.ts";

const TrashPanel = laterPart(async () => (await import("./list/trash-panel.tsx")).TrashPanel);
const TemplatesPanel = laterPart(
  async () => (await import("./templates/templates-panel.tsx")).TemplatesPanel,
);
const TemplateTrash = laterPart(async () => (await import("./templates/template-trash.tsx")).TemplateTrash);
const IntegrationsTab = laterPart(
  async () => (await import("./accounts/integrations-tab.tsx")).IntegrationsTab,
);

export function EmailPage() {
  const { address, change } = useEmailPageParams();
  const [isUnfolded, setUnfolded] = useState(false);
  const tab = address.tab ?? "emails";
  const layout = address.look ?? storedLayout();
  const isSplit = layout === "split" && tab === "emails" && !address.trash;
  const { data: stats, isError } = useQuery(emails.stats.query({}));
  const figures = { stats, isError };
  useShortcut("c", t`Compose email`, t`Email`, () => composeNew());
  const setLayout = (next: EmailLayout) => {
    storeLayout(next);
    change({ ...ELSEWHERE, look: next, status: address.status }, { replace: true });
  };
  useDialogFromAddress(address, isSplit, change);
  useEffect(() => closeDialog, []);
  useFetchedDialogs();
  return (
    <Page
      wide
      title={t`Email Management`}
      area={t`Email`}
      density={layout === "cards" ? undefined : isSplit ? "screen" : "compact"}
      isUnfolded={isUnfolded}
      subtitle={t`Manage your emails and templates with AI-powered assistance`}
      primaryAction={
        <>
          {layout === "split" && <Unfold isUnfolded={isUnfolded} onChange={setUnfolded} />}
          <PrimaryAction tab={tab} />
        </>
      }
      actions={
        tab === "emails" &&
        !address.trash && (
          <>
            <IconButton label={t`How you write mail`} icon={SlidersHorizontal} onClick={openPreferences} />
            <LayoutSwitch layout={layout} onChange={setLayout} />
          </>
        )
      }
      stats={layout === "split" ? <EmailStatLine {...figures} /> : <EmailStats {...figures} />}
      tabs={<Tabs tab={tab} stats={stats} change={change} />}
    >
      <TabPanel id="email" value="emails" isActive={tab === "emails"}>
        <EmailsTab address={address} isSplit={isSplit} unread={stats?.unread} change={change} />
      </TabPanel>
      <TabPanel id="email" value="templates" isActive={tab === "templates"}>
        <TemplatesTab isTrash={address.trash === true} change={change} />
      </TabPanel>
      <TabPanel id="email" value="integrations" isActive={tab === "integrations"}>
        <IntegrationsTab />
      </TabPanel>
      <MailDialog />
    </Page>
  );
}

type UnfoldProps = { isUnfolded: boolean; onChange(isUnfolded: boolean): void };

/** On a phone: shows what is above the list on a desk. */
const Unfold = ({ isUnfolded, onChange }: UnfoldProps) => (
  <IconButton
    className={styles.unfold}
    label={t`Statistics and view`}
    icon={isUnfolded ? ChevronUp : ChevronDown}
    aria-expanded={isUnfolded}
    onClick={() => onChange(!isUnfolded)}
  />
);

const PrimaryAction = ({ tab }: { tab: string }) =>
  tab === "templates" ? (
    <Button
      leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => openTemplate(null)}
    >
      <span className={styles.primary}>{t`Create Template`}</span>
    </Button>
  ) : (
    <Button leftSection={<PenLine size={16} strokeWidth={1.75} aria-hidden />} onClick={() => composeNew()}>
      <span className={styles.primary}>{t`Compose Email`}</span>
    </Button>
  );

type TabsProps = TabProps & {
  tab: NonNullable<EmailPageParams["tab"]> | "emails";
  stats: EmailStatistics | undefined;
};

const Tabs = ({ tab, stats, change }: TabsProps) => (
  <TabList
    id="email"
    label={t`Emails, templates and integrations`}
    value={tab}
    onChange={(next) => change({ tab: next === "emails" ? undefined : next, trash: undefined })}
    tabs={[
      { value: "emails", label: t`Emails`, ...count(stats?.total) },
      { value: "templates", label: t`Templates`, ...count(stats?.templates) },
      { value: "integrations", label: t`Integrations` },
    ]}
  />
);

type EmailStatsProps = { stats: EmailStatistics | undefined; isError: boolean };

function EmailStats({ stats, isError }: EmailStatsProps) {
  const figure = (value: number | undefined) => (isError ? null : value);
  return (
    <>
      <StatCard label={t`Total`} value={figure(stats?.total)} icon={Inbox} />
      <StatCard label={term("Sent", "emails that were sent")} value={figure(stats?.sent)} icon={Send} />
      <StatCard label={t`Drafts`} value={figure(stats?.drafts)} icon={FilePen} />
      <StatCard label={t`Scheduled`} value={figure(stats?.scheduled)} icon={CalendarClock} />
      <StatCard
        label={t`Response Rate`}
        value={isError ? null : stats && `${stats.responseRate}%`}
        icon={Reply}
        definition={RATE_DEFINITION}
      />
    </>
  );
}

type TabProps = { change(parts: Partial<EmailPageParams>): void };
type EmailsTabProps = TabProps & { address: EmailPageParams; isSplit: boolean; unread: number | undefined };

function EmailsTab({ address, isSplit, unread, change }: EmailsTabProps) {
  if (address.trash) return <TrashPanel onLeave={() => change({ trash: undefined })} />;
  const View = isSplit ? SplitView : EmailsPanel;
  return <View address={address} unread={unread} change={change} />;
}

const TemplatesTab = ({ isTrash, change }: TabProps & { isTrash: boolean }) =>
  isTrash ? (
    <TemplateTrash onLeave={() => change({ trash: undefined })} />
  ) : (
    <TemplatesPanel onTrash={() => change({ trash: true })} />
  );

/** Prefetches the first list before the page renders. */
export function readEmailPage(search: Record<string, unknown>): void {
  const address = parseEmailPageParams(search);
  if ((address.tab ?? "emails") !== "emails" || address.trash) return;
  const isSplit = (address.look ?? storedLayout()) === "split";
  const { key, source } = isSplit
    ? emailSource(threadFilterOf(address), { threads: true })
    : emailSource(filterOf(address));
  const list = emailRecords.list(key, source);
  if (list.view().phase !== "ready") void list.more();
}

const LAYOUTS = [
  { value: "cards", label: t`Cards`, icon: Rows3 },
  { value: "split", label: t`List and reader`, icon: PanelLeft },
] as const;

const LayoutSwitch = ({ layout, onChange }: { layout: EmailLayout; onChange(next: EmailLayout): void }) => (
  <SegmentedControl
    iconsOnly
    label={term("Look", "noun: how the page looks")}
    value={layout}
    onChange={onChange}
    options={LAYOUTS}
  />
);

const count = (value: number | undefined) => (value === undefined ? {} : { count: value });

/**
 * `?email=` and `?compose=` open a dialog and are removed from the URL at once, so that closing needs no navigation. In
 * the split view an email needs no dialog.
 */
function useDialogFromAddress(
  { email, compose, to }: EmailPageParams,
  isSplit: boolean,
  change: (parts: Partial<EmailPageParams>, options: { replace: boolean }) => void,
): void {
  useAddressAction(isSplit ? undefined : email, (id) => {
    void viewById(id);
    change({ email: undefined, compose: undefined, to: undefined }, { replace: true });
  });
  useAddressAction(!isSplit && email ? undefined : compose || undefined, () => {
    composeNew(to ? { to } : {});
    change({ compose: undefined, to: undefined }, { replace: true });
  });
}
