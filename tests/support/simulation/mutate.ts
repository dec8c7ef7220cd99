import { readFileSync } from "node:fs";
import { plugin } from "bun";

/** A text of ours that stands in a file once, and what is put in its place. */
export type Change = { file: string; from: string; to: string };

/** Preloaded: the program runs with these changes, and not at all where one of the texts is no longer there. */
const changes: Change[] = JSON.parse(process.env.SIMULATION_CHANGES ?? "[]");
const files = Map.groupBy(changes, ({ file }) => file);

plugin({
  name: "mutate",
  setup(build) {
    for (const [file, ofFile] of files)
      build.onLoad({ filter: new RegExp(`${RegExp.escape(`/${file}`)}$`) }, ({ path }) => {
        let contents = readFileSync(path, "utf8");
        for (const { from, to } of ofFile) {
          if (contents.split(from).length !== 2) {
            console.error(`${file} does not hold once: ${from}`);
            process.exit(3);
          }
          contents = contents.replace(from, () => to);
        }
        return { contents, loader: "ts" };
      });
  },
});
