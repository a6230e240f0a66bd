import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { t } from "#i18n/message.ts";
import { Drawer } from "#ui/overlays/drawer.tsx";
import { AssistantPanel } from "./assistant-panel.tsx";
import { recordOnScreen, setFocus } from "./record-in-focus.ts";

/** The assistant over any page, about what that page shows. */
export function AssistantOverlay({ onClose }: { onClose(): void }) {
  const { pathname } = useLocation();
  const [record] = useState(() => recordOnScreen(pathname));
  useEffect(() => {
    setFocus(record);
    return () => setFocus(null);
  }, [record]);
  return (
    <Drawer isOpen onClose={onClose} title={t`AI Assistant`}>
      <AssistantPanel place="overlay" about={record?.kind ?? null} />
    </Drawer>
  );
}
