/** A source with its messages without values as the texts that they are: '"Save"' in place of t`Save`. */
export const withPlainMessages = (source: string): string =>
  source.replaceAll(/\bt`([^`$\n]*)`/g, '"$1"').replaceAll(/\bterm\(\s*("[^"]*"),\s*"[^"]*",?\s*\)/g, "$1");
