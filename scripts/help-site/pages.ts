/** The order of the help: groups of the side navigation, and the files below `docs/` in each. */
export const GROUPS: readonly { title: string; files: readonly string[] }[] = [
  { title: "Start", files: ["index.md", "user/first-day.md"] },
  {
    title: "Your work",
    files: [
      "user/mail.md",
      "user/calendar.md",
      "user/tasks.md",
      "user/promises.md",
      "user/documents.md",
      "user/decisions.md",
      "user/messages-and-calls.md",
      "user/briefings.md",
      "user/assistant.md",
      "user/undo-and-trash.md",
      "user/keys.md",
    ],
  },
  {
    title: "Administrators",
    files: [
      "administrator/install.md",
      "administrator/accounts.md",
      "administrator/backup.md",
      "administrator/mail-server.md",
      "administrator/google-and-microsoft.md",
      "administrator/health.md",
      "operations.md",
      "scaling.md",
    ],
  },
  { title: "Programs", files: ["api.md", "mcp.md"] },
  { title: "Words", files: ["glossary.md"] },
];

/** Below `docs/`, for people who work on the code: not part of the help. */
export const FOR_DEVELOPERS = /^(architecture(-reference)?\.md$|design\.md$|decisions\/)/;

export const FILES = GROUPS.flatMap(({ files }) => files);

/** The URL of a file of `docs/`: `user/mail.md` is served at `/help/user/mail`. */
export const addressOf = (file: string) =>
  file === "index.md" ? "/help" : `/help/${file.replace(/\.md$/, "")}`;
