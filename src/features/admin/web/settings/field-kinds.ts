import type { SystemFields, SystemSecret } from "#platform/system-settings/fields.ts";
import type { ConnectionTarget } from "../../model.ts";

export type FieldName = keyof SystemFields;
type TextName = { [F in FieldName]: SystemFields[F] extends string ? F : never }[FieldName];
type NumberName = { [F in FieldName]: SystemFields[F] extends number ? F : never }[FieldName];
type SwitchName = { [F in FieldName]: SystemFields[F] extends boolean ? F : never }[FieldName];

export type Field = { label: string; description?: string } & (
  | { kind: "text" | "paragraph" | "zone"; name: TextName; longest: number }
  | { kind: "number"; name: NumberName }
  | {
      kind: "choice";
      name: "modelProvider" | "registration";
      options: readonly { value: string; label: string }[];
    }
  | { kind: "switch"; name: SwitchName }
  | { kind: "secret"; name: SystemSecret; test?: ConnectionTarget }
);

export type FieldGroup = { title: string; text: string; fields: readonly Field[]; test?: ConnectionTarget };

/** A field of one line. */
export const text = (name: TextName, label: string, longest: number, description?: string): Field => ({
  kind: "text",
  name,
  label,
  longest,
  ...(description && { description }),
});
