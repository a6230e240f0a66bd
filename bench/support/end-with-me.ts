import { spawn } from "node:child_process";

/**
 * However this process ends, also by kill -9: a small shell waits for it, then ends the program on the data folder and
 * its database server, and removes the folder. The shell ends by itself if the folder is gone already.
 */
export function endWithParent(dataDir: string, program?: number): void {
  const script = `
    end() {
      [ -n "$2" ] && kill "-$1" "$2" 2>/dev/null || return
      while kill -0 "$2" 2>/dev/null; do sleep 0.2; done
    }
    while kill -0 "$1" 2>/dev/null; do [ -d "$2" ] || exit; sleep 1; done
    end TERM "$3"
    end INT "$(head -n 1 "$2/postgres/postmaster.pid" 2>/dev/null)"
    rm -rf "$2"`;
  const words = [String(process.pid), dataDir, program === undefined ? "" : String(program)];
  spawn("/bin/sh", ["-c", script, "end-with-me", ...words], { detached: true, stdio: "ignore" }).unref();
}
