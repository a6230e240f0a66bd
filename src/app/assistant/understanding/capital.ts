const MAX_TITLE = 500;

/** As a title: with a capital letter, without the end of a sentence. */
export const capital = (text: string): string => {
  const bare = text.trim().replace(/(?<![.,;])[.,;]+$/, "");
  return (bare.charAt(0).toUpperCase() + bare.slice(1)).slice(0, MAX_TITLE);
};

/** As a sentence of a mail or a message. */
export const sentenceOf = (text: string): string => {
  const first = text.trim().charAt(0).toUpperCase() + text.trim().slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
};
