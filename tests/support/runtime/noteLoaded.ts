import { appendFileSync, readFileSync } from "node:fs";

/**
 * Loaded before a program (`--preload`): writes down which files of these packages its loader asks for, a line each, in the file
 * that NOTED_IN names. Packages are those of NOTED, with a | between.
 */
Bun.plugin({
  name: "note what is loaded",
  setup(build) {
    const { NOTED = "", NOTED_IN = "" } = process.env;
    build.onLoad({ filter: new RegExp(`node_modules/(?:${NOTED})/`) }, ({ path }) => {
      appendFileSync(NOTED_IN, `${path}\n`);
      return { contents: readFileSync(path, "utf8"), loader: "js" };
    });
  },
});
