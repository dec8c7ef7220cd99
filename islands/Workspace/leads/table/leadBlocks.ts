import { screenLimits } from "../../../../contract/limits/screen.ts";

const { leadChunk, chunksPerBlock } = screenLimits;

/** Leads that are asked for in one call: pages of the server's, so they begin at a multiple of their size. */
export type Block = { firstChunk: number; chunkCount: number };

/** The chunks that hold the rows between two. */
export function chunksOf({ first, last }: { first: number; last: number }): number[] {
  const from = Math.floor(first / leadChunk);
  return Array.from({ length: Math.floor(last / leadChunk) - from + 1 }, (_, index) => from + index);
}

/** The fewest calls that bring these chunks; large ones where many rows will be wanted, small ones where few. */
export function blocksOf(chunks: readonly number[], { large }: { large: boolean }): Block[] {
  if (!large) return chunks.map((firstChunk) => ({ firstChunk, chunkCount: 1 }));
  const firsts = new Set(chunks.map((chunk) => chunk - (chunk % chunksPerBlock)));
  return [...firsts].map((firstChunk) => ({ firstChunk, chunkCount: chunksPerBlock }));
}

/** A block in the words of a query. */
export function pageOf({ firstChunk, chunkCount }: Block): { page: number; pageSize: number } {
  return { page: firstChunk / chunkCount + 1, pageSize: leadChunk * chunkCount };
}
