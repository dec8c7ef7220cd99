import type { Database } from "../../../db/database.ts";
import { createWriteTurns } from "../../../db/sqlite/writeTurns.ts";

// A slice of an import takes hundredths of a second and has 2,000 rows at most, so a hundred thousand rows take a
// quarter of a minute at the very least, and far longer than anybody else's writing.
const turnMs = 300;

/** Another writer of the same process, who holds each of its turns for long and takes one after the other. */
export function writesAllTheTime({ beside }: Database): { stop(): Promise<void> } {
  const turns = createWriteTurns(beside?.turns);
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      if (!(await turns.take(turnMs))) continue;
      await Bun.sleep(turnMs);
      turns.release();
      // Whoever waits has its turn in between.
      await Bun.sleep(1);
    }
  };
  const writing = write();
  return {
    async stop() {
      isOver = true;
      await writing;
    },
  };
}
