/** Every zone that the browser knows, for a choice of one. */
export const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => ({
  value: zone,
  label: zone.replaceAll("_", " "),
}));
