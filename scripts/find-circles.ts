/** Edges from each node. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * For every group of mutually reachable nodes a shortest cycle, with its first member repeated at the end. Empty where
 * the graph has no cycle.
 */
export function circlesOf(graph: Graph): string[][] {
  return groupsOf(graph).flatMap((group) => {
    const members = new Set(group);
    const neighbours = (node: string) => (graph.get(node) ?? []).filter((next) => members.has(next));
    const circles = group.flatMap((node) => {
      const circle = shortestBack(node, neighbours);
      return circle ? [circle] : [];
    });
    const [shortest] = circles.toSorted((one, other) => one.length - other.length);
    return shortest ? [shortest] : [];
  });
}

/** The shortest path from a node back to itself. */
function shortestBack(start: string, next: (node: string) => readonly string[]): string[] | null {
  const predecessors = new Map<string, string>();
  const waiting = [start];
  for (const node of waiting)
    for (const target of next(node)) {
      if (target === start) return [...pathTo(node, predecessors), start];
      if (predecessors.has(target)) continue;
      predecessors.set(target, node);
      waiting.push(target);
    }
  return null;
}

function pathTo(node: string, predecessors: ReadonlyMap<string, string>): string[] {
  const way = [node];
  for (let before = predecessors.get(node); before; before = predecessors.get(before)) way.unshift(before);
  return way;
}

/** Tarjan's strongly connected components that contain a cycle. */
function groupsOf(graph: Graph): string[][] {
  const groups: string[][] = [];
  const stack: string[] = [];
  const found = new Map<string, { index: number; low: number; isOnStack: boolean }>();
  const visit = (node: string) => {
    const own = { index: found.size, low: found.size, isOnStack: true };
    found.set(node, own);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      const known = found.get(next);
      if (known?.isOnStack) own.low = Math.min(own.low, known.index);
      else if (!known) own.low = Math.min(own.low, visit(next).low);
    }
    if (own.low === own.index) groups.push(popTo(node));
    return own;
  };
  const popTo = (node: string) => {
    const group = stack.splice(stack.indexOf(node));
    for (const member of group) (found.get(member) ?? { isOnStack: false }).isOnStack = false;
    return group;
  };
  for (const node of graph.keys()) if (!found.has(node)) visit(node);
  return groups.filter(([first = "", ...more]) => more.length > 0 || graph.get(first)?.includes(first));
}
