import { execFileSync } from "node:child_process";
import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The user that PostgreSQL runs as if the program is root, as which PostgreSQL refuses to run. */
export type ServerUser = { uid: number; gid: number };

/**
 * Null where the program is not root: the server then runs as the same user. Otherwise the owner of the first of
 * these folders that root does not own, else `postgres`, else `nobody`; no user is created.
 */
export function serverUser(folders: readonly string[]): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const folder of folders) {
    const owner = statSync(folder, { throwIfNoEntry: false });
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  return findUser("postgres") ?? findUser("nobody") ?? { uid: 65_534, gid: 65_534 };
}

/** True if this user may enter the folder and every folder above it (mode bits only, no access control lists). */
export function canEnter(folder: string, user: ServerUser | null): boolean {
  if (!user) return true;
  let path = realpathSync(folder);
  while (mayEnter(path, user)) {
    if (path === dirname(path)) return true;
    path = dirname(path);
  }
  return false;
}

/** True if the entry exists; a symbolic link without a target counts. */
export const exists = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function mayEnter(folder: string, user: ServerUser): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function findUser(name: string): ServerUser | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    // `id` fails for a user that does not exist.
    return null;
  }
}
