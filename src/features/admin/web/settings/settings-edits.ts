import type { SystemFields, SystemSecret } from "#platform/system-settings/fields.ts";
import type { systemSettings } from "../api.ts";

export type Settings = Awaited<ReturnType<typeof systemSettings.get.call>>;

/** What is typed: values of fields; of secrets the new one, or null to remove it. Numbers are text until they are saved. */
export type Edits = Partial<Omit<SystemFields, NumberName>> & { [N in NumberName]?: string } & {
  [S in SystemSecret]?: string | null;
};
export type EditName = keyof Edits;
export const NUMBERS = ["smtpPort", "modelCallsPerDay"] as const;
type NumberName = (typeof NUMBERS)[number];

/** What the person typed over what was stored when they began. */
export type Editing = { base: Settings; edits: Edits };

export const untouched = (stored: Settings): Editing => ({ base: stored, edits: {} });

export const editedNames = ({ edits }: Pick<Editing, "edits">) => Object.keys(edits) as EditName[];

/** What is stored already is no edit. The first edit fixes what the person began from. */
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

/** What was typed while `sent` was on its way is still to be saved, also where it was put back to what had been stored. */
export function typedSince({ base, edits }: Editing, sent: Editing, saved: Settings): Editing {
  const names = new Set([...editedNames({ edits }), ...editedNames(sent)]);
  let since = untouched(saved);
  for (const name of names) {
    const value = name in edits ? edits[name] : storedValue(base, name);
    if (value !== sent.edits[name]) since = withEdit(since, saved, name, value);
  }
  return since;
}

/** Of secrets nothing is known: an empty field is one that stays as it is. */
export function storedValue(stored: Settings, name: EditName): string | boolean {
  if (name in stored.secrets) return "";
  const value = stored[name as keyof SystemFields];
  return typeof value === "number" ? String(value) : value;
}

/** Fields that were changed here and, to something else, by another administrator. */
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

/** As the server takes it; what is no number stays out. */
export function asInput({ smtpPort, modelCallsPerDay, ...rest }: Edits) {
  const port = smtpPort === undefined ? undefined : parsePort(smtpPort);
  const calls = modelCallsPerDay === undefined ? undefined : parsePort(modelCallsPerDay);
  return {
    ...rest,
    ...(port !== undefined && { smtpPort: port }),
    ...(calls !== undefined && { modelCallsPerDay: calls }),
  };
}
