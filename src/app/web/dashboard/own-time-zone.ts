/** The zone of this browser: a day of the figures is the reader's own day. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
