import {
  ChartColumn,
  CircleQuestionMark,
  CornerDownRight,
  type LucideIcon,
  Sparkles,
  SquareMousePointer,
  Zap,
} from "lucide-react";
import { t } from "#i18n/message.ts";
import { currentShortcuts } from "#ui/keyboard/shortcuts.ts";
import { ACTIONS, type Action } from "../actions.ts";
import { ADMIN_SECTIONS } from "../admin/admin-navigation.ts";
import type { Found } from "../api.ts";
import { openHelp } from "../open-help.ts";
import { QUICK_FORMS } from "../quick-actions.ts";
import { iconOfRecord, kindOfRecord } from "../record-icons.ts";
import { ADMIN, AREAS, SETTINGS } from "../shell/navigation.ts";
import { DESTINATIONS } from "./destinations.ts";

export type Command = {
  id: string;
  group: "Recent" | "Pages" | "Actions" | "Records" | "With these words";
  label: string;
  detail?: string;
  keywords?: string;
  icon?: LucideIcon;
  keys?: string;
  act: Action["act"];
};

const OVERVIEWS = [
  { label: t`AI Assistant`, href: "/ai-assistant", icon: Sparkles },
  { label: t`Analytics`, href: "/analytics", icon: ChartColumn },
  { label: t`Quick Actions`, href: "/quick-actions", icon: Zap },
];

const HELP: Command = {
  id: "page /help",
  group: "Pages",
  label: t`Help`,
  keywords: "guides manual documentation how to glossary",
  icon: CircleQuestionMark,
  act: { run: openHelp },
};

/** Pages and actions available to this person, and those of the open page; built once per opening. */
export function standingCommands(isAdmin: boolean): Command[] {
  const areas = [...AREAS, SETTINGS, ...(isAdmin ? [ADMIN] : [])];
  return [
    ...ACTIONS.filter(({ keys }) => keys !== "mod+k").map(({ label, description, icon, act, keys }) => ({
      id: `action ${label}`,
      group: "Actions" as const,
      label,
      keywords: description,
      icon,
      act,
      ...(keys ? { keys } : {}),
    })),
    ...commandsOfPage(),
    ...areas.map(({ label, href, icon, key }) => page(label, href, icon, `g ${key}`)),
    ...OVERVIEWS.map(({ label, href, icon }) => page(label, href, icon)),
    HELP,
  ];
}

/** Keys that only move on the page, leave it or open the palette: they are no commands. */
const MOVES = /^(j|k|\/|\[|\]|\?|[0-9]|Escape|Enter|mod\+k|g .)$/;

/** The commands of the open page's shortcuts, each once even if it has several keys. */
function commandsOfPage(): Command[] {
  const known = new Set(ACTIONS.map(({ label }) => label.toLowerCase()));
  return currentShortcuts().flatMap(({ keys, label, group, run }) => {
    if (!run || MOVES.test(keys) || known.has(label.toLowerCase())) return [];
    known.add(label.toLowerCase());
    return [
      {
        id: `key ${keys}`,
        group: "Actions" as const,
        label,
        keywords: group,
        icon: SquareMousePointer,
        act: { run },
        keys,
      },
    ];
  });
}

/** Places inside the pages of this person; shown only while typing. */
export function destinationCommands(isAdmin: boolean): Command[] {
  const areas = (isAdmin ? ADMIN_SECTIONS : []).map(({ href, label, keywords = "" }) => ({
    href,
    label,
    keywords: `admin ${keywords}`,
  }));
  return [...DESTINATIONS, ...areas].map(({ label, keywords, href }) => ({
    id: `place ${href}`,
    group: "Pages",
    label,
    keywords,
    icon: CornerDownRight,
    act: { href },
  }));
}

export const recordCommand = (
  { kind, id, title, subtitle, href }: Found,
  group: "Records" | "Recent" = "Records",
): Command => ({
  id: `${group} ${kind} ${id}`,
  group,
  label: title,
  detail: subtitle ?? kindOfRecord(kind),
  icon: iconOfRecord(kind),
  act: { href },
});

/** Creates a task or an event from the typed text, from any page. */
export const lineCommands = (text: string): Command[] =>
  ACTIONS.filter(({ line }) => line === QUICK_FORMS.task || line === QUICK_FORMS.event).flatMap(
    ({ label, icon, line }) =>
      line
        ? [
            {
              id: `line ${label}`,
              group: "With these words" as const,
              label: `${label}: ${text}`,
              icon,
              act: { run: () => line.run(text) },
            },
          ]
        : [],
  );

/** Sends the typed text to the assistant, from any page. */
export const assistantCommand = (text: string): Command => ({
  id: "ask",
  group: "With these words",
  label: t`Ask the assistant: ${text}`,
  icon: Sparkles,
  act: { href: `/ai-assistant?ask=${encodeURIComponent(text)}` },
});

function page(label: string, href: string, icon: LucideIcon, keys?: string): Command {
  return {
    id: `page ${href}`,
    group: "Pages",
    label,
    keywords: "go to open",
    icon,
    act: { href },
    ...(keys ? { keys } : {}),
  };
}
