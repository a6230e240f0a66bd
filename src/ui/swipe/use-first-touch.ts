import { type PointerEvent as ListEvent, useState } from "react";

/** The list that is touched, and the event of its first touch. */
export type FirstTouch = { list: HTMLElement; start: PointerEvent };

/** For a list whose rows can be swiped: the code for it is only needed where there are fingers. */
export function useFirstTouch() {
  const [firstTouch, setFirstTouch] = useState<FirstTouch>();
  const onPointerDown = ({ currentTarget, pointerType, nativeEvent }: ListEvent<HTMLElement>) => {
    // A list that was empty meanwhile is another element.
    if (pointerType === "touch" && firstTouch?.list !== currentTarget)
      setFirstTouch({ list: currentTarget, start: nativeEvent });
  };
  return { firstTouch, onPointerDown };
}
