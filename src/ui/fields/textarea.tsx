import type { Ref, TextareaHTMLAttributes } from "react";
import { rem } from "../layout/rem.ts";
import { Field, type FieldFrame, partProps } from "./field.tsx";

type TextareaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className"> &
  FieldFrame & {
    /** It grows with its words, from `rows` to `maxRows` lines. */
    autosize?: boolean;
    maxRows?: number;
    ref?: Ref<HTMLTextAreaElement> | undefined;
  };

const LINE_PX = 21;
const EDGES_PX = 16;

/** Several lines of text. */
export function Textarea({ autosize, maxRows, rows = 3, ...props }: TextareaProps) {
  const { frame, control } = partProps(props);
  return (
    <Field
      {...frame}
      control={(attributes) => (
        <textarea
          {...attributes}
          {...control}
          rows={rows}
          data-autosize={autosize || undefined}
          style={
            autosize
              ? {
                  minHeight: rem(rows * LINE_PX + EDGES_PX),
                  ...(maxRows && { maxHeight: rem(maxRows * LINE_PX + EDGES_PX) }),
                }
              : undefined
          }
        />
      )}
    />
  );
}
