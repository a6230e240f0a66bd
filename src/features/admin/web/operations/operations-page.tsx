import { Navigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import { useListAddress } from "../use-list-address.ts";
import { HealthPanel } from "./health-panel.tsx";

const AccountsPanel = laterPart(async () => (await import("../accounts/accounts-panel.tsx")).AccountsPanel);
const BackupsPanel = laterPart(async () => (await import("./backups-panel.tsx")).BackupsPanel);
const JobsPanel = laterPart(async () => (await import("./jobs-panel.tsx")).JobsPanel);

type OperationsProps = { title: string; subtitle: string; children: ReactNode };

function Operations({ children, ...words }: OperationsProps) {
  useFetchAfterPage(AccountsPanel, BackupsPanel, JobsPanel);
  return <Page {...words}>{children}</Page>;
}

export const HealthPage = () => (
  <Operations title={t`Health`} subtitle={t`Whether this instance works, and what to do`}>
    <HealthPanel />
  </Operations>
);

export const JobsPage = () => (
  <Operations title={t`Jobs`} subtitle={t`What the program does in the background`}>
    <JobsPanel />
  </Operations>
);

export const BackupsPage = () => (
  <Operations title={t`Backups`} subtitle={t`Archives of the database and all files`}>
    <BackupsPanel />
  </Operations>
);

const ONE_LIST = [{ value: "accounts" }] as const;

export function AccountsPage() {
  const { text, searchFor } = useListAddress(ONE_LIST);
  return (
    <Operations
      title={t`Accounts`}
      subtitle={t`Invite and suspend people, end their sessions, reset passwords`}
    >
      <AccountsPanel text={text} onSearch={searchFor} />
    </Operations>
  );
}

const ADDRESSES: Record<string, string> = {
  jobs: "/admin/jobs",
  backups: "/admin/backups",
  accounts: "/admin/accounts",
};

/** The former address of the four pages, in bookmarks and in messages. */
export function OperationsPage() {
  const { tab, ...others }: Record<string, unknown> = useSearch({ strict: false });
  return <Navigate to={ADDRESSES[String(tab)] ?? "/admin/health"} search={others} replace />;
}
