import { Fragment, type ReactNode } from "react";

/**
 * A sentence with elements in it: rich(t`Read <0>the help</0> first`, (words) => <a href="/help">{words}</a>).
 * Each element is rendered around its words; `<0/>` has none.
 */
export const rich = (sentence: string, ...elements: readonly ((words: string) => ReactNode)[]): ReactNode =>
  sentence.split(/(<\d>.*?<\/\d>|<\d\/>)/).map((part, place) => {
    const index = part.charCodeAt(1) - 48;
    const element = place % 2 === 1 ? elements[index] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move.
    return <Fragment key={place}>{element ? element(part.slice(3, -4)) : part}</Fragment>;
  });
