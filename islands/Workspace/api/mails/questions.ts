import { screenLimits } from "../../../../contract/limits/screen.ts";
import type {
  TransactionalDetail,
  TransactionalPage,
  TransactionalState,
} from "../../../../contract/schemas/transactional.ts";
import { asks, type Question, question } from "../../../_data/queries.ts";

export type LogQuery = { state?: TransactionalState; kind?: string; email?: string; before?: string };

const { insightLookMs: refetchInterval } = screenLimits;

/** The queries for the mails of the API tab. They are polled, since the socket does not report these mails. */
export const mailQueries = {
  log: (query: LogQuery): Question<TransactionalPage> => ({
    ...question(["mails", "log", query], asks("GET /email/transactional", { query })),
    refetchInterval,
  }),
  one: (id: string): Question<TransactionalDetail> => ({
    ...question(["mails", id], asks("GET /email/transactional/{id}", { params: { id } })),
    refetchInterval,
  }),
  suppressions: (before: string | undefined) =>
    question(
      ["suppressions", before ?? ""],
      asks("GET /email/suppressions", { query: before === undefined ? {} : { before } }),
    ),
};
