import { createHash } from "node:crypto";
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statfsSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../start-error.ts";
import { canEnter, exists, type ServerUser, serverUser } from "./server-user.ts";

/** The folders of the embedded server of one data folder. */
export type ClusterFolder = {
  /** PostgreSQL's data directory: `DATA_DIR/postgres`, links resolved. */
  cluster: string;
  /** The folder of the cluster and of everything else that the server needs on disk. */
  home: string;
  socketFolder: string;
  logFile: string;
  user: ServerUser | null;
};

const SHARED_HOME = "/var/lib/adjutant";
const MEGABYTE = 2 ** 20;
/** Types of network file systems as Linux numbers them: NFS, SMB, CIFS, SMB2, 9P. */
const NETWORK_FILE_SYSTEMS = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997]);

/** Chooses the folders; throws StartError, before anything is written, for those that cannot hold a database. */
export function clusterFolder(dataDir: string, report: (line: string) => void): ClusterFolder {
  prepareDataDir(dataDir);
  const link = join(dataDir, "postgres");
  const user = serverUser([link, dataDir]);
  if (!exists(link) && !canEnter(dataDir, user)) {
    const elsewhere = sharedHome(dataDir, user);
    report(`PostgreSQL cannot reach ${dataDir} as an ordinary user: the database is kept in ${elsewhere}.`);
    symlinkSync(join(elsewhere, "postgres"), link);
  }
  const cluster = isLink(link) ? readlinkSync(link) : join(realpathSync(dataDir), "postgres");
  const home = dirname(cluster);
  checkDisk(home, existsSync(cluster) ? 24 * MEGABYTE : 128 * MEGABYTE);
  return {
    cluster,
    home,
    socketFolder: `/tmp/adjutant-${digest(cluster)}`,
    logFile: join(dataDir, "postgres.log"),
    user,
  };
}

function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} is not writable`, error);
  }
}

const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function sharedHome(dataDir: string, user: ServerUser | null): string {
  const home = join(SHARED_HOME, digest(realpathSync(dataDir)));
  try {
    mkdirSync(home, { recursive: true, mode: 0o711 });
  } catch (error) {
    throw new StartError(
      `${dataDir} is not accessible to ordinary users and ${home} cannot be created`,
      error,
    );
  }
  if (canEnter(home, user)) return home;
  throw new StartError(
    `PostgreSQL can access neither ${dataDir} nor ${home} as an ordinary user; set DATA_DIR`,
  );
}

function checkDisk(folder: string, needed: number): void {
  const { type, bavail, bsize } = statfsSync(folder);
  if (process.platform === "linux" && NETWORK_FILE_SYSTEMS.has(type))
    throw new StartError(`${folder} is on a network file system, which can corrupt a database; set DATA_DIR`);
  const free = bavail * bsize;
  if (free >= needed) return;
  const inMegabytes = (bytes: number) => `${Math.floor(bytes / MEGABYTE)} MB`;
  throw new StartError(
    `The disk of ${folder} is full: ${inMegabytes(free)} free, ${inMegabytes(needed)} needed to start`,
  );
}

/**
 * Creates the folder of the socket: short, because a socket's path may have 107 bytes; closed to others, because
 * everybody who reaches the socket is trusted.
 */
export function openSocketFolder({ socketFolder: folder, user }: ClusterFolder): void {
  const owner = user?.uid ?? process.getuid?.();
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST")
      throw new StartError(`The socket folder ${folder} cannot be created`, error);
  }
  const { uid, mode } = lstatSync(folder);
  if (uid !== owner || (mode & 0o077) !== 0 || isLink(folder))
    throw new StartError(`The socket folder ${folder} belongs to another user; remove it and start again`);
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
