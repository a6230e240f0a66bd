import { type ReactNode, useEffect, useState } from "react";
import { t } from "#i18n/message.ts";
import "./global-styles.ts";
import { focusInvalidFields } from "../fields/focus-invalid.ts";
import { useShortcut } from "../keyboard/shortcuts.ts";
import { laterDialog } from "../later-part.tsx";
import { placeToasts } from "../overlays/place-toasts.ts";
import { undoNewest } from "../overlays/toast.ts";
import { Toasts } from "../overlays/toasts.tsx";

const ShortcutsHelp = laterDialog(async () => (await import("../keyboard/shortcuts-help.tsx")).ShortcutsHelp);

/** The context that all components of this folder need; rendered once, at the root. */
export function UiProvider({ children }: { children: ReactNode }) {
  const [showsHelp, setShowsHelp] = useState(false);
  useEffect(focusInvalidFields, []);
  useShortcut("?", t`Show keyboard shortcuts`, t`General`, () => setShowsHelp(true));
  useShortcut("z", t`Undo last action`, t`General`, undoNewest, "everywhere");
  return (
    <>
      {children}
      {showsHelp && <ShortcutsHelp onClose={() => setShowsHelp(false)} />}
      <Toasts onRegion={placeToasts} />
    </>
  );
}
