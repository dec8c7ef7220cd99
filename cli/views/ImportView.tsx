import { Box, Text, useWindowSize } from "ink";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import type { Words } from "../../contract/sentences/sentence.ts";
import type { ProgressTexts } from "../../contract/texts/terminal/progress.ts";
import { barCells } from "../format/barCells.ts";
import { importShare, resultText, shareText, waitText } from "../imports/importText.ts";
import type { Look } from "./SendBar.tsx";

type ImportViewProps = {
  job: ImportJob | null;
  look: Look;
  texts: ProgressTexts;
  words: Words;
  /** The width to draw for, where it is not the window's. */
  columns?: number;
};

/** An import under way: one bar, and what has become of the rows so far. */
export function ImportView({ job, look, texts, words, columns: given }: ImportViewProps) {
  const size = useWindowSize();
  const columns = given ?? size.columns;
  if (job === null) return <Text wrap="truncate-end">{texts.imports.readingFile}</Text>;
  const { done, total } = importShare(job);
  const text = `  ${shareText(job, texts)}`;
  const width = Math.max(0, Math.min(columns - text.length, cliLimits.barWidthMax));
  const [full = 0, empty = 0] = barCells([done, total - done], width);
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end">
        <Text {...(look.color ? { color: "green" } : {})}>{(look.unicode ? "█" : "#").repeat(full)}</Text>
        {(look.unicode ? "─" : ".").repeat(empty)}
        {text}
      </Text>
      {[...resultText(job, texts), ...waitText(job, words)].map((line) => (
        <Text key={line} wrap="truncate-end">
          {line}
        </Text>
      ))}
    </Box>
  );
}
