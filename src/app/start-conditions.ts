import { accessSync, constants, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import type { Config } from "#platform/config/config.ts";
import { StartError } from "#platform/database/start-error.ts";

/** Throws a StartError where the port cannot be had. Asked before anything is touched. */
export function checkPort({ host, port }: Pick<Config, "host" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(portError(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** The message for an address that the system does not allow to bind. */
export function portError(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  const messages: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program; stop it or set PORT`,
    EACCES: `Port ${port} may only be used by the system's administrator; set PORT to 1024 or more`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
    ENOTFOUND: `HOST ${host} is not known`,
  };
  return new StartError(
    messages[error.code ?? ""] ?? `Cannot listen on ${host}:${port}: ${error.message}`,
    error,
  );
}

/** Throws a StartError where files cannot be kept in the data folder. Creates it where it is missing. */
export function checkDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = { ENOSPC: "the disk is full", EROFS: "the disk is read-only" }[code ?? ""];
    const problem =
      reason ?? (code === "ENOTDIR" || code === "EEXIST" ? "it is not a folder" : "it is not writable");
    throw new StartError(
      `The data folder ${folder} cannot be used: ${problem}; fix it or set DATA_DIR`,
      error,
    );
  }
}

/** Throws a StartError if new people could never sign in, because no mail can deliver their confirmation link. */
export function checkConfirmation(
  { requireEmailConfirmation }: Pick<Config, "requireEmailConfirmation">,
  sendsMail: boolean,
): void {
  if (requireEmailConfirmation && !sendsMail)
    throw new StartError(
      "REQUIRE_EMAIL_CONFIRMATION needs a way to send mail: set SMTP_HOST and SMTP_FROM_EMAIL, " +
        "or start without it and enter the SMTP server on /admin/settings first",
    );
}
