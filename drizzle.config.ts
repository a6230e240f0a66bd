import "./scripts/require-node-24.mjs";

import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/**/tables.ts", "./src/{features,platform}/**/*-tables.ts"],
  out: "./migrations",
  casing: "snake_case",
  entities: { roles: { include: ["adjutant_app", "adjutant_auth"] } },
});
