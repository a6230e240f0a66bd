import { isMetered } from "#platform/client/is-metered.ts";
import { laterPart } from "#ui/later-part.tsx";
import { useOpenDialog } from "./open-dialog.ts";
import { ReaderDialog } from "./reading/reader-dialog.tsx";

const ComposeDialog = laterPart(async () => (await import("./writing/compose-dialog.tsx")).ComposeDialog);
/** Fetched with the page, so that a key opens it in the same frame. On a metered line only when it is opened. */
export function preloadComposer(): () => void {
  const timer = setTimeout(() => isMetered() || void ComposeDialog.fetch(), 1_000);
  return () => clearTimeout(timer);
}

const FolderPicker = laterPart(async () => (await import("./organizing/folder-picker.tsx")).FolderPicker);
const PreferencesDialog = laterPart(
  async () => (await import("./writing/preferences-dialog.tsx")).PreferencesDialog,
);
const SearchDialog = laterPart(async () => (await import("./search/search-dialog.tsx")).SearchDialog);
const SourceDialog = laterPart(async () => (await import("./reading/source-dialog.tsx")).SourceDialog);
const SubscriptionsDialog = laterPart(
  async () => (await import("./organizing/subscriptions-dialog.tsx")).SubscriptionsDialog,
);
const TemplateDialog = laterPart(
  async () => (await import("./templates/template-dialog.tsx")).TemplateDialog,
);

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
