import {
  BellOff,
  Brain,
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
    label: "Compose email",
    description: "Write a message, now or for later",
    icon: PenLine,
    act: { href: "/email?compose=true" },
    line: QUICK_FORMS.email,
  },
  {
    label: "Create task",
    description: "Write down what has to be done",
    icon: ListPlus,
    act: { href: "/tasks?create=task" },
    line: QUICK_FORMS.task,
    keys: "c",
  },
  {
    label: "Create project",
    description: "Gather tasks under one goal",
    icon: FolderPlus,
    act: { href: "/tasks?create=project" },
    line: QUICK_FORMS.project,
  },
  {
    label: "Create event",
    description: "Put it into the calendar",
    icon: CalendarPlus,
    act: { href: "/calendar?create=event" },
    line: QUICK_FORMS.event,
  },
  {
    label: "Add contact",
    description: "A name and an address",
    icon: UserRoundPlus,
    act: { href: "/communication?create=contact" },
    line: QUICK_FORMS.contact,
  },
  {
    label: "Remember",
    description: "A fact for the assistant",
    icon: Brain,
    act: { href: "/ai-assistant" },
    line: QUICK_FORMS.memory,
  },
  {
    label: "Block an hour",
    description: "Focus time from the next quarter on",
    icon: Hourglass,
    act: { run: blockAnHour },
  },
  {
    label: "Mark notifications read",
    description: "All of them, at once",
    icon: BellOff,
    act: { run: markAllRead },
  },
  {
    label: "New conversation",
    description: "Write to a contact, or begin a group",
    icon: MessageSquarePlus,
    act: { href: "/communication?create=conversation" },
  },
  {
    label: "Invite a colleague",
    description: "Share a workspace and its decisions",
    icon: UserPlus,
    act: { href: "/team?create=invitation" },
    line: QUICK_FORMS.invitation,
  },
  {
    label: "Generate briefing",
    description: "Your tasks, meetings and mail of today",
    icon: Sunrise,
    act: { href: "/daily-ops?generate=true" },
  },
  {
    label: "Speak a command",
    description: "Say or type what should be done",
    icon: Mic,
    act: { href: "/daily-ops?tab=voice" },
  },
  {
    label: "Connect an account",
    description: "Mail, calendars and messengers you use elsewhere",
    icon: Plug,
    act: { href: "/integrations" },
  },
  {
    label: "Upload document",
    description: "Keep a file, find it and share it",
    icon: Upload,
    act: { href: "/documents?upload=true" },
  },
  {
    label: "Ask the assistant",
    description: "Open the conversation in full size",
    icon: Sparkles,
    act: { href: "/ai-assistant" },
  },
  {
    label: "See your productivity",
    description: "Figures from your own work",
    icon: ChartColumn,
    act: { href: "/analytics" },
  },
  {
    label: "Search everything",
    description: "Pages, actions and records",
    icon: Search,
    act: { run: () => runShortcut("mod+k") },
    keys: "mod+k",
  },
  {
    label: "Switch theme",
    description: "Light by day, dark by night",
    icon: SunMoon,
    act: { run: toggleTheme },
  },
  {
    label: "Keyboard shortcuts",
    description: "Everything the keys can do",
    icon: Keyboard,
    act: { run: () => runShortcut("?") },
    keys: "?",
  },
  {
    label: "Open settings",
    description: "Profile, security and preferences",
    icon: Settings,
    act: { href: "/settings" },
  },
];
