import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { laterPart } from "./later-part.tsx";

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

test("a part that has been fetched is shown at once; until then its placeholder", async () => {
  const Later = laterPart(async () => Greeting, <p>Loading</p>);
  expect(renderToStaticMarkup(<Later name="Ada" />)).toBe("<p>Loading</p>");
  await Later.fetch();
  expect(renderToStaticMarkup(<Later name="Ada" />)).toBe("<p>Hello Ada</p>");
});
