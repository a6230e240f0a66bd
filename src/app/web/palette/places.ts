/** What lies below a page: found by its words, and not shown where nothing is typed. */
type Place = { label: string; keywords: string; href: string };

const place = (label: string, keywords: string, href: string): Place => ({ label, keywords, href });

export const PLACES: readonly Place[] = [
  place("Create decision", "vote poll team", "/team?tab=decisions&create=decision"),
  place("Create workspace", "team board group", "/team?tab=workspaces&create=workspace"),
  place("Approvals", "agents assistant proposals waiting", "/ai-assistant?tab=approvals"),
  place("Open decisions", "vote polls team", "/team?tab=decisions"),
  place("Email templates", "snippets texts mail", "/email?tab=templates"),
  place("Mail accounts", "imap smtp connect email", "/email?tab=integrations"),
  place("Task board", "kanban columns status", "/tasks?view=board"),
  place("Overdue tasks", "late due", "/tasks?due=overdue"),
  place("Tasks due today", "today", "/tasks?due=today"),
  place("Calendar agenda", "list of events schedule", "/calendar?view=agenda"),
  place("Week in the calendar", "calendar view", "/calendar?view=week"),
  place("Day in the calendar", "calendar view", "/calendar?view=day"),
  place("Documents shared with me", "files", "/documents?show=withMe"),
  place("Favorite documents", "files starred", "/documents?show=favorites"),
  place("Weather", "forecast", "/daily-ops?tab=weather"),
  place("Traffic", "commute leave", "/daily-ops?tab=traffic"),
  place("News", "feeds headlines", "/daily-ops?tab=news"),
  place("Notifications", "notices reminders", "/daily-ops?tab=notifications"),
  place(
    "Calendars and booking pages",
    "subscribe import caldav feeds share availability",
    "/calendar?show=calendars",
  ),
  place("Calendar settings", "working hours week start zone", "/calendar?show=settings"),
  place("Deleted tasks", "trash restore", "/tasks?trash=true"),
  place("Deleted emails", "trash restore mail", "/email?trash=true"),
  place("Deleted events", "trash restore calendar", "/calendar?trash=true"),
  place("Deleted documents", "trash restore files", "/documents?trash=true"),
  place("Deleted contacts", "trash restore people", "/communication?tab=contacts&trash=true"),
  place("Deleted decisions", "trash restore team", "/team?tab=decisions&trash=true"),
  place("Contacts", "people addresses import merge vcard", "/communication?tab=contacts"),
  place("Archived conversations", "messages chats", "/communication?archived=true"),
  place("Projects", "tasks goals", "/tasks?tab=projects"),
  place("Mail and messenger connections", "integrations sync providers webhooks", "/integrations"),
  place(
    "Daily Operations settings",
    "briefing time weather traffic news feeds",
    "/settings?tab=daily-operations",
  ),
  place("Locations", "settings places home office", "/settings?tab=locations"),
  place("Profile", "settings name time zone language picture", "/settings?tab=profile"),
  place("Appearance", "settings theme density colours", "/settings?tab=appearance"),
  place("Notification settings", "quiet hours push", "/settings?tab=notifications"),
  place("Mail settings", "signature undo send", "/settings?tab=mail"),
  place("Change password", "settings security sessions passkey two-factor", "/settings?tab=security"),
  place("API keys and agents", "settings mcp tokens access", "/settings?tab=api-keys"),
  place("Export or delete your data", "settings download account", "/settings?tab=data"),
];

export const ADMIN_DOINGS: readonly Place[] = [
  place("Health of the instance", "admin operations", "/admin/operations?tab=health"),
  place("Jobs", "admin operations queue retry", "/admin/operations?tab=jobs"),
  place("Backups", "admin operations restore", "/admin/operations?tab=backups"),
  place("Accounts", "admin operations lock impersonate", "/admin/operations?tab=accounts"),
  place("Audit log", "admin history changes", "/admin/audit"),
];
