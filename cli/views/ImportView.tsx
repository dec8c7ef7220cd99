import { Box, Text, useWindowSize } from "ink";
import { limits } from "../../contract/limits.ts";
import { barCells } from "../format/barCells.ts";
import { importText } from "../importDisplay.ts";
import type { ImportProgress } from "../importLeads.ts";
import type { Look } from "./SendBar.tsx";

/** An import under way: one bar, and what has become of the rows so far. */
export function ImportView({ progress, look }: { progress: ImportProgress | null; look: Look }) {
  const { columns } = useWindowSize();
  if (progress === null) return <Text wrap="truncate-end">Reading the file</Text>;
  const { done, total } = progress;
  const text = `  ${done}/${total} rows`;
  const width = Math.max(0, Math.min(columns - text.length, limits.cli.barWidthMax));
  const [full = 0, empty = 0] = barCells([done, total - done], width);
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end">
        <Text {...(look.color ? { color: "green" } : {})}>{(look.unicode ? "█" : "#").repeat(full)}</Text>
        {(look.unicode ? "─" : ".").repeat(empty)}
        {text}
      </Text>
      <Text wrap="truncate-end">{importText(progress)}</Text>
    </Box>
  );
}
