/**
 * What a plan costs, in points: the table of decision 0166. Each term is an amount in its own unit times a rate of the
 * item. All but `pause` and `switch` depend on the blocks of that item alone; these, on what lies next to its blocks.
 */
export const WEIGHTS = {
  /** Per minute of an item without a place, and its length again, an hour at most, so that short ones count; it ends so long after the last day. */
  unplaced: { perMinute: 1, mostExtraMinutes: 60, importance: 3, promised: 1.5, afterMinutes: 60 },
  /** Per hour after the due time, or after now if that is over. */
  late: { perHour: 6, importance: 6, promised: 2 },
  /** As soon as it is late at all, if it could be in time. */
  missed: { points: 20, importance: 20, promised: 5 },
  /** Per hour that is missing of the margin before the due time. */
  close: { perHour: 4, marginMinutes: 240 },
  /** Per minute that is missing of an hour before the due time of what was promised or matters much. */
  reserve: { perMinute: 0.2, minutes: 60, importance: 0.75 },
  /** Per minute in hours for other work; `any` in focus hours, while there is deep work to be planned. */
  energy: { deep: 0.5, light: 0.25, any: 0.1 },
  /** Per minute of other work in the last half hour before a decisive event. */
  approach: { perMinute: 0.4 },
  /** Per minute on a ride outside of the working hours. */
  beyond: { perMinute: 0.5 },
  /** Per piece after the first. */
  divided: { perPiece: 8 },
  /** Per minute of the last plan that is given up. */
  moved: { perMinute: 0.3 },
  /** Per hour between the earliest possible end and the real one: more with a date, less without. */
  waiting: { perHour: 0.05, importance: 0.25, dated: 1.5, promised: 2, undated: 0.5 },
  /** Per minute missing of the wanted pause, at most so much for a whole one; none between short items. */
  pause: { perMinute: 0.3, most: 3, shortMinutes: 30 },
  /** For each short item that does not follow another one directly. */
  switch: { each: 2, shortMinutes: 20 },
} as const;
