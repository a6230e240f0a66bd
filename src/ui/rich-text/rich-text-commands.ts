import { baseKeymap, chainCommands, exitCode, lift, toggleMark, wrapIn } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import { inputRules, undoInputRule, wrappingInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { MarkType, NodeType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import type { Command, EditorState, Plugin } from "prosemirror-state";
import type { Format } from "./format-bar.tsx";
import { richTextSchema } from "./rich-text-schema.ts";

const { marks, nodes } = richTextSchema;

/** The commands of the toolbar's buttons; a second time undoes the format. Links ask for their address first. */
export const COMMANDS: Record<Exclude<Format, "link">, Command> = {
  bold: toggleMark(marks.bold),
  italic: toggleMark(marks.italic),
  underline: toggleMark(marks.underline),
  strike: toggleMark(marks.strike),
  bullets: toggleList(nodes.bullets),
  numbers: toggleList(nodes.numbers),
  quote: (state, dispatch, view) =>
    isInside(state, nodes.quote) ? lift(state, dispatch, view) : wrapIn(nodes.quote)(state, dispatch, view),
};

function toggleList(list: NodeType): Command {
  return (state, dispatch, view) =>
    isInside(state, list)
      ? liftListItem(nodes.item)(state, dispatch, view)
      : wrapInList(list)(state, dispatch, view);
}

/** The formats at the cursor, or of the whole selection. */
export function formatsAt(state: EditorState): ReadonlySet<Format> {
  const at = new Set<Format>();
  for (const format of ["bold", "italic", "underline", "strike", "link"] as const)
    if (hasMark(state, marks[format])) at.add(format);
  for (const format of ["bullets", "numbers", "quote"] as const)
    if (isInside(state, nodes[format])) at.add(format);
  return at;
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type);
}

function isInside({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type === type) return true;
  return false;
}

/** The address of the link at the cursor. */
export function linkAt({ selection, doc }: EditorState): string {
  const { from, to, $from } = selection;
  let found: string = marks.link.isInSet($from.marks())?.attrs.href ?? "";
  doc.nodesBetween(from, to, (node) => {
    found ||= marks.link.isInSet(node.marks)?.attrs.href ?? "";
  });
  return found;
}

/**
 * Links the selection, or the word at the cursor; an empty address removes the link, and without text the address is
 * inserted.
 */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = selectionOrLink(state);
    const transaction = state.tr.removeMark(from, to, marks.link);
    if (href !== "" && empty)
      transaction.insert(
        from,
        richTextSchema.text(href.replace(/^mailto:/, ""), [marks.link.create({ href })]),
      );
    else if (href !== "") transaction.addMark(from, to, marks.link.create({ href }));
    dispatch?.(transaction.scrollIntoView());
    return true;
  };
}

function selectionOrLink({ selection, doc }: EditorState) {
  const { from, to, empty, $from } = selection;
  if (!empty) return { from, to, empty };
  let range = { from, to, empty: true };
  doc.nodesBetween($from.start(), $from.end(), (node, at) => {
    const holds = at <= from && at + node.nodeSize >= from;
    if (holds && marks.link.isInSet(node.marks)) range = { from: at, to: at + node.nodeSize, empty: false };
  });
  return range;
}

type EditorActions = { submit(): void; openLinkField(): void };

/** Usual keys, undo, and lists that begin with '- ' or '1. '. Tab is not handled: it leaves the field. */
export function editorPlugins({ submit, openLinkField }: EditorActions): Plugin[] {
  const then =
    (act: () => void): Command =>
    () => {
      act();
      return true;
    };
  return [
    inputRules({
      rules: [wrappingInputRule(/^\s*[-*] $/, nodes.bullets), wrappingInputRule(/^1[.)] $/, nodes.numbers)],
    }),
    keymap({
      "Mod-Enter": then(submit),
      "Mod-k": then(openLinkField),
      "Mod-b": COMMANDS.bold,
      "Mod-i": COMMANDS.italic,
      "Mod-u": COMMANDS.underline,
      "Mod-Shift-x": COMMANDS.strike,
      "Mod-Shift-7": COMMANDS.numbers,
      "Mod-Shift-8": COMMANDS.bullets,
      "Mod-Shift-9": COMMANDS.quote,
      "Mod-]": sinkListItem(nodes.item),
      "Mod-[": liftListItem(nodes.item),
      "Mod-z": undo,
      "Mod-Shift-z": redo,
      "Mod-y": redo,
      Backspace: undoInputRule,
      Enter: splitListItem(nodes.item),
      "Shift-Enter": chainCommands(exitCode, (state, dispatch) => {
        dispatch?.(state.tr.replaceSelectionWith(nodes.line_break.create()).scrollIntoView());
        return true;
      }),
    }),
    keymap(baseKeymap),
    history(),
  ];
}
