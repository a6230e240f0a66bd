CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"via" text,
	"credential_id" text,
	"capability" text NOT NULL,
	"effect" text NOT NULL,
	"outcome" text NOT NULL,
	"record_ids" text[] DEFAULT '{}' NOT NULL,
	"undo" jsonb,
	"request_id" text NOT NULL,
	"address" text
);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"record_ids" text[] DEFAULT '{}' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "audit_log_user_at" ON "audit_log" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "announcements_user" ON "announcements" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "announcements_at" ON "announcements" USING btree ("at");--> statement-breakpoint
CREATE POLICY "audit_log_insert" ON "audit_log" AS PERMISSIVE FOR INSERT TO "adjutant_app" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "audit_log_read_own" ON "audit_log" AS PERMISSIVE FOR SELECT TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "idempotency_keys_own" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "announcements_tell" ON "announcements" AS PERMISSIVE FOR INSERT TO "adjutant_app" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "announcements_hear" ON "announcements" AS PERMISSIVE FOR SELECT TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));