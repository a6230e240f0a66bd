/** Text from outside as one line of limited length, without control characters. */
export const oneLine = (text: string, longest: number) =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longest);
