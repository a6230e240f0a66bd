import { z } from "zod";
import { Instant } from "../wire.ts";

/** An encoder that zod compiled, by output schema; null: one that cannot be compiled. */
const encoders = new WeakMap<z.ZodType, z.ZodType | null>();

/**
 * `z.encode`: converts Dates to ISO strings, drops columns that the schema does not name, and refuses what does not match.
 * zod compiles schemas only for parsing, so the wire form is parsed out of the output by a schema with the directions of
 * its codecs swapped. What that one refuses, `z.encode` encodes or refuses with its own message.
 */
export function encodeOutput(schema: z.ZodType, output: unknown): unknown {
  const encoded = encoderOf(schema)?.safeParse(output);
  return encoded?.success ? encoded.data : z.encode(schema, output);
}

function encoderOf(schema: z.ZodType): z.ZodType | null {
  let encoder = encoders.get(schema);
  if (encoder === undefined) {
    encoder = compile(schema);
    encoders.set(schema, encoder);
  }
  return encoder;
}

function compile(schema: z.ZodType): z.ZodType | null {
  try {
    return z.compile(swapped(schema, new Set()), { strict: true });
  } catch (error) {
    if (error instanceof NotSwapped || error instanceof z.ZodCompileUnsupportedError) return null;
    throw error;
  }
}

/** Parsing with this schema would not be the same as encoding with it backwards. */
class NotSwapped extends Error {}

const toText = z.codec(z.date(), z.iso.datetime({ offset: true }), {
  decode: (date) => date.toISOString(),
  encode: (text) => new Date(text),
});

/** Types that are the same in both directions, as they are without `coerce` and checks that change a value. */
const LEAVES = new Set([
  ...["string", "number", "boolean", "enum", "literal", "null"],
  ...["date", "unknown", "any", "never"],
]);

/** The schema that parses what `schema` encodes. `within`: the schemas around it, to detect one that contains itself. */
function swapped(schema: z.core.$ZodType, within: ReadonlySet<z.core.$ZodType>): z.ZodType {
  if (schema === Instant) return toText;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (within.has(schema)) throw new NotSwapped(def.type);
  const inner = (each: z.core.$ZodType) => swapped(each, new Set([...within, schema]));
  if (LEAVES.has(def.type) && !("coerce" in def && def.coerce) && !changesValue(def))
    return schema as z.ZodType;
  // A check of the whole would see the wire form instead of what was encoded.
  if (def.checks?.length) throw new NotSwapped(def.type);
  if (def.type === "nullable") return z.nullable(inner(def.innerType));
  if (def.type === "optional" && def.innerType._zod.optin === undefined)
    return z.optional(inner(def.innerType));
  if (def.type === "array") return z.array(inner(def.element));
  if (def.type === "union" && def.inclusive !== false) return z.union(def.options.map(inner));
  if (def.type === "object") {
    const shape = Object.entries(def.shape).map(([name, field]) => [name, inner(field)] as const);
    const plain = z.object(Object.fromEntries(shape));
    return def.catchall ? plain.catchall(inner(def.catchall)) : plain;
  }
  throw new NotSwapped(def.type);
}

const changesValue = ({ checks }: z.core.$ZodTypeDef) =>
  checks?.some(({ _zod: { def } }) => def.check === "overwrite" || def.check === "custom") === true;
