import { lazy, Suspense } from "react";
import { isMetered } from "#platform/client/is-metered.ts";
import { useOpenDialog } from "./open-dialog.ts";
import { ReaderDialog } from "./reading/reader-dialog.tsx";
import { TemplateDialog } from "./templates/template-dialog.tsx";
import { PreferencesDialog } from "./writing/preferences-dialog.tsx";

/** Loaded with the page, so that a key opens it in the same frame. */
const loadComposer = () => import("./writing/compose-dialog.tsx");
const ComposeDialog = lazy(async () => ({ default: (await loadComposer()).ComposeDialog }));
/** When the browser is idle: the page itself loads first. On a metered line only when it is opened. */
export function preloadComposer(): () => void {
  const timer = setTimeout(() => isMetered() || void loadComposer(), 1_000);
  return () => clearTimeout(timer);
}

const FolderPicker = lazy(async () => ({
  default: (await import("./organizing/folder-picker.tsx")).FolderPicker,
}));
const SearchDialog = lazy(async () => ({
  default: (await import("./search/search-dialog.tsx")).SearchDialog,
}));
const SourceDialog = lazy(async () => ({
  default: (await import("./reading/source-dialog.tsx")).SourceDialog,
}));
const SubscriptionsDialog = lazy(async () => ({
  default: (await import("./organizing/subscriptions-dialog.tsx")).SubscriptionsDialog,
}));

/** The open dialog, if any; each opening starts with new state. */
export const MailDialog = () => (
  <Suspense>
    <Opened />
  </Suspense>
);

function Opened() {
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
