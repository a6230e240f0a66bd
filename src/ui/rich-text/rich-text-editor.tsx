import { type Node, Slice } from "prosemirror-model";
import { EditorState, TextSelection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { LinkField } from "../inputs/link-field.tsx";
import { type Format, FormatBar } from "./format-bar.tsx";
import { docOfHtml, sliceOfHtml } from "./read-rich-text.ts";
import { COMMANDS, editorPlugins, formatsAt, linkAt, setLink } from "./rich-text-commands.ts";
import styles from "./rich-text-editor.module.css";
import { docOfText, positionOf, type RichText, richTextOf } from "./write-rich-text.ts";

/** The selection in the plain field, and the button or the paste that required formatting. */
export type RichTextStart = { from: number; to: number; format?: Format; paste?: string };

type RichTextEditorProps = {
  label: string;
  isRequired?: boolean;
  /** Focused when a dialog opens. */
  isFirst?: boolean;
  isInvalid?: boolean;
  value: RichText;
  start: RichTextStart | null;
  onChange(value: RichText): void;
  /** Ctrl+Enter. */
  onSubmit(): void;
  /** At the end of the bar. */
  children?: ReactNode;
};

const NONE: ReadonlySet<Format> = new Set();

/** A formatted text. Styles are set only on elements, and markup is read only from a sanitised tree. */
export function RichTextEditor({ children, ...field }: RichTextEditorProps) {
  const [active, setActive] = useState(NONE);
  const [link, setLinkAddress] = useState<string | null>(null);
  const { place, view } = useEditorView(field, { onFormats: setActive, onLink: setLinkAddress });
  const applyLink = (href: string | null) => {
    const editor = view.current;
    setLinkAddress(null);
    if (editor && href !== null) setLink(href)(editor.state, editor.dispatch);
    editor?.focus();
  };
  return (
    <div className={styles.field}>
      <div ref={place} className={styles.place} />
      {link === null ? (
        <FormatBar
          active={active}
          onFormat={(format) => view.current && applyFormat(view.current, format, setLinkAddress)}
        >
          {children}
        </FormatBar>
      ) : (
        <LinkField address={link} onDone={applyLink} />
      )}
    </div>
  );
}

type Field = Omit<RichTextEditorProps, "children">;
/** What the bar shows of the place of the cursor, and the address that is asked for there. */
type EditorReports = { onFormats(formats: ReadonlySet<Format>): void; onLink(address: string | null): void };

/** The editor of the library in `place`; it lives as long as the field, and `value` may be set from elsewhere. */
function useEditorView(field: Field, { onFormats, onLink }: EditorReports) {
  const { value, isInvalid, start, onChange, onSubmit } = field;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const known = useRef(value);
  const submit = useEffectEvent(onSubmit);
  const changed = useEffectEvent((doc: Node) => {
    known.current = richTextOf(doc);
    onChange(known.current);
  });
  const create = useEffectEvent((mount: HTMLElement) => {
    const openLinkField = () => void (view.current && onLink(linkAt(view.current.state)));
    const editor = new EditorView(mount, {
      state: EditorState.create({
        doc: docOf(value),
        plugins: editorPlugins({ submit: () => submit(), openLinkField }),
      }),
      attributes: attributesOf(field),
      dispatchTransaction(transaction) {
        editor.updateState(editor.state.apply(transaction));
        onFormats(formatsAt(editor.state));
        if (transaction.docChanged) changed(editor.state.doc);
      },
      handleDOMEvents: { paste: handlePaste, drop: handleDrop },
    });
    return editor;
  });
  const applyStart = useEffectEvent((editor: EditorView) => start && startAt(editor, value, start, onLink));
  useLayoutEffect(() => {
    if (!place.current) return;
    const editor = create(place.current);
    view.current = editor;
    applyStart(editor);
    return () => editor.destroy();
  }, []);
  useLayoutEffect(() => {
    if (isInvalid) view.current?.dom.setAttribute("aria-invalid", "true");
    else view.current?.dom.removeAttribute("aria-invalid");
  }, [isInvalid]);
  // A value set from outside (a template, the writing engine) replaces the content; Undo restores it.
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || (value.text === known.current.text && value.html === known.current.html)) return;
    known.current = value;
    const { tr, doc } = editor.state;
    editor.updateState(
      editor.state.apply(tr.replace(0, doc.content.size, new Slice(docOf(value).content, 0, 0))),
    );
  }, [value]);
  return { place, view };
}

const attributesOf = ({ label, isRequired, isFirst }: Field) => ({
  role: "textbox",
  "aria-multiline": "true",
  "aria-label": label,
  ...(isRequired && { "aria-required": "true" }),
  ...(isFirst && { "data-autofocus": "true" }),
  class: styles.text ?? "",
});

function applyFormat(editor: EditorView, format: Format, onLink: EditorReports["onLink"]): void {
  if (format === "link") {
    onLink(linkAt(editor.state));
    return;
  }
  COMMANDS[format](editor.state, editor.dispatch, editor);
  editor.focus();
}

/** The cursor where it stood in the plain field, and what was asked for there. */
function startAt(
  editor: EditorView,
  { text }: RichText,
  { from, to, paste, format }: RichTextStart,
  onLink: EditorReports["onLink"],
): void {
  const [first, last] = [positionOf(text, from), positionOf(text, to)];
  editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, first, last)));
  editor.focus();
  if (paste) editor.dispatch(editor.state.tr.replaceSelection(sliceOfHtml(paste)).scrollIntoView());
  if (format) applyFormat(editor, format, onLink);
}

const docOf = ({ text, html }: RichText): Node => (html === null ? docOfText(text) : docOfHtml(html));

/** Pasted markup is parsed here: the browser must not insert it into the page. */
function handlePaste(view: EditorView, event: ClipboardEvent): boolean {
  return insertMarkup(view, event, event.clipboardData);
}

function handleDrop(view: EditorView, event: DragEvent): boolean {
  // Text dragged inside the field is not converted to markup.
  if (view.dragging) return false;
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
  const html = event.dataTransfer?.getData("text/html");
  if (at && html) view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, at.pos)));
  return insertMarkup(view, event, event.dataTransfer);
}

function insertMarkup(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  const html = data?.getData("text/html");
  const text = data?.getData("text/plain");
  if (!data || (!html && !text)) return false;
  event.preventDefault();
  const slice = html
    ? sliceOfHtml(html)
    : docOfText(text ?? "").slice(1, docOfText(text ?? "").content.size - 1);
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  return true;
}
