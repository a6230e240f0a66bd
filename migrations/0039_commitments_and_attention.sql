CREATE TABLE "attention_marks" (
	"user_id" uuid NOT NULL,
	"item" text NOT NULL,
	"mark" text NOT NULL,
	"until" timestamp (3) with time zone,
	"marked_at" timestamp (3) with time zone NOT NULL,
	"taught" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "attention_marks_user_id_item_pk" PRIMARY KEY("user_id","item")
);
--> statement-breakpoint
ALTER TABLE "attention_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "commitment_learning" (
	"user_id" uuid NOT NULL,
	"party" text NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "commitment_learning_user_id_party_pk" PRIMARY KEY("user_id","party")
);
--> statement-breakpoint
ALTER TABLE "commitment_learning" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "commitment_threads" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"thread_id" uuid NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"newest_at" timestamp (3) with time zone,
	"message_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "commitment_threads_user_id_kind_thread_id_pk" PRIMARY KEY("user_id","kind","thread_id")
);
--> statement-breakpoint
ALTER TABLE "commitment_threads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "commitments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provenance" text DEFAULT coalesce(nullif(current_setting('app.provenance', true), ''), 'outside') NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"owed_by" text NOT NULL,
	"party" text,
	"party_name" text DEFAULT '' NOT NULL,
	"what" text NOT NULL,
	"due" timestamp (3) with time zone,
	"due_day" date,
	"has_time" boolean DEFAULT false NOT NULL,
	"quote" text,
	"source_kind" text NOT NULL,
	"source_id" uuid,
	"thread_id" uuid,
	"source_offset" integer,
	"said_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"confidence" real DEFAULT 1 NOT NULL,
	"origin" text NOT NULL,
	"evidence_kind" text,
	"evidence_id" uuid,
	"evidence_sentence" text,
	"evidence_at" timestamp (3) with time zone,
	"evidence_after" timestamp (3) with time zone,
	"superseded_by" uuid,
	"task_id" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commitments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "attention_marks_newest" ON "attention_marks" USING btree ("user_id","marked_at" DESC NULLS FIRST,"item");--> statement-breakpoint
CREATE INDEX "attention_marks_age" ON "attention_marks" USING btree ("marked_at");--> statement-breakpoint
CREATE INDEX "commitment_threads_waiting" ON "commitment_threads" USING btree ("user_id","waiting_since") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "commitments_due" ON "commitments" USING btree ("user_id",(case when due is null then 'infinity'::timestamptz else due end),"said_at","id");--> statement-breakpoint
CREATE INDEX "commitments_open" ON "commitments" USING btree ("user_id",(case when due is null then 'infinity'::timestamptz else due end),"said_at","id") WHERE state in ('proposed', 'open');--> statement-breakpoint
CREATE INDEX "commitments_thread" ON "commitments" USING btree ("user_id","thread_id","said_at") WHERE thread_id is not null;--> statement-breakpoint
CREATE INDEX "commitments_party" ON "commitments" USING btree ("user_id","party","created_at") WHERE party is not null;--> statement-breakpoint
CREATE INDEX "commitments_task" ON "commitments" USING btree ("user_id","task_id") WHERE task_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "commitments_source" ON "commitments" USING btree ("user_id","source_id","source_offset","kind","owed_by","party") WHERE source_offset is not null;--> statement-breakpoint
CREATE INDEX "events_invited" ON "events" USING btree ("user_id","is_series","end_time") WHERE organizer is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "messages_mentions" ON "messages" USING btree ("conversation_id","created_at") WHERE mentions <> '{}';--> statement-breakpoint
CREATE POLICY "attention_marks_own" ON "attention_marks" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "commitment_learning_own" ON "commitment_learning" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "commitment_threads_own" ON "commitment_threads" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "commitments_own" ON "commitments" AS PERMISSIVE FOR ALL TO "adjutant_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid));