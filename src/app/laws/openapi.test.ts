import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { catalogues, type Descriptions } from "#platform/describe/catalogue.ts";
import {
  type DescribedField,
  describedInput,
  describeInput,
  describeOutput,
  generalDescriptions,
} from "#platform/describe/describe-schema.ts";
import { apiPage } from "#platform/http/api-page.ts";
import { openApiDocument } from "#platform/http/openapi.ts";
import { type JsonSchema, restRoutes } from "#platform/http/rest-routes.ts";
import examples from "../api-examples.json" with { type: "json" };
import { aTestServer } from "../factory.ts";
import { registry } from "../slices.ts";

// The document from which strangers generate clients: it names everything, describes everything, and repeats nothing.

const routes = restRoutes(registry);
const document = openApiDocument(routes, "https://desk.example", examples);
const capabilities = [...registry.values()];

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { in?: string; name?: string; description?: string }[];
  requestBody?: unknown;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...{ path, method, operation: operation as Operation },
  })),
);
const ids = operations.map(({ operation }) => operation.operationId);

test("it is valid OpenAPI 3.1 and has every capability once by its name", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  const named = ids.filter((id) => !/^(files|events\.stream)\b/.test(id) && !id.endsWith(".post"));
  expect(named.toSorted()).toEqual([...registry.keys()].toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test("every reference leads to a component, and every component is used", () => {
  const text = JSON.stringify(document);
  const used = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );
  const { responses, schemas, parameters } = document.components;
  const there = Object.entries({ responses, schemas, parameters }).flatMap(([kind, members]) =>
    Object.keys(members).map((name) => `${kind}/${name}`),
  );
  expect([...used].filter((name) => !there.includes(name))).toEqual([]);
  // Shapes of streamed messages have no place of their own in OpenAPI 3.1; the operations name them.
  expect(there.filter((name) => !used.has(name))).toEqual(["schemas/Change"]);
});

test("no object of more than five fields is written out twice", () => {
  const places = new Map<string, string[]>();
  const walk = (value: unknown, place: string) => {
    if (typeof value !== "object" || value === null) return;
    const { properties } = value as JsonSchema;
    if (Object.keys(properties ?? {}).length > 5 && !/^\/components\/schemas\/\w+$/.test(place))
      places.set(JSON.stringify(value), [...(places.get(JSON.stringify(value)) ?? []), place]);
    for (const [name, part] of Object.entries(value)) walk(part, `${place}/${name}`);
  };
  walk(document, "");
  expect([...places.values()].filter((each) => each.length > 1)).toEqual([]);
});

test("it is small enough to be read by a program at once", () => {
  expect(JSON.stringify(document).length).toBeLessThan(1_250_000);
});

const described = (describe: typeof describeInput) => {
  const fields: DescribedField[] = [];
  for (const capability of capabilities)
    describe(capability, { components: {}, onField: (field) => fields.push(field) });
  return fields;
};
const fields = [...described(describeInput), ...described(describeOutput)];

test("every field of every input and output has a description that says more than its name", () => {
  expect(fields.filter(({ text }) => !text).map(({ place }) => place)).toEqual([]);
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  const echoes = fields.filter(
    ({ place, text = "" }) => letters(text) === letters(place.split(".").at(-1) ?? ""),
  );
  expect([...new Set(echoes.map(({ place }) => place))]).toEqual([]);
  const empty = fields.filter(({ text = "" }) => /^(The|One|An?) \w+\.$/.test(text));
  expect([...new Set(empty.map(({ place }) => place))]).toEqual([]);
  for (const { text = "", place } of fields) expect(text, place).toMatch(/^[A-Z`0-9].*[.…]$/s);
});

test("no entry of a catalogue is left over", () => {
  const used = new Map<Descriptions, Set<string>>();
  for (const { catalogue, key } of fields)
    if (key) used.set(catalogue, (used.get(catalogue) ?? new Set()).add(key));
  const names = new Set(capabilities.map(({ name }) => name));
  const resources = new Set(capabilities.map(({ resource }) => resource));
  for (const catalogue of [generalDescriptions, ...catalogues()]) {
    expect(Object.keys(catalogue.fields).filter((key) => !used.get(catalogue)?.has(key))).toEqual([]);
    expect(Object.keys(catalogue.operations ?? {}).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(catalogue.resources ?? {}).filter((name) => !resources.has(name))).toEqual([]);
    const unused = Object.keys(catalogue.schemas ?? {}).filter(
      (name) => !(name in document.components.schemas),
    );
    expect(unused).toEqual([]);
  }
});

test("every operation, tag and parameter is described", () => {
  for (const { operation, path, method } of operations) {
    expect(operation.description, `${method} ${path}`).toMatch(/\w{3}/);
    for (const { name, description } of operation.parameters ?? [])
      if (name) expect(description, `${name} of ${path}`).toMatch(/\w{3}/);
  }
  const tags = document.tags.filter(({ description }) => !description);
  expect(tags).toEqual([]);
  const known = new Set(document.tags.map(({ name }) => name));
  expect(operations.flatMap(({ operation: { tags: its } }) => its.filter((tag) => !known.has(tag)))).toEqual(
    [],
  );
});

test("what only signed-in people may call needs the cookie of a session, and what anyone may call needs nothing", () => {
  const security = new Map(
    operations.map(({ operation }) => [
      operation.operationId,
      (operation as { security?: unknown }).security,
    ]),
  );
  for (const { name, definition } of capabilities)
    if (security.has(name))
      expect([name, security.get(name)]).toEqual([
        name,
        definition.access === "anyone" ? [] : definition.sessionOnly ? [{ session: [] }] : undefined,
      ]);
  for (const name of ["files.dataExports.get", "files.admin.backup"])
    expect(security.get(name), name).toEqual([{ session: [] }]);
  const booking = operations.find(({ operation }) => operation.operationId === "bookings.book");
  expect(booking?.operation.description).toContain("`Origin`");
});

test("a body is required if a field of it is, apart from the id in the path", () => {
  const withBody = operations.filter(({ path, operation }) => path.includes("{id}") && operation.requestBody);
  const optional = withBody.filter(({ operation: { requestBody } }) => {
    const { required, content } = requestBody as {
      required: boolean;
      content: Record<string, { schema: JsonSchema }>;
    };
    const { schema } = content["application/json"] ?? {};
    return schema?.properties && required !== (schema.required ?? []).length > 0;
  });
  expect(optional.map(({ path }) => path)).toEqual([]);
});

test("every operation may fail by a fault of the server", () => {
  for (const { operation, path } of operations)
    expect((operation as { responses?: object }).responses, path).toHaveProperty("500");
});

test("no address holds text of people, and no deletion has a body", () => {
  for (const { operation, method, path } of operations) {
    if (method === "delete") expect(operation.requestBody, path).toBeUndefined();
    const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
    const texts = inQuery
      .map(({ name }) => name)
      .filter((name) => /^(text|search|prompt|body|content|token)$/.test(name ?? ""));
    expect(texts, path).toEqual([]);
  }
});

test("a described input is the input itself, with words, and without references", () => {
  for (const capability of capabilities as AnyCapability[]) {
    const schema = describedInput(capability);
    expect(JSON.stringify(schema)).not.toContain('"$ref"');
    expect(describedInput(capability)).toBe(schema);
  }
});

test("every endpoint for files is in the document", async () => {
  const server = await aTestServer();
  const answered = server.routes
    .filter(({ path, method }) => path.startsWith("/files/") && method !== "ALL")
    .map(({ path, method }) => `${method.toLowerCase()} ${path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`);
  const documented = operations.map(({ path, method }) => `${method} ${path}`);
  expect([...new Set(answered)].filter((each) => !documented.includes(each))).toEqual([]);
});

test("the page for people has every operation and shape, no script, and no link to nowhere", () => {
  const render = apiPage(document);
  const page = render("nonce");
  expect(render("other")).toBe(page.replace('nonce="nonce"', 'nonce="other"'));
  expect(page).not.toContain("<script");
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const id of ids) expect(anchors).toContain(id);
  for (const name of Object.keys(document.components.schemas)) expect(anchors).toContain(`schema-${name}`);
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect([...new Set(links)].filter((id) => !anchors.has(id))).toEqual([]);
  expect(page).toContain("What is to be done, in one line.");
});

const MAIN = [
  "tasks",
  "projects",
  "events",
  "emails",
  "documents",
  "contacts",
  "conversations",
  "messages",
  "decisions",
];

test("the main areas have examples of their answers", () => {
  for (const verb of ["get", "list"])
    for (const resource of MAIN) {
      const { operation } =
        operations.find((each) => each.operation.operationId === `${resource}.${verb}`) ?? {};
      expect(JSON.stringify(operation), `${resource}.${verb}`).toContain('"example":{');
    }
});
