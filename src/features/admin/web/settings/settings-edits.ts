import type { SystemFields, SystemSecret } from "#platform/system-settings/fields.ts";
import type { systemSettings } from "../api.ts";

export type Settings = Awaited<ReturnType<typeof systemSettings.get.call>>;

/** Unsaved edits: values of fields, and new secrets or null to remove one. Numbers are text until they are saved. */
export type Edits = Partial<Omit<SystemFields, NumberName>> & { [N in NumberName]?: string } & {
  [S in SystemSecret]?: string | null;
};
export type EditName = keyof Edits;
export const NUMBERS = ["smtpPort", "modelCallsPerDay"] as const;
type NumberName = (typeof NUMBERS)[number];

/** The edits, and the stored settings when the person started to edit. */
export type Editing = { base: Settings; edits: Edits };

export const untouched = (stored: Settings): Editing => ({ base: stored, edits: {} });

export const editedNames = ({ edits }: Pick<Editing, "edits">) => Object.keys(edits) as EditName[];

/** A value that is already stored is no edit. The first edit sets `base`. */
export function withEdit(
  editing: Editing,
  stored: Settings,
  name: EditName,
  value: Edits[EditName],
): Editing {
  const { [name]: _, ...others } = editing.edits;
  const isStored = value === undefined || value === storedValue(stored, name);
  const edits = (isStored ? others : { ...others, [name]: value }) as Edits;
  return { base: editedNames(editing).length === 0 ? stored : editing.base, edits };
}

/** The edits made while `sent` was being saved, including values set back to what was stored before. */
export function typedSince({ base, edits }: Editing, sent: Editing, saved: Settings): Editing {
  const names = new Set([...editedNames({ edits }), ...editedNames(sent)]);
  let since = untouched(saved);
  for (const name of names) {
    const value = name in edits ? edits[name] : storedValue(base, name);
    if (value !== sent.edits[name]) since = withEdit(since, saved, name, value);
  }
  return since;
}

/** Values of secrets are unknown here: their field is empty, which means unchanged. */
export function storedValue(stored: Settings, name: EditName): string | boolean {
  if (name in stored.secrets) return "";
  const value = stored[name as keyof SystemFields];
  return typeof value === "number" ? String(value) : value;
}

/** Fields edited here that another administrator changed to a different value. */
export const clashes = ({ base, edits }: Editing, stored: Settings): EditName[] =>
  editedNames({ edits }).filter((name) => {
    const now = storedValue(stored, name);
    return now !== storedValue(base, name) && now !== edits[name];
  });

/** SYS-13: the port is read as an integer; undefined where there is none in it. */
export function parsePort(typed: string): number | undefined {
  const port = Number.parseInt(typed, 10);
  return Number.isNaN(port) ? undefined : port;
}

/** The edits as input of the server; numbers that cannot be parsed are left out. */
export function asInput({ smtpPort, modelCallsPerDay, ...rest }: Edits) {
  const port = smtpPort === undefined ? undefined : parsePort(smtpPort);
  const calls = modelCallsPerDay === undefined ? undefined : parsePort(modelCallsPerDay);
  return {
    ...rest,
    ...(port !== undefined && { smtpPort: port }),
    ...(calls !== undefined && { modelCallsPerDay: calls }),
  };
}
