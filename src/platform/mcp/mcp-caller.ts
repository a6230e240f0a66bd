import type { Actor } from "#platform/capability/actor.ts";
import type { Log } from "#platform/log/log.ts";

export type Asked = { actor: Actor; requestId: string; address: string; log: Log };
