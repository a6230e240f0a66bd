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
export function RichTextEditor({
  label,
  isRequired,
  isFirst,
  value,
  start,
  onChange,
  onSubmit,
  children,
}: RichTextEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const known = useRef(value);
  const [active, setActive] = useState(NONE);
  const [link, setLinkAddress] = useState<string | null>(null);
  const askForLink = () => view.current && setLinkAddress(linkAt(view.current.state));
  const submit = useEffectEvent(onSubmit);
  const changed = useEffectEvent((doc: Node) => {
    known.current = richTextOf(doc);
    onChange(known.current);
  });
  const format = (wanted: Format) => {
    const editor = view.current;
    if (!editor) return;
    if (wanted === "link") return askForLink();
    COMMANDS[wanted](editor.state, editor.dispatch, editor);
    editor.focus();
  };
  const begin = useEffectEvent((editor: EditorView) => {
    if (!start) return;
    const [from, to] = [positionOf(value.text, start.from), positionOf(value.text, start.to)];
    editor.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to)));
    editor.focus();
    if (start.paste)
      editor.dispatch(editor.state.tr.replaceSelection(sliceOfHtml(start.paste)).scrollIntoView());
    if (start.format) format(start.format);
  });
  const create = useEffectEvent((mount: HTMLElement) => {
    const plugins = editorPlugins({ submit: () => submit(), askForLink: () => void askForLink() });
    const editor = new EditorView(mount, {
      state: EditorState.create({ doc: docOf(value), plugins }),
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        ...(isRequired && { "aria-required": "true" }),
        ...(isFirst && { "data-autofocus": "true" }),
        class: styles.text ?? "",
      },
      dispatchTransaction(transaction) {
        editor.updateState(editor.state.apply(transaction));
        setActive(formatsAt(editor.state));
        if (transaction.docChanged) changed(editor.state.doc);
      },
      handleDOMEvents: { paste: handlePaste, drop: handleDrop },
    });
    return editor;
  });
  useLayoutEffect(() => {
    if (!place.current) return;
    const editor = create(place.current);
    view.current = editor;
    begin(editor);
    return () => editor.destroy();
  }, []);
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
        <FormatBar active={active} onFormat={format}>
          {children}
        </FormatBar>
      ) : (
        <LinkField address={link} onDone={applyLink} />
      )}
    </div>
  );
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
