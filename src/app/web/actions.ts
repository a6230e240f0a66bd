import {
  BellOff,
  Brain,
  CalendarDays,
  CalendarPlus,
  ChartColumn,
  FolderPlus,
  Hourglass,
  Keyboard,
  ListPlus,
  type LucideIcon,
  MessageSquarePlus,
  Mic,
  PenLine,
  Plug,
  Search,
  Settings,
  Sparkles,
  SunMoon,
  Sunrise,
  Upload,
  UserPlus,
  UserRoundPlus,
} from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { runShortcut } from "#ui/keyboard/shortcuts.ts";
import { toggleTheme } from "#ui/theme/theme-choice.ts";
import { blockAnHour, markAllRead, QUICK_FORMS, type QuickForm } from "./quick-actions.ts";

export type Action = {
  label: string;
  description: string;
  icon: LucideIcon;
  /** The page to open, or the function to run. */
  act: { href: string } | { run(): unknown };
  /** For actions that need only one line: it is typed in the card, or is the text typed in the palette. */
  line?: QuickForm;
  /** In the notation of the shortcut registry. */
  keys?: string;
};

/** Actions available everywhere: the grid of quick actions and the palette show the same list. */
export const ACTIONS: readonly Action[] = [
  {
    label: t`Compose email`,
    description: t`Write a message, now or for later`,
    icon: PenLine,
    act: { href: "/email?compose=true" },
    line: QUICK_FORMS.email,
  },
  {
    label: t`Create task`,
    description: t`Write down what has to be done`,
    icon: ListPlus,
    act: { href: "/tasks?create=task" },
    line: QUICK_FORMS.task,
    keys: "c",
  },
  {
    label: t`Create project`,
    description: t`Gather tasks under one goal`,
    icon: FolderPlus,
    act: { href: "/tasks?create=project" },
    line: QUICK_FORMS.project,
  },
  {
    label: t`Create event`,
    description: t`Put it into the calendar`,
    icon: CalendarPlus,
    act: { href: "/calendar?create=event" },
    line: QUICK_FORMS.event,
  },
  {
    label: t`Add contact`,
    description: t`A name and an address`,
    icon: UserRoundPlus,
    act: { href: "/communication?create=contact" },
    line: QUICK_FORMS.contact,
  },
  {
    label: term("Remember", "gives the assistant a fact to remember"),
    description: t`A fact for the assistant`,
    icon: Brain,
    act: { href: "/ai-assistant" },
    line: QUICK_FORMS.memory,
  },
  {
    label: t`Block an hour`,
    description: t`Focus time from the next quarter on`,
    icon: Hourglass,
    act: { run: blockAnHour },
  },
  {
    label: t`Plan my day`,
    description: t`Find times for today’s tasks, preparation and answers`,
    icon: Sunrise,
    act: { href: "/calendar?plan=day" },
  },
  {
    label: t`Plan my week`,
    description: t`The same for the next seven days`,
    icon: CalendarDays,
    act: { href: "/calendar?plan=week" },
  },
  {
    label: t`Mark notifications read`,
    description: t`All of them, at once`,
    icon: BellOff,
    act: { run: markAllRead },
  },
  {
    label: t`New conversation`,
    description: t`Write to a contact, or begin a group`,
    icon: MessageSquarePlus,
    act: { href: "/communication?create=conversation" },
  },
  {
    label: t`Invite a colleague`,
    description: t`Share a workspace and its decisions`,
    icon: UserPlus,
    act: { href: "/team?create=invitation" },
    line: QUICK_FORMS.invitation,
  },
  {
    label: t`Generate briefing`,
    description: t`Your tasks, meetings and mail of today`,
    icon: Sunrise,
    act: { href: "/daily-ops?generate=true" },
  },
  {
    label: t`Speak a command`,
    description: t`Say or type what should be done`,
    icon: Mic,
    act: { href: "/daily-ops?tab=voice" },
  },
  {
    label: t`Connect an account`,
    description: t`Mail, calendars and messengers you use elsewhere`,
    icon: Plug,
    act: { href: "/integrations" },
  },
  {
    label: t`Upload document`,
    description: t`Keep a file, find it and share it`,
    icon: Upload,
    act: { href: "/documents?upload=true" },
  },
  {
    label: t`Ask the assistant`,
    description: t`Open the conversation in full size`,
    icon: Sparkles,
    act: { href: "/ai-assistant" },
  },
  {
    label: t`See your productivity`,
    description: t`Figures from your own work`,
    icon: ChartColumn,
    act: { href: "/analytics" },
  },
  {
    label: t`Search everything`,
    description: t`Pages, actions and records`,
    icon: Search,
    act: { run: () => runShortcut("mod+k") },
    keys: "mod+k",
  },
  {
    label: t`Switch theme`,
    description: t`Light by day, dark by night`,
    icon: SunMoon,
    act: { run: toggleTheme },
  },
  {
    label: t`Keyboard shortcuts`,
    description: t`Everything the keys can do`,
    icon: Keyboard,
    act: { run: () => runShortcut("?") },
    keys: "?",
  },
  {
    label: t`Open settings`,
    description: t`Profile, security and preferences`,
    icon: Settings,
    act: { href: "/settings" },
  },
];
