import { useCallback, useEffect, useRef } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { isAbort } from "../../../_data/browserClient.ts";
import { type Block, blocksOf, chunksOf } from "./leadBlocks.ts";
import { createPace } from "./pace.ts";

const { scrollPauseMs, leadLoads, flightMs, loadRetryMs } = screenLimits;

type Rows = { first: number; last: number };
type Loading = {
  /** What the list is; another list, or a new answer to the same question, is asked for anew. */
  listNow: () => unknown;
  heldAt: (chunk: number) => readonly Lead[] | undefined;
  /** Loads blocks of the list as it is asked for now, whatever order or search is chosen later. */
  loader: () => (block: Block, signal?: AbortSignal) => Promise<readonly Lead[]>;
};

export type LeadAsking = {
  /** Asks for what is missing between two rows, once nobody has asked for other rows for a moment. */
  show: (rows: Rows) => void;
  /** All leads between two rows, those too that nobody has looked at yet. */
  between: (rows: Rows) => Promise<Lead[]>;
};

/** Shared by all lists of the page, as the server counts the calls of one person and not of one list. */
const pace = createPace(leadLoads);

/** When leads are asked for. While rows fly past, only those are asked for that somebody rests on. */
export function useLeadAsking({ listNow, heldAt, loader }: Loading): LeadAsking {
  const asking = useRef({
    wanted: "",
    list: undefined as unknown,
    timer: 0,
    askedAt: 0,
    abort: new AbortController(),
  });
  useEffect(
    () => () => {
      window.clearTimeout(asking.current.timer);
      asking.current.abort.abort();
    },
    [],
  );

  const ask = useCallback(
    (chunks: readonly number[]) => {
      const held = asking.current;
      const missing = chunks.filter((chunk) => heldAt(chunk) === undefined);
      if (missing.length === 0) return;
      const waitMs = pace.waitMs(Date.now());
      if (waitMs > 0) {
        held.timer = window.setTimeout(() => ask(chunks), waitMs);
        return;
      }
      // Whoever asked a moment ago is on the way to somewhere, and is given more at a time.
      const large = missing.length > 1 || Date.now() - held.askedAt < flightMs;
      held.askedAt = Date.now();
      const { signal } = held.abort;
      const load = loader();
      for (const block of blocksOf(missing, { large }))
        load(block, signal).catch((error: unknown) => {
          if (isAbort(error)) return;
          // The rows stay grey, and are asked for again while somebody looks at them.
          window.clearTimeout(held.timer);
          held.timer = window.setTimeout(() => ask(chunks), loadRetryMs);
        });
    },
    [heldAt, loader],
  );

  const show = useCallback<LeadAsking["show"]>(
    (rows) => {
      const chunks = chunksOf(rows);
      const held = asking.current;
      const list = listNow();
      if (held.wanted === chunks.join() && held.list === list) return;
      held.wanted = chunks.join();
      held.list = list;
      window.clearTimeout(held.timer);
      held.abort.abort();
      held.abort = new AbortController();
      held.timer = window.setTimeout(() => ask(chunks), scrollPauseMs);
    },
    [listNow, ask],
  );

  const between = useCallback<LeadAsking["between"]>(
    (rows) => leadsBetween(rows, { heldAt, load: loader() }),
    [heldAt, loader],
  );
  return { show, between };
}

const { leadChunk } = screenLimits;

type Chunks = {
  heldAt: (chunk: number) => readonly Lead[] | undefined;
  load: (block: Block) => Promise<readonly Lead[]>;
};

/** All leads between two rows: those that are there, and the others one call after the other. */
async function leadsBetween(
  { first, last }: { first: number; last: number },
  { heldAt, load }: Chunks,
): Promise<Lead[]> {
  const chunks = chunksOf({ first, last });
  const missing = chunks.filter((chunk) => heldAt(chunk) === undefined);
  const byChunk = new Map(chunks.map((chunk) => [chunk, heldAt(chunk) ?? []]));
  for (const block of blocksOf(missing, { large: missing.length > 1 })) {
    const items = await load(block);
    for (let index = 0; index < block.chunkCount; index += 1)
      byChunk.set(block.firstChunk + index, items.slice(index * leadChunk, (index + 1) * leadChunk));
  }
  const from = (chunks[0] ?? 0) * leadChunk;
  const leads = chunks.flatMap((chunk) => byChunk.get(chunk) ?? []);
  return leads.slice(first - from, last - from + 1);
}
