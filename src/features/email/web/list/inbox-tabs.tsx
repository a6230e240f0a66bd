import { useQuery, useQueryClient } from "@tanstack/react-query";
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
import { useEffect, useEffectEvent } from "react";
import { registerShortcuts, useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Text } from "#ui/layout/text.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import type { MailSearchOnWire } from "../../list-model.ts";
import { plainWordsOf } from "../../search/parse-mail-query.ts";
import { mailSearches } from "../api.ts";
import type { EmailFilter, EmailPageParams } from "../email-page-params.ts";
import { openSearch } from "../open-dialog.ts";
import { deleteSearch, moveSearch } from "../search/search-actions.ts";
import styles from "./inbox-tabs.module.css";

/** Reloaded with every new or read email, for the counts. */
export const searchesQuery = {
  ...mailSearches.list.query({}),
  queryKey: ["emails", "tabs of the inbox"],
  meta: { figure: "mailSearches.list" },
};

type InboxTabsProps = { filter: EmailFilter; change(parts: Partial<EmailPageParams>): void };
type Tab = { id: string | undefined; name: string; unread: number; search?: MailSearchOnWire };

/** Tabs of the inbox: one for each saved search, and last the emails that none of them finds. */
export function InboxTabs({ filter, change }: InboxTabsProps) {
  const { data } = useQuery(searchesQuery);
  const searches = data?.items ?? [];
  const tabs: Tab[] = [
    { id: undefined, name: "All", unread: 0 },
    ...searches.map((search) => ({ id: search.id, name: search.name, unread: search.unread, search })),
    { id: "rest", name: "Other", unread: data?.otherUnread ?? 0 },
  ];
  const here = Math.max(
    tabs.findIndex(({ id }) => id === filter.split),
    0,
  );
  const isShown = filter.view === "inbox" && !filter.box && searches.length > 0;
  const show = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (isShown && tab) change({ split: tab.id, email: undefined });
  };
  useTabKeys(isShown ? tabs.length : 0, show);
  useShortcut("]", "Next tab of the inbox", "Email", () => show(here + 1));
  useShortcut("[", "Previous tab of the inbox", "Email", () => show(here - 1));
  if (!isShown) return null;
  const chosen = tabs[here]?.search;
  return (
    <nav className={styles.tabs} aria-label="Tabs of the inbox">
      {tabs.map(({ id, name, unread }, index) => (
        <button
          key={id ?? "all"}
          type="button"
          className={styles.tab}
          aria-current={index === here ? "page" : undefined}
          title={index < 9 ? `${name} (${index + 1})` : name}
          onClick={() => show(index)}
        >
          <Text as="span" overflow="dots">
            {name}
          </Text>
          {unread > 0 && (
            <Text as="span" tone="faint" size="label" isTabular>
              {unread}
            </Text>
          )}
        </button>
      ))}
      {chosen && (
        <TabMenu
          search={chosen}
          searches={searches}
          onDelete={() => change({ split: undefined, email: undefined })}
        />
      )}
    </nav>
  );
}

type TabMenuProps = { search: MailSearchOnWire; searches: readonly MailSearchOnWire[]; onDelete(): void };

function TabMenu({ search, searches, onDelete }: TabMenuProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const afterwards = () => queries.invalidateQueries({ queryKey: searchesQuery.queryKey });
  const place = searches.findIndex(({ id }) => id === search.id);
  return (
    <Menu
      label={`Tab '${search.name}'`}
      items={[
        { label: "Change", icon: Pencil, onSelect: () => openSearch(search) },
        {
          label: "Move left",
          icon: ArrowLeft,
          isDisabled: place === 0,
          onSelect: () => void moveSearch(searches, search.id, -1).then(afterwards),
        },
        {
          label: "Move right",
          icon: ArrowRight,
          isDisabled: place >= searches.length - 1,
          onSelect: () => void moveSearch(searches, search.id, 1).then(afterwards),
        },
        "line",
        ...elsewhere(search, (href) => void navigate({ href })),
        "line",
        {
          label: "Delete the tab",
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
          aria-label={`Change the tab '${search.name}'`}
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
  const item = (area: string, path: string, icon: MenuItem["icon"]): MenuItem => ({
    label: `Same words in ${area}`,
    ...(icon && { icon }),
    isDisabled: words === "",
    onSelect: () => go(`${path}?search=${encodeURIComponent(words)}`),
  });
  return [
    item("tasks", "/tasks", ListChecks),
    item("documents", "/documents", FileText),
    item("messages", "/communication", MessagesSquare),
  ];
}

/** Keys 1 to 9 switch tabs. */
function useTabKeys(count: number, show: (index: number) => void): void {
  const press = useEffectEvent(show);
  useEffect(
    () =>
      registerShortcuts(
        Array.from({ length: Math.min(count, 9) }, (_, index) => ({
          keys: String(index + 1),
          label: `Tab ${index + 1} of the inbox`,
          group: "Email",
          run: () => press(index),
        })),
      ),
    [count],
  );
}
