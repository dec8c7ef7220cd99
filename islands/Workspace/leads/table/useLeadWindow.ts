import { useCallback, useEffect, useRef, useState } from "react";
import { limits } from "../../../../contract/limits.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { isAbort } from "../../../_data/browserClient.ts";
import { type LeadPage, type LeadsView, leadPage } from "../useLeads.ts";

const chunkSize = limits.screen.leadChunk;

export type LeadWindow = {
  total: number;
  leadAt: (index: number) => Lead | undefined;
  /** Asks for what is missing between two rows, once nobody has asked for other rows for a moment. */
  show: (rows: { first: number; last: number }) => void;
  /** All leads between two rows, those too that nobody has looked at yet. */
  between: (rows: { first: number; last: number }) => Promise<Lead[]>;
};

type Chunks = ReadonlyMap<number, readonly Lead[]>;
type Held = { first: LeadPage | undefined; question: string; chunks: Chunks };

/** A long list of which only the chunks near the screen are loaded; what was loaded stays until the list changes. */
export function useLeadWindow({
  page,
  question,
  query,
}: Pick<LeadsView, "page" | "question" | "query">): LeadWindow {
  const [held, setHeld] = useState<Held>({ first: undefined, question: "", chunks: new Map() });
  const first = page.value;
  const isSame = held.question === question;
  // A new answer to the same question leaves the old rows on screen until theirs is there.
  const fresh = held.first === first && isSame ? held.chunks : new Map<number, readonly Lead[]>();
  const stale = isSame ? held.chunks : fresh;
  const chunkAt = (index: number): readonly Lead[] | undefined =>
    index === 0 ? first?.items : (fresh.get(index) ?? stale.get(index));

  const state = useRef({ first, question, query, fresh });
  useEffect(() => {
    state.current = { first, question, query, fresh };
  });

  const load = useCallback(async (index: number, signal?: AbortSignal): Promise<readonly Lead[]> => {
    const asked = state.current;
    const known = index === 0 ? asked.first?.items : asked.fresh.get(index);
    if (known !== undefined) return known;
    const { items } = await leadPage({ ...asked.query, page: index + 1, pageSize: chunkSize }, signal);
    setHeld((before) => {
      const goesOn = before.first === asked.first && before.question === asked.question;
      const chunks = new Map(before.question === asked.question ? before.chunks : []);
      if (!goesOn) for (const key of chunks.keys()) if (key !== index) chunks.delete(key);
      return { first: asked.first, question: asked.question, chunks: chunks.set(index, items) };
    });
    return items;
  }, []);

  const { show, between } = useAsking(load);
  return {
    total: first?.total ?? 0,
    leadAt: (index) => chunkAt(Math.floor(index / chunkSize))?.[index % chunkSize],
    show,
    between,
  };
}

type Load = (index: number, signal?: AbortSignal) => Promise<readonly Lead[]>;

function useAsking(load: Load): Pick<LeadWindow, "show" | "between"> {
  const waiting = useRef<{ timer?: ReturnType<typeof setTimeout>; abort: AbortController; wanted: string }>({
    abort: new AbortController(),
    wanted: "",
  });
  useEffect(
    () => () => {
      clearTimeout(waiting.current.timer);
      waiting.current.abort.abort();
    },
    [],
  );

  const show = useCallback<LeadWindow["show"]>(
    (rows) => {
      const chunks = chunksOf(rows);
      const held = waiting.current;
      const wanted = chunks.join();
      if (held.wanted === wanted) return;
      held.wanted = wanted;
      clearTimeout(held.timer);
      held.abort.abort();
      held.abort = new AbortController();
      const { signal } = held.abort;
      held.timer = setTimeout(() => {
        for (const chunk of chunks)
          load(chunk, signal).catch((error: unknown) => {
            // The rows stay grey; looking at them again asks again.
            if (!isAbort(error)) held.wanted = "";
          });
      }, limits.screen.scrollPauseMs);
    },
    [load],
  );

  const between = useCallback<LeadWindow["between"]>(
    async ({ first, last }) => {
      const leads: Lead[] = [];
      for (const chunk of chunksOf({ first, last })) {
        const items = await load(chunk);
        const start = chunk * chunkSize;
        leads.push(...items.slice(Math.max(0, first - start), last - start + 1));
      }
      return leads;
    },
    [load],
  );
  return { show, between };
}

function chunksOf({ first, last }: { first: number; last: number }): number[] {
  const from = Math.floor(first / chunkSize);
  return Array.from({ length: Math.floor(last / chunkSize) - from + 1 }, (_, index) => from + index);
}
