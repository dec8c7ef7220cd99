import { expect, test } from "bun:test";
import { importDisplay } from "../../../cli/imports/importDisplay.ts";
import { Output } from "../../../cli/output.ts";
import { processTerminal } from "../../../cli/terminal.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import type { ImportJob } from "../../../contract/schemas/imports.ts";

test("an import in a pipe has a line for what has changed, at most one a second", async () => {
  const lines: string[] = [];
  const write = (text: string) => lines.push(text.trimEnd());
  let now = 0;
  const output = new Output({
    terminal: { ...processTerminal, stdout: { write } as never, now: () => now },
    server: undefined,
    json: false,
    plain: true,
    color: false,
  });
  const display = await importDisplay(output);
  const at = (done: number | null) => {
    const progress = done === null ? null : { phase: "writing", done, total: 6_000 };
    display.show({ state: "running", rowCount: 6_000, report: null, progress } as unknown as ImportJob);
  };
  for (const done of [null, null, null, 20, 20, 4_000]) {
    now += secondMs;
    at(done);
  }
  now += secondMs / 2;
  at(5_000);
  expect(lines.map((line) => line.replace(/ rows.*/, ""))).toEqual([
    "Waiting: 0/6,000",
    "20/6,000",
    "4,000/6,000",
  ]);
});
