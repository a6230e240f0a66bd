import { useNavigate } from "@tanstack/react-router";
import { Upload } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { TabBar, TabList, TabPanel } from "#ui/display/tabs.tsx";
import { PageButton } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import { useAddressAction } from "#ui/use-address-action.ts";
import { DocumentDialogs } from "./document-dialogs.tsx";
import { DocumentsPanel } from "./documents-panel.tsx";
import type { DocumentAddress, DocumentView } from "./list/document-address.ts";
import { DocumentStatLine } from "./list/document-stat-line.tsx";
import { StatCards } from "./list/stat-cards.tsx";
import { storedView, storeView } from "./list/stored-view.ts";
import { type ChangeAddress, useDocumentAddress } from "./list/use-document-address.ts";
import { ViewChoice } from "./list/view-choice.tsx";
import { showDialog } from "./open-dialog.ts";
import { DocumentAtAddress } from "./reader/document-page.tsx";
import { DropZone } from "./uploads/drop-zone.tsx";
import { UploadTray } from "./uploads/upload-tray.tsx";

const TrashPanel = laterPart(async () => (await import("./trash-panel.tsx")).TrashPanel);

const TABS = [
  { value: "mine", label: t`My Documents` },
  { value: "favorites", label: t`Favorites` },
  { value: "shared", label: t`Shared` },
  { value: "withMe", label: t`Shared with me` },
] as const;

export function DocumentsPage() {
  const { address, change } = useDocumentAddress();
  const show = address.show ?? "mine";
  const view = address.view ?? storedView();
  useShortcut("u", t`Upload Document`, t`Documents`, () => showDialog({ kind: "upload", files: [] }));
  useUploadFromAddress(address, change);
  useReaderFromAddress(address);
  useFetchAfterPage(DocumentAtAddress, TrashPanel);
  return (
    <Page
      isCompact
      title={t`Document Hub`}
      area={t`Documents`}
      subtitle={t`Upload, organize and share your documents`}
      primaryAction={
        <PageButton
          icon={Upload}
          label={t`Upload Document`}
          onClick={() => showDialog({ kind: "upload", files: [] })}
        />
      }
      stats={view === "grid" && <StatCards />}
      tabs={<Tabs address={address} view={view} change={change} />}
    >
      {TABS.map(({ value }) => (
        <TabPanel key={value} id="documents" value={value} isActive={value === show}>
          {address.trash ? (
            <TrashPanel onLeave={() => change({ trash: undefined })} />
          ) : (
            <DocumentsPanel address={address} view={view} change={change} />
          )}
        </TabPanel>
      ))}
      <UploadTray />
      <DropZone />
      <DocumentDialogs />
    </Page>
  );
}

type TabsProps = { address: DocumentAddress; view: DocumentView; change: ChangeAddress };

/** Below the figures of the list; those of the grid are cards. */
function Tabs({ address, view, change }: TabsProps) {
  const show = (next: DocumentAddress["show"]) => change({ show: next, trash: undefined });
  const choose = (next: DocumentView) => {
    storeView(next);
    change({ view: next });
  };
  return (
    <>
      {view === "list" && <DocumentStatLine onShow={show} />}
      <TabBar
        tabs={
          <TabList
            id="documents"
            label={t`Documents`}
            value={address.show ?? "mine"}
            onChange={(next) => show(next === "mine" ? undefined : next)}
            tabs={TABS}
          />
        }
      >
        {!address.trash && (
          <ViewChoice view={view} onChoose={choose} onTrash={() => change({ trash: true })} />
        )}
      </TabBar>
    </>
  );
}

/** `?document=<id>` was the address of a document: notifications and messages have such links. */
function useReaderFromAddress({ document }: DocumentAddress): void {
  const navigate = useNavigate();
  useAddressAction(document, (id) => navigate({ to: `/documents/${id}`, replace: true }));
}

/** `?upload=true` opens the dialog and is removed from the URL at once, so that closing needs no navigation. */
function useUploadFromAddress({ upload }: DocumentAddress, change: ChangeAddress): void {
  useAddressAction(upload || undefined, () => {
    showDialog({ kind: "upload", files: [] });
    change({ upload: undefined }, { replace: true });
  });
}
