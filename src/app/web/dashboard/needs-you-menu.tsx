import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { Learned } from "./needs-you-learned.tsx";
import { Snoozed } from "./needs-you-snoozed.tsx";

/** What the list of what needs the person does not show: what is snoozed, and why it has its order. */
export function NeedsYouMenu() {
  const [shown, show] = useState<"snoozed" | "learned" | null>(null);
  const close = () => show(null);
  return (
    <>
      <Menu
        label={t`Needs you`}
        items={[
          { label: t`Snoozed`, onSelect: () => show("snoozed") },
          { label: t`What the order learned`, onSelect: () => show("learned") },
        ]}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t`More about what needs you`} />}
      />
      {shown === "snoozed" && <Snoozed onClose={close} />}
      {shown === "learned" && <Learned onClose={close} />}
    </>
  );
}
