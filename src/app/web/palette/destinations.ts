/** A place inside a page: found by its words, and hidden while nothing is typed. */
type Destination = { label: string; keywords: string; href: string };

const destination = (label: string, keywords: string, href: string): Destination => ({
  label,
  keywords,
  href,
});

export const DESTINATIONS: readonly Destination[] = [
  destination("Create decision", "vote poll team", "/team?tab=decisions&create=decision"),
  destination("Create workspace", "team board group", "/team?tab=workspaces&create=workspace"),
  destination("Approvals", "agents assistant proposals waiting", "/ai-assistant?tab=approvals"),
  destination("Open decisions", "vote polls team", "/team?tab=decisions"),
  destination("Email templates", "snippets texts mail", "/email?tab=templates"),
  destination("Mail accounts", "imap smtp connect email", "/email?tab=integrations"),
  destination("Task board", "kanban columns status", "/tasks?view=board"),
  destination("Overdue tasks", "late due", "/tasks?due=overdue"),
  destination("Tasks due today", "today", "/tasks?due=today"),
  destination("Calendar agenda", "list of events schedule", "/calendar?view=agenda"),
  destination("Week in the calendar", "calendar view", "/calendar?view=week"),
  destination("Day in the calendar", "calendar view", "/calendar?view=day"),
  destination("Documents shared with me", "files", "/documents?show=withMe"),
  destination("Favorite documents", "files starred", "/documents?show=favorites"),
  destination("Weather", "forecast", "/daily-ops?tab=weather"),
  destination("Traffic", "commute leave", "/daily-ops?tab=traffic"),
  destination("News", "feeds headlines", "/daily-ops?tab=news"),
  destination("Notifications", "notices reminders", "/daily-ops?tab=notifications"),
  destination(
    "Calendars and booking pages",
    "subscribe import caldav feeds share availability",
    "/calendar?show=calendars",
  ),
  destination("Calendar settings", "working hours second zone", "/calendar?show=settings"),
  destination("Deleted tasks", "trash restore", "/tasks?trash=true"),
  destination("Deleted emails", "trash restore mail", "/email?trash=true"),
  destination("Deleted events", "trash restore calendar", "/calendar?trash=true"),
  destination("Deleted documents", "trash restore files", "/documents?trash=true"),
  destination("Deleted contacts", "trash restore people", "/communication?tab=contacts&trash=true"),
  destination("Deleted decisions", "trash restore team", "/team?tab=decisions&trash=true"),
  destination("Contacts", "people addresses import merge vcard", "/communication?tab=contacts"),
  destination("Archived conversations", "messages chats", "/communication?archived=true"),
  destination("Projects", "tasks goals", "/tasks?tab=projects"),
  destination("Mail and messenger connections", "integrations sync providers webhooks", "/integrations"),
  destination(
    "Daily Operations settings",
    "briefing time weather traffic news feeds",
    "/settings?tab=daily-operations",
  ),
  destination("Locations", "settings places home office", "/settings?tab=locations"),
  destination("Profile", "settings name time zone language picture", "/settings?tab=profile"),
  destination("Appearance", "settings theme density colours", "/settings?tab=appearance"),
  destination("Notification settings", "quiet hours push", "/settings?tab=notifications"),
  destination("Mail settings", "signature undo send", "/settings?tab=mail"),
  destination("Change password", "settings security sessions passkey two-factor", "/settings?tab=security"),
  destination("API keys and agents", "settings mcp tokens access", "/settings?tab=api-keys"),
  destination("Export or delete your data", "settings download account", "/settings?tab=data"),
];

export const ADMIN_DESTINATIONS: readonly Destination[] = [
  destination("Health of the instance", "admin operations", "/admin/operations?tab=health"),
  destination("Jobs", "admin operations queue retry", "/admin/operations?tab=jobs"),
  destination("Backups", "admin operations restore", "/admin/operations?tab=backups"),
  destination("Accounts", "admin operations lock impersonate", "/admin/operations?tab=accounts"),
  destination("Audit log", "admin history changes", "/admin/audit"),
];
