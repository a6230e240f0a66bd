import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { laterDialog } from "#ui/later-part.tsx";
import { useOpenDialog } from "./open-dialog.ts";

const ComposeDialog = laterDialog(async () => (await import("./writing/compose-dialog.tsx")).ComposeDialog);
const ReaderDialog = laterDialog(async () => (await import("./reading/reader-dialog.tsx")).ReaderDialog);
const FolderPicker = laterDialog(async () => (await import("./organizing/folder-picker.tsx")).FolderPicker);
const PreferencesDialog = laterDialog(
  async () => (await import("./writing/preferences-dialog.tsx")).PreferencesDialog,
);
const SearchDialog = laterDialog(async () => (await import("./search/search-dialog.tsx")).SearchDialog);
const SourceDialog = laterDialog(async () => (await import("./reading/source-dialog.tsx")).SourceDialog);
const SubscriptionsDialog = laterDialog(
  async () => (await import("./organizing/subscriptions-dialog.tsx")).SubscriptionsDialog,
);
const TemplateDialog = laterDialog(
  async () => (await import("./templates/template-dialog.tsx")).TemplateDialog,
);

/** A second after the page, so that a key opens them in the same frame. */
export const useFetchedDialogs = () => useFetchAfterPage(ComposeDialog, ReaderDialog, FolderPicker);

/** The open dialog, if any; each opening starts with new state. */
export function MailDialog() {
  const dialog = useOpenDialog();
  if (!dialog) return null;
  const { key } = dialog;
  switch (dialog.kind) {
    case "compose":
      return <ComposeDialog key={key} composer={dialog} />;
    case "email":
      return <ReaderDialog key={key} id={dialog.id} />;
    case "move":
      return (
        <FolderPicker key={key} ids={dialog.ids} accountId={dialog.accountId} threads={dialog.threads} />
      );
    case "preferences":
      return <PreferencesDialog key={key} />;
    case "search":
      return <SearchDialog key={key} idempotencyKey={key} search={dialog.search} />;
    case "source":
      return <SourceDialog key={key} id={dialog.id} />;
    case "subscriptions":
      return <SubscriptionsDialog key={key} />;
    case "template":
      return <TemplateDialog key={key} template={dialog.template} />;
  }
}
