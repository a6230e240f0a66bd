import { ModelUse } from "./model-use.tsx";
import { ReplyUse } from "./reply-use.tsx";

/** What the model cost, and what became of the replies that it wrote. */
export const ModelTab = () => (
  <>
    <ModelUse />
    <ReplyUse />
  </>
);
