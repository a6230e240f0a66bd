import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  ArrowLeft,
  ArrowRight,
  ChevronDown,
  FileText,
  ListChecks,
  MessagesSquare,
  Pencil,
  Trash2,
} from "lucide-react";
import { t } from "#i18n/message.ts";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import type { MailSearchOnWire } from "../../list-model.ts";
import { plainWordsOf } from "../../search/parse-mail-query.ts";
import { openSearch } from "../open-dialog.ts";
import { deleteSearch, moveSearch } from "../search/search-actions.ts";
import styles from "./inbox-tabs.module.css";

type TabMenuProps = {
  search: MailSearchOnWire;
  searches: readonly MailSearchOnWire[];
  /** Of the list of tabs, which is loaded again after a change. */
  listKey: readonly string[];
  onDelete(): void;
};

/** What can be done with a tab of the inbox. */
export function TabMenu({ search, searches, listKey, onDelete }: TabMenuProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const afterwards = () => queries.invalidateQueries({ queryKey: listKey });
  const place = searches.findIndex(({ id }) => id === search.id);
  return (
    <Menu
      label={t`Tab '${search.name}'`}
      items={[
        { label: t`Change`, icon: Pencil, onSelect: () => openSearch(search) },
        {
          label: t`Move left`,
          icon: ArrowLeft,
          isDisabled: place === 0,
          onSelect: () => void moveSearch(searches, search.id, -1).then(afterwards),
        },
        {
          label: t`Move right`,
          icon: ArrowRight,
          isDisabled: place >= searches.length - 1,
          onSelect: () => void moveSearch(searches, search.id, 1).then(afterwards),
        },
        "line",
        ...elsewhere(search, (href) => void navigate({ href })),
        "line",
        {
          label: t`Delete the tab`,
          icon: Trash2,
          isDestructive: true,
          onSelect: () => {
            onDelete();
            void deleteSearch(search, afterwards);
          },
        },
      ]}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className={styles.more}
          aria-label={t`Change the tab '${search.name}'`}
        >
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    />
  );
}

/** Searches the other features for the plain words of a saved search (E2). */
function elsewhere({ query }: MailSearchOnWire, go: (href: string) => void): MenuItem[] {
  const words = plainWordsOf(query);
  const item = (label: string, path: string, icon: MenuItem["icon"]): MenuItem => ({
    label,
    ...(icon && { icon }),
    isDisabled: words === "",
    onSelect: () => go(`${path}?search=${encodeURIComponent(words)}`),
  });
  return [
    item(t`Same words in tasks`, "/tasks", ListChecks),
    item(t`Same words in documents`, "/documents", FileText),
    item(t`Same words in messages`, "/communication", MessagesSquare),
  ];
}
