import { Upload } from "lucide-react";
import { useEffect } from "react";
import { fetchAfterPage } from "#platform/client/fetch-after-page.ts";
import { TabBar, TabList, TabPanel } from "#ui/display/tabs.tsx";
import { PageButton } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import { useAddressAction } from "#ui/use-address-action.ts";
import { DocumentsPanel } from "./documents-panel.tsx";
import type { DocumentAddress, DocumentView } from "./list/document-address.ts";
import { DocumentStatLine } from "./list/document-stat-line.tsx";
import { StatCards } from "./list/stat-cards.tsx";
import { storedView, storeView } from "./list/stored-view.ts";
import { type ChangeAddress, useDocumentAddress } from "./list/use-document-address.ts";
import { ViewChoice } from "./list/view-choice.tsx";
import { DropZone } from "./uploads/drop-zone.tsx";
import { UploadTray } from "./uploads/upload-tray.tsx";
import { showDialog, useOpenDialog } from "./viewer/open-document.ts";

const EditDialog = laterDialog(async () => (await import("./viewer/edit-dialog.tsx")).EditDialog);
const ShareDialog = laterDialog(async () => (await import("./sharing/share-dialog.tsx")).ShareDialog);
const TrashPanel = laterPart(async () => (await import("./trash-panel.tsx")).TrashPanel);
const UploadDialog = laterDialog(async () => (await import("./uploads/upload-dialog.tsx")).UploadDialog);
const ViewDialog = laterDialog(async () => (await import("./viewer/view-dialog.tsx")).ViewDialog);

const TABS = [
  { value: "mine", label: "My Documents" },
  { value: "favorites", label: "Favorites" },
  { value: "shared", label: "Shared" },
  { value: "withMe", label: "Shared with me" },
] as const;

export function DocumentsPage() {
  const { address, change } = useDocumentAddress();
  const show = address.show ?? "mine";
  const view = address.view ?? storedView();
  useShortcut("u", "Upload Document", "Documents", () => showDialog({ kind: "upload", files: [] }));
  useUploadFromAddress(address, change);
  useEffect(() => () => showDialog(null), []);
  useEffect(() => fetchAfterPage(ViewDialog, UploadDialog, EditDialog, ShareDialog, TrashPanel), []);
  return (
    <Page
      isCompact
      title="Document Hub"
      subtitle="Upload, organize and share your documents"
      primaryAction={
        <PageButton
          icon={Upload}
          label="Upload Document"
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
      {address.document && (
        <ViewDialog
          key={address.document}
          id={address.document}
          onClose={() => change({ document: undefined }, { replace: true })}
        />
      )}
      <Dialogs />
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
            label="Documents"
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

function Dialogs() {
  const open = useOpenDialog();
  if (open?.kind === "upload") return <UploadDialog dropped={open.files} />;
  if (open?.kind === "edit") return <EditDialog key={open.id} id={open.id} />;
  return open?.kind === "share" ? <ShareDialog key={open.id} id={open.id} /> : null;
}

/** `?upload=true` opens the dialog and is removed from the URL at once, so that closing needs no navigation. */
function useUploadFromAddress({ upload }: DocumentAddress, change: ChangeAddress): void {
  useAddressAction(upload || undefined, () => {
    showDialog({ kind: "upload", files: [] });
    change({ upload: undefined }, { replace: true });
  });
}
