import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Each is one file to compile; `refusal` names the missing property. */
const PROGRAMS: Record<string, { text: string; refusal: string | null }> = {
  complete: {
    refusal: null,
    text: `import { optionalText } from "#platform/fields/field-kinds.ts";
export const field = optionalText({ label: "Nickname", max: 60, form: "line", search: "plain" });`,
  },
  label: {
    refusal: "'label' is missing",
    text: `import { optionalText } from "#platform/fields/field-kinds.ts";
export const field = optionalText({ max: 60, form: "line", search: "plain" });`,
  },
  search: {
    refusal: "'search' is missing",
    text: `import { optionalText } from "#platform/fields/field-kinds.ts";
export const field = optionalText({ label: "Nickname", max: 60, form: "line" });`,
  },
  form: {
    refusal: "'form' is missing",
    text: `import { optionalText } from "#platform/fields/field-kinds.ts";
export const field = optionalText({ label: "Nickname", max: 60, search: "plain" });`,
  },
  merge: {
    refusal: "'merge' is missing",
    text: `import { optionalText, type AnyField } from "#platform/fields/field-kinds.ts";
import type { ContactPlaces } from "#features/contacts/fields.ts";
export const field = {
  ...optionalText({ label: "Nickname", max: 60, form: "line", search: "plain" }),
  ...{ vcard: "nickname", shown: "fact" },
} as const satisfies AnyField & ContactPlaces;`,
  },
  elsewhere: {
    refusal: "'elsewhere' is missing",
    text: `import { optionalText, type AnyField } from "#platform/fields/field-kinds.ts";
import type { EventPlaces } from "#features/calendar/fields.ts";
export const field = {
  ...optionalText({ label: "Dress code", max: 60, form: "line", search: "B" }),
  ...{ concernsInvited: true },
} as const satisfies AnyField & EventPlaces;`,
  },
  kind: {
    refusal: "Type '\"colour\"' is not assignable",
    text: `import { optionalText, type AnyFields } from "#platform/fields/field-kinds.ts";
const text = optionalText({ label: "Colour", max: 60, form: "line", search: "none" });
export const fields = { colour: { ...text, kind: "colour" } } as const satisfies AnyFields;`,
  },
  part: {
    refusal: "'projectId' is missing",
    text: `import { RecordForm } from "#ui/forms/record-form.tsx";
import { formOf } from "#platform/fields/field-form.ts";
import { taskFields } from "#features/tasks/fields.ts";
const form = formOf(taskFields);
export const page = <RecordForm fields={form.fields} draft={form.blank} onChange={() => {}} parts={{}} />;`,
  },
};

test("a field with a missing property does not compile", { timeout: 120_000 }, async () => {
  await mkdir(join(ROOT, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(ROOT, ".cache/new-field-"));
  try {
    const settings = {
      extends: "../../tsconfig.json",
      compilerOptions: { incremental: false },
      include: ["."],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
    for (const [name, { text }] of Object.entries(PROGRAMS))
      await writeFile(join(folder, `${name}.tsx`), text);
    const output = await compile(folder);
    for (const [name, { refusal }] of Object.entries(PROGRAMS)) {
      const faults = output.filter(
        (line) => line.includes(`/${name}.tsx(`) || line.startsWith(`${name}.tsx(`),
      );
      if (refusal === null) expect(faults).toEqual([]);
      else expect(faults.join("\n")).toContain(refusal);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Lines of a compiler message after the first are indented: each message is one text here. */
const compile = (folder: string) =>
  new Promise<string[]>((done) => {
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    execFile(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { cwd: ROOT }, (_, stdout) =>
      done(stdout.split(/\n(?!\s)/)),
    );
  });
