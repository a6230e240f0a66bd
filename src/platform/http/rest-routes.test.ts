import { expect, test } from "vitest";
import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { ERROR_STATUS } from "#platform/capability/errors.ts";
import { registryOf } from "#platform/capability/slice.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { openApiDocument } from "./openapi.ts";
import { jsonSchema, restRoutes } from "./rest-routes.ts";

const withId = z.strictObject({ id: Id });
const nothing = z.strictObject({});
const done = async () => ({});
const shared = { output: z.object({}), access: "user", run: done } as const;

const registry = registryOf([
  {
    name: "lamps",
    resources: [
      resource("deskLamps", {
        list: read({ ...shared, summary: "List lamps", input: nothing }),
        get: read({ ...shared, summary: "One lamp", input: withId }),
        create: write({ ...shared, summary: "Add a lamp", input: z.strictObject({ boughtAt: Instant }) }),
        update: write({ ...shared, summary: "Change a lamp", input: withId.extend({ watts: z.int() }) }),
        delete: destroy({ ...shared, summary: "Remove a lamp", input: withId }),
        switchOn: write({ ...shared, summary: "Switch a lamp on", input: withId }),
        switchAllOff: write({ ...shared, summary: "Dark", input: nothing }),
        brightest: read({ ...shared, summary: "The brightest", input: nothing }),
      }),
    ],
  },
]);
const routes = restRoutes(registry);

test("method and path follow from the name", () => {
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /desk-lamps",
    "GET /desk-lamps/{id}",
    "POST /desk-lamps",
    "PATCH /desk-lamps/{id}",
    "DELETE /desk-lamps/{id}",
    "POST /desk-lamps/{id}/switch-on",
    "POST /desk-lamps/switch-all-off",
    "GET /desk-lamps/brightest",
  ]);
});

test("the OpenAPI document names every operation, its parameters and its body", () => {
  const { paths } = openApiDocument(routes, "http://127.0.0.1:3000");
  expect(paths["/api/v1/desk-lamps/{id}"]).toMatchObject({
    get: { operationId: "deskLamps.get", parameters: [{ name: "id", in: "path", required: true }] },
    patch: {
      requestBody: { content: { "application/json": { schema: { required: ["watts"] } } } },
      responses: { 200: {}, 404: {} },
    },
  });
  expect(paths["/api/v1/desk-lamps"]).toMatchObject({
    post: {
      requestBody: {
        content: { "application/json": { schema: { properties: { boughtAt: { format: "date-time" } } } } },
      },
    },
  });
});

test("the OpenAPI document names every status with which an operation can fail", () => {
  const { paths } = openApiDocument(routes, "http://127.0.0.1:3000");
  const ofWrite = Object.values(ERROR_STATUS).filter((status) => status !== 502);
  for (const status of ofWrite)
    expect(paths["/api/v1/desk-lamps"]).toMatchObject({
      post: { responses: { [status]: expect.anything() } },
    });
});

test("a schema is converted once, however many edges describe it", () => {
  expect(jsonSchema(withId)).toBe(jsonSchema(withId));
});
