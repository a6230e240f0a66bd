import { expect, test } from "vitest";
import { keyExample } from "./key-example.ts";

const given = { key: "adj_secret", origin: "https://desk.example.com" };

test("the settings for an agent are JSON with this instance's own address and the key", () => {
  expect(JSON.parse(keyExample("mcp", { ...given, scopes: ["read"] }))).toEqual({
    mcpServers: {
      adjutant: {
        type: "http",
        url: "https://desk.example.com/mcp",
        headers: { Authorization: "Bearer adj_secret" },
      },
    },
  });
});

test("the example request is one that the key may make", () => {
  expect(keyExample("curl", { ...given, scopes: ["read", "write"] })).toBe(
    "curl https://desk.example.com/api/v1/tasks \\\n  -H 'Authorization: Bearer adj_secret'",
  );
  expect(keyExample("curl", { ...given, scopes: ["write"] })).toContain("-d '{");
  expect(keyExample("curl", { ...given, scopes: ["destroy"] })).toContain("-X DELETE");
});
