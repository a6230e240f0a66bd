import { Fragment } from "react";
import { Text } from "#ui/layout/text.tsx";
import { withKeys } from "#ui/lists/with-keys.ts";

const ADDRESS = String.raw`https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]`;
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

type LinkTextProps = { text: string; names?: readonly string[] };

/** Text with URLs as links and mentions highlighted; everything else stays plain text. */
export function LinkText({ text, names = [] }: LinkTextProps) {
  const called = names.toSorted((one, other) => other.length - one.length).map((name) => `@${escaped(name)}`);
  const pattern = new RegExp(`(${[...called, ADDRESS].join("|")})`, "g");
  return withKeys(text.split(pattern), (part) => part).map(({ key, part }, index) => {
    if (index % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    if (part.startsWith("@"))
      return (
        <Text key={key} as="span" weight="strong">
          {part}
        </Text>
      );
    return (
      <a key={key} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    );
  });
}
