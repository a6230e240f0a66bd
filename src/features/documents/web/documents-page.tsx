import { useQuery } from "@tanstack/react-query";
import { FileText, Share2, Sparkles, Star, Upload } from "lucide-react";
import { useEffect } from "react";
import { fetchAfterPage } from "#platform/client/fetch-after-page.ts";
import { StatCard } from "#ui/display/stat-card.tsx";
import { TabList, TabPanel } from "#ui/display/tabs.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterDialog, laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import { useAddressAction } from "#ui/use-address-action.ts";
import { countLabel } from "../model.ts";
import { documents } from "./api.ts";
import { DocumentsPanel } from "./documents-panel.tsx";
import type { DocumentAddress } from "./list/document-address.ts";
import { type ChangeAddress, useDocumentAddress } from "./list/use-document-address.ts";
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
  useShortcut("u", "Upload Document", "Documents", () => showDialog({ kind: "upload", files: [] }));
  useUploadFromAddress(address, change);
  useEffect(() => () => showDialog(null), []);
  useEffect(() => fetchAfterPage(ViewDialog, UploadDialog, EditDialog, ShareDialog, TrashPanel), []);
  return (
    <Page
      title="Document Hub"
      subtitle="Upload, organize and share your documents"
      primaryAction={
        <Button
          leftSection={<Upload size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => showDialog({ kind: "upload", files: [] })}
        >
          Upload Document
        </Button>
      }
      stats={<Stats />}
      tabs={
        <TabList
          id="documents"
          label="Documents"
          value={show}
          onChange={(next) => change({ show: next === "mine" ? undefined : next, trash: undefined })}
          tabs={TABS}
        />
      }
    >
      {TABS.map(({ value }) => (
        <TabPanel key={value} id="documents" value={value} isActive={value === show}>
          {address.trash ? (
            <TrashPanel onLeave={() => change({ trash: undefined })} />
          ) : (
            <DocumentsPanel address={address} change={change} />
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

function Stats() {
  const { data, isError } = useQuery(documents.stats.query({}));
  const figure = (count: number | undefined) =>
    count === undefined ? (isError ? null : undefined) : countLabel(count);
  return (
    <>
      <StatCard label="Total Documents" icon={FileText} value={figure(data?.total)} />
      <StatCard label="Favorites" icon={Star} value={figure(data?.favorites)} />
      <StatCard label="Shared" icon={Share2} value={figure(data?.shared)} />
      <StatCard label="AI Processed" icon={Sparkles} value={figure(data?.aiProcessed)} />
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
