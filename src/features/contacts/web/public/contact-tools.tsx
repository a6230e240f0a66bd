import { EllipsisVertical, FileDown, FileUp, Merge } from "lucide-react";
import { useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import { exportContacts, importContacts, type UnreadableCard } from "../contact-card-actions.ts";
import { MergeDialog } from "../merge-dialog.tsx";
import { UnreadableCards } from "../unreadable-cards.tsx";

/** Actions on all contacts: import, export and merge. */
export function ContactTools() {
  const input = useRef<HTMLInputElement>(null);
  const [isMerging, setMerging] = useState(false);
  const [unreadable, setUnreadable] = useState<readonly UnreadableCard[]>([]);
  return (
    <>
      <Menu
        label={t`Contacts`}
        items={[
          { label: t`Import vCards`, icon: FileUp, onSelect: () => input.current?.click() },
          { label: t`Export all as vCards`, icon: FileDown, onSelect: () => void exportContacts(null) },
          "line",
          { label: t`Merge duplicates`, icon: Merge, onSelect: () => setMerging(true) },
        ]}
        trigger={(trigger) => (
          <PlainButton shape="quiet" aria-label={t`More for contacts`} title={t`More`} {...trigger}>
            <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden />
          </PlainButton>
        )}
      />
      <input
        ref={input}
        type="file"
        accept=".vcf,.vcard,text/vcard"
        hidden
        aria-label={t`vCard file`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void importContacts(file).then(setUnreadable);
          target.value = "";
        }}
      />
      {unreadable.length > 0 && <UnreadableCards cards={unreadable} onClose={() => setUnreadable([])} />}
      {isMerging && <MergeDialog onClose={() => setMerging(false)} />}
    </>
  );
}
