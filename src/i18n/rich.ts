import { createElement, Fragment, type ReactNode } from "react";

/**
 * A sentence with elements in it: rich(t`Read <0>the help</0> first`, (words) => <a href="/help">{words}</a>).
 * Each element is rendered around its words; `<0/>` has none.
 */
export function rich(sentence: string, ...elements: readonly ((words: string) => ReactNode)[]): ReactNode {
  const parts: ReactNode[] = [];
  let opened = -1;
  for (const part of sentence.split(/(<\/?\d\/?>)/)) {
    const tag = /^<(\/?)(\d)(\/?)>$/.exec(part);
    if (!tag) parts.push(opened < 0 ? part : elements[opened]?.(part));
    else if (tag[3]) parts.push(elements[Number(tag[2])]?.(""));
    opened = tag && !tag[1] && !tag[3] ? Number(tag[2]) : -1;
  }
  return createElement(Fragment, null, ...parts);
}
