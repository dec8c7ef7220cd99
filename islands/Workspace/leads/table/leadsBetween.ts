import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { type Block, blocksOf, chunksOf } from "./leadBlocks.ts";

const { leadChunk } = screenLimits;

type Chunks = {
  heldAt: (chunk: number) => readonly Lead[] | undefined;
  load: (block: Block) => Promise<readonly Lead[]>;
};

/** All leads between two rows: those that are there, and the others one call after the other. */
export async function leadsBetween(
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
