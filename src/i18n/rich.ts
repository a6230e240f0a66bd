import { createElement, Fragment, type ReactNode } from "react";

/**
 * A sentence with elements in it: rich(t`Read <0>the help</0> first`, (words) => <a href="/help">{words}</a>).
 * Each element is rendered around its words; `<0/>` has none.
 */
export function rich(sentence: string, ...elements: readonly ((words: string) => ReactNode)[]): ReactNode {
  const parts = sentence.split(/(<\d>.*?<\/\d>|<\d\/>)/);
  return createElement(
    Fragment,
    null,
    ...parts.map((part, place) => {
      const element = place % 2 === 1 ? elements[Number(part[1])] : undefined;
      return element ? element(part.slice(3, -4)) : part;
    }),
  );
}
