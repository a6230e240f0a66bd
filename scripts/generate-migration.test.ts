import { expect, test } from "vitest";
import { completeMigration } from "./generate-migration.ts";

const EARLIER = `CREATE INDEX "notes_search" ON "notes" USING gin ("user_id","search");--> statement-breakpoint
CREATE INDEX "notes_newest" ON "notes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "papers_search" ON "papers" USING gin ("user_id","search");`;

test("a searched field: its column comes first, and the search column's index is created again", () => {
  const generated = `ALTER TABLE "notes" drop column "search";--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (fold_text(mood)) STORED;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "mood" text;`;
  expect(completeMigration(generated, EARLIER).split("--> statement-breakpoint\n")).toEqual([
    'ALTER TABLE "notes" ADD COLUMN "mood" text;',
    'ALTER TABLE "notes" drop column "search";',
    'ALTER TABLE "notes" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (fold_text(mood)) STORED;',
    'CREATE INDEX "notes_search" ON "notes" USING gin ("user_id","search");\n',
  ]);
});

test("a generated column that becomes a plain one: its expression is dropped before it has a default", () => {
  const generated = `ALTER TABLE "notes" ALTER COLUMN "preview" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "mood" SET DEFAULT 'calm';--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "preview" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "title" SET NOT NULL;`;
  expect(completeMigration(generated, EARLIER).split("--> statement-breakpoint\n")).toEqual([
    'ALTER TABLE "notes" ALTER COLUMN "preview" DROP EXPRESSION;',
    `ALTER TABLE "notes" ALTER COLUMN "preview" SET DEFAULT '';`,
    `ALTER TABLE "notes" ALTER COLUMN "mood" SET DEFAULT 'calm';`,
    'ALTER TABLE "notes" ALTER COLUMN "title" SET NOT NULL;\n',
  ]);
});

test("other migrations stay as generated", () => {
  const generated = 'ALTER TABLE "notes" ADD COLUMN "mood" text;';
  expect(completeMigration(generated, EARLIER)).toBe(generated);
});
