import { Fragment, type ReactNode } from "react";
import { FieldPair } from "../layout/form-grid.tsx";
import { FORM_PARTS, type FormField, type PartProps } from "./form-parts.tsx";
import styles from "./record-form.module.css";

type FormFields = Readonly<Record<string, FormField>>;
type Part<T> = (props: PartProps<T>) => ReactNode;
type Name<D> = keyof D & string;

/** Kinds without a default component. */
type OwnPart = "reference" | "structure";

/** A form's own components. Required for fields of kinds without a default: omitting one does not compile. */
type Parts<F extends FormFields, D> = {
  [K in Name<D> & keyof F as F[K]["kind"] extends OwnPart ? K : never]: Part<D[K]>;
} & { [K in Name<D>]?: Part<D[K]> };

type RecordFormProps<F extends FormFields, D> = {
  fields: F;
  draft: D;
  onChange(draft: D): void;
  parts: Parts<F, D>;
  /** Error messages by field. */
  faults?: { [K in Name<D>]?: string | undefined } | undefined;
  /** Required fields have an asterisk. */
  marksRequired?: boolean | undefined;
  /** Replace the definition's own descriptions. */
  descriptions?: { [K in Name<D>]?: string | undefined };
  /** Content that is not a field, below the line of a field. */
  after?: { [K in Name<D>]?: ReactNode };
};

/** The fields of a record in the order of its definition: those of half width side by side. */
export function RecordForm<F extends FormFields, D extends object>(props: RecordFormProps<F, D>) {
  const names = Object.keys(props.fields).filter((name): name is Name<D> => name in props.draft);
  return (
    <div className={styles.fields}>
      {linesOf(names, (name) => props.fields[name]?.form === "half").map((line) => {
        const parts = line.map((name) => partOf(props, name, name === names[0]));
        return (
          <Fragment key={line.join()}>
            {line.length > 1 ? <FieldPair>{parts}</FieldPair> : parts}
            {line.map((name) => (
              <Fragment key={name}>{props.after?.[name]}</Fragment>
            ))}
          </Fragment>
        );
      })}
    </div>
  );
}

function partOf<F extends FormFields, D extends object>(
  props: RecordFormProps<F, D>,
  name: Name<D>,
  isFirst: boolean,
) {
  const { fields, draft, onChange, parts, faults, marksRequired = false, descriptions } = props;
  const field = fields[name];
  if (!field) return null;
  const own = Reflect.get(parts, name) as Part<D[Name<D>]> | undefined;
  const general =
    field.kind === "reference" || field.kind === "structure" ? undefined : FORM_PARTS[field.kind];
  const Part = own ?? (general as Part<D[Name<D>]> | undefined);
  if (!Part) return null;
  return (
    <Fragment key={name}>
      <Part
        field={field}
        value={draft[name]}
        onChange={(value) => onChange({ ...draft, [name]: value })}
        isFirst={isFirst}
        error={faults?.[name]}
        description={descriptions?.[name]}
        isMarkedRequired={marksRequired && field.kind.startsWith("required")}
      />
    </Fragment>
  );
}

/** Two neighbouring half-width fields share a line. */
function linesOf<N>(names: readonly N[], isHalfWidth: (name: N) => boolean): N[][] {
  const lines: N[][] = [];
  for (const name of names) {
    const last = lines.at(-1);
    const [first] = last ?? [];
    if (last?.length === 1 && first !== undefined && isHalfWidth(first) && isHalfWidth(name)) last.push(name);
    else lines.push([name]);
  }
  return lines;
}
