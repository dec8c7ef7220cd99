import { useCallback, useEffect, useRef, useState } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { type LeadPage, leadPage } from "../../../_data/queries.ts";
import type { LeadsView } from "../useLeads.ts";
import { type Block, pageOf } from "./leadBlocks.ts";
import { type LeadAsking, useLeadAsking } from "./useLeadAsking.ts";

const { leadChunk, chunksHeld } = screenLimits;

export type LeadWindow = {
  total: number;
  leadAt: (index: number) => Lead | undefined;
} & LeadAsking;

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

  const listNow = useCallback(() => state.current.first, []);
  const heldAt = useCallback((chunk: number) => {
    const { first: beginning, fresh: chunks } = state.current;
    return chunk === 0 ? beginning?.items : chunks.get(chunk);
  }, []);
  const loader = useCallback(() => {
    const asked = state.current;
    return async (block: Block, signal?: AbortSignal): Promise<readonly Lead[]> => {
      const { items } = await leadPage({ ...asked.query, ...pageOf(block) }, signal);
      // What is shown meanwhile is another list, or the same one anew, and these are not its rows.
      const isShown = state.current.first === asked.first && state.current.question === asked.question;
      if (isShown) setHeld((before) => withBlock(before, { ...asked, items, block }));
      return items;
    };
  }, []);

  return {
    total: first?.total ?? 0,
    leadAt: (index) => chunkAt(Math.floor(index / leadChunk))?.[index % leadChunk],
    ...useLeadAsking({ listNow, heldAt, loader }),
  };
}

function withBlock(
  before: Held,
  {
    first,
    question,
    items,
    block,
  }: { first: LeadPage | undefined; question: string; items: readonly Lead[]; block: Block },
): Held {
  const goesOn = before.first === first && before.question === question;
  const kept = new Map(before.question === question ? before.chunks : []);
  const fetched = cut(items, block);
  // Of the old answer only what is replaced goes; the rest would be taken for new.
  if (!goesOn) for (const key of kept.keys()) if (!fetched.has(key)) kept.delete(key);
  return { first, question, chunks: nearest(new Map([...kept, ...fetched]), block) };
}

function cut(items: readonly Lead[], { firstChunk, chunkCount }: Block): Map<number, readonly Lead[]> {
  return new Map(
    Array.from({ length: chunkCount }, (_, index) => [
      firstChunk + index,
      items.slice(index * leadChunk, (index + 1) * leadChunk),
    ]),
  );
}

/** Somebody may look at a million leads one after the other; the farthest are asked for again if need be. */
function nearest(chunks: Map<number, readonly Lead[]>, { firstChunk }: Block): Chunks {
  if (chunks.size <= chunksHeld) return chunks;
  const byDistance = [...chunks].sort(([a], [b]) => Math.abs(a - firstChunk) - Math.abs(b - firstChunk));
  return new Map(byDistance.slice(0, chunksHeld));
}
