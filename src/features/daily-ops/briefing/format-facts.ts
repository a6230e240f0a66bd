export const quoted = ({ title }: { title: string }) => {
  const characters = [...title];
  return `'${characters.length > 70 ? `${characters.slice(0, 69).join("")}…` : title}'`;
};

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export function listed(named: readonly string[], all: number): string {
  const more = all - named.length;
  const parts = more > 0 ? [...named, `${more} more`] : named;
  return new Intl.ListFormat("en-US").format(parts);
}
