import { t, term } from "#i18n/message.ts";

/** A place inside a page: found by its words, and hidden while nothing is typed. */
type Destination = { label: string; keywords: string; href: string };

const destination = (label: string, keywords: string, href: string): Destination => ({
  label,
  keywords,
  href,
});

export const DESTINATIONS: readonly Destination[] = [
  destination(t`Create decision`, "vote poll team", "/team?tab=decisions&create=decision"),
  destination(t`Create workspace`, "team board group", "/team?tab=workspaces&create=workspace"),
  destination(t`Promises`, "owe waiting requests", "/promises"),
  destination(t`Write down a promise`, "owe", "/promises?create=promise"),
  destination(t`Approvals`, "agents assistant proposals waiting", "/ai-assistant?tab=approvals"),
  destination(
    term("Open decisions", "a list of decisions that are open"),
    "vote polls team",
    "/team?tab=decisions",
  ),
  destination(t`Email templates`, "snippets texts mail", "/email?tab=templates"),
  destination(t`Mail accounts`, "imap smtp connect email", "/email?tab=integrations"),
  destination(t`Task board`, "kanban columns status", "/tasks?view=board"),
  destination(t`Overdue tasks`, "late due", "/tasks?due=overdue"),
  destination(t`Tasks due today`, "today", "/tasks?due=today"),
  destination(t`Calendar agenda`, "list of events schedule", "/calendar?view=agenda"),
  destination(t`Week in the calendar`, "calendar view", "/calendar?view=week"),
  destination(t`Day in the calendar`, "calendar view", "/calendar?view=day"),
  destination(t`Documents shared with me`, "files", "/documents?show=withMe"),
  destination(t`Favorite documents`, "files starred", "/documents?show=favorites"),
  destination(t`Weather`, "forecast", "/daily-ops?tab=weather"),
  destination(t`Traffic`, "commute leave", "/daily-ops?tab=traffic"),
  destination(t`News`, "feeds headlines", "/daily-ops?tab=news"),
  destination(t`Notifications`, "notices reminders", "/daily-ops?tab=notifications"),
  destination(
    t`Calendars and booking pages`,
    "subscribe import caldav feeds share availability",
    "/calendar?show=calendars",
  ),
  destination(t`Calendar settings`, "working hours second zone", "/calendar?show=settings"),
  destination(
    t`Planning settings`,
    "plan focus hours breaks limits pause preparation",
    "/calendar?show=planning",
  ),
  destination(t`What if…`, "plan trip away move drop meeting missing breaks", "/calendar?plan=what-if"),
  destination(
    t`Wrap up the day`,
    "evening review today plan done open tomorrow unfinished",
    "/calendar?review=day",
  ),
  destination(
    t`Review my week`,
    "weekly review plan hours done missed moved where time went",
    "/calendar?review=week",
  ),
  destination(t`Deleted tasks`, "trash restore", "/tasks?trash=true"),
  destination(t`Deleted emails`, "trash restore mail", "/email?trash=true"),
  destination(t`Deleted events`, "trash restore calendar", "/calendar?trash=true"),
  destination(t`Deleted documents`, "trash restore files", "/documents?trash=true"),
  destination(t`Deleted contacts`, "trash restore people", "/communication?tab=contacts&trash=true"),
  destination(t`Deleted decisions`, "trash restore team", "/team?tab=decisions&trash=true"),
  destination(t`Contacts`, "people addresses import merge vcard", "/communication?tab=contacts"),
  destination(t`Archived conversations`, "messages chats", "/communication?archived=true"),
  destination(t`Projects`, "tasks goals", "/tasks?tab=projects"),
  destination(t`Mail and messenger connections`, "integrations sync providers webhooks", "/integrations"),
  destination(
    t`Daily Operations settings`,
    "briefing time weather traffic news feeds",
    "/settings?tab=daily-operations",
  ),
  destination(t`Locations`, "settings places home office", "/settings?tab=locations"),
  destination(t`Profile`, "settings name time zone language picture", "/settings?tab=profile"),
  destination(t`Appearance`, "settings theme density colours", "/settings?tab=appearance"),
  destination(t`Notification settings`, "quiet hours push", "/settings?tab=notifications"),
  destination(t`Mail settings`, "signature undo send", "/settings?tab=mail"),
  destination(t`Change password`, "settings security sessions passkey two-factor", "/settings?tab=security"),
  destination(t`API keys and agents`, "settings mcp tokens access", "/settings?tab=api-keys"),
  destination(t`Export or delete your data`, "settings download account", "/settings?tab=data"),
];
