import { useEffect } from "react";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { laterDialog } from "#ui/later-part.tsx";
import { showDialog, useOpenDialog } from "./open-dialog.ts";

const EditDialog = laterDialog(async () => (await import("./edit-dialog.tsx")).EditDialog);
const ShareDialog = laterDialog(async () => (await import("./sharing/share-dialog.tsx")).ShareDialog);
const UploadDialog = laterDialog(async () => (await import("./uploads/upload-dialog.tsx")).UploadDialog);

/** The dialogs of the list and of the reader; they close with the page. */
export function DocumentDialogs() {
  const open = useOpenDialog();
  useEffect(() => () => showDialog(null), []);
  useFetchAfterPage(UploadDialog, EditDialog, ShareDialog);
  if (open?.kind === "upload") return <UploadDialog dropped={open.files} />;
  if (open?.kind === "edit") return <EditDialog key={open.id} id={open.id} />;
  return open?.kind === "share" ? <ShareDialog key={open.id} id={open.id} /> : null;
}
