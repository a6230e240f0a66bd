import { useQuery } from "@tanstack/react-query";
import { commitments } from "./api.ts";

/** The people whose promises are only proposed. */
export const useLearned = () => useQuery(commitments.learned.query({}));
