import project from "../../package.json" with { type: "json" };

/** This version of Amplify, as in package.json. */
export const version: string = project.version;
