import { planBlocks, planParts, travelCheck, whatIfPanel } from "#features/calendar/web/slots.ts";
import { promiseParts } from "#features/contacts/web/slots.ts";
import { travelChecks } from "#features/daily-ops/web/api.ts";
import { calendarParts, documentPicker } from "#features/email/web/slots.ts";
import { plan } from "#features/planning/web/api.ts";
import { lengthGuess, relatedRecords } from "#features/tasks/web/slots.ts";
import { dateWords } from "#ui/fields/date-words.ts";

/** Fills the slots of lower slices with components of other slices. */
export function fillSlots(): void {
  documentPicker.fill(
    async () => (await import("#features/documents/web/document-picker.tsx")).DocumentPicker,
  );
  calendarParts.fill(async () => (await import("#features/calendar/web/mail-parts.ts")).mailParts);
  promiseParts.fill(
    async () => (await import("#features/commitments/web/strip/promise-parts.ts")).promiseParts,
  );
  relatedRecords.fill(async () => (await import("./projects/related-records.tsx")).RelatedRecords);
  travelCheck.fill(travelChecks.check);
  planBlocks.fill(plan.blocks);
  lengthGuess.fill(plan.guess);
  planParts.fill(async () => (await import("#features/planning/web/plan-parts.ts")).planParts);
  whatIfPanel.fill(
    async () => (await import("#features/planning/web/what-if/what-if-panel.tsx")).WhatIfPanel,
  );
  dateWords.load = async () => (await import("#platform/time/read-date-words.ts")).readDateWords;
}
